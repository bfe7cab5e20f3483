// Prepares the Python that runs in the page.  Run by prepare.py under Node.js:
//
//   node prepare.mjs PYODIDE_FOLDER OUTPUT_FOLDER < request.json
//
// The request: {engine: {sha256: [file name, source]}, and either
//               imports: [module, ...]  to make python_stdlib.zip and pyodide.asm.wasm.gz too, or
//               library: PATH           the python_stdlib.zip made before}
// The package's own Python compiles the modules, so the byte code's magic number is the one it reads back;
// it also does the compressing, so the bytes are the same whatever zlib this machine has.
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [source, target] = process.argv.slice(2).map((folder) => resolve(folder));
const request = readFileSync(0);
const { imports, library } = JSON.parse(request.toString());
const { loadPyodide } = await import(pathToFileURL(join(source, 'pyodide.mjs')).href);
const { info } = JSON.parse(readFileSync(join(source, 'pyodide-lock.json'), 'utf8'));

const pyodide = await loadPyodide({
  // With a random seed the constants of a frozen set would come in another order each time.
  env: { PYTHONHASHSEED: '0', HOME: '/home/pyodide' },
  lockFileContents: { info, packages: {} },
  ...(library && { stdLibURL: library }),
});
const made = ['engine-code.zip'];
pyodide.FS.writeFile('/request.json', new Uint8Array(request));
if (imports) {
  made.push('python_stdlib.zip', 'pyodide.asm.wasm.gz');
  pyodide.FS.writeFile('/wasm', new Uint8Array(readFileSync(join(source, 'pyodide.asm.wasm'))));
}
pyodide.runPython(readFileSync(new URL('./prepare_inside.py', import.meta.url), 'utf8'));
for (const name of made) {
  writeFileSync(join(target, name), pyodide.FS.readFile(`/${name}`));
}
