// Boots the prepared runtime under Node.js, imports the page's engine, prints its modules.
//
//   node boot.mjs NPM_PACKAGE RUNTIME_FILES ENGINE_FOLDER
import { readFileSync, readdirSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [source, folder, engine] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${source}/pyodide.mjs`).href);
const { info } = JSON.parse(readFileSync(`${folder}/manifest.json`, 'utf8'));
const pyodide = await loadPyodide({
  stdLibURL: `${folder}/python_stdlib.zip`,
  lockFileContents: { info, packages: {} },
});
pyodide.FS.mkdirTree('/engine/sirtommy');
for (const entry of readdirSync(engine, { withFileTypes: true })) {
  if (entry.isFile()) {
    const data = new Uint8Array(readFileSync(`${engine}/${entry.name}`));
    pyodide.FS.writeFile(`/engine/sirtommy/${entry.name}`, data);
  }
}
console.log(pyodide.runPython(`
import sys
sys.path.insert(0, '/engine')
import sirtommy.session
' '.join(name for name in sys.modules if name.startswith('sirtommy.'))
`));
