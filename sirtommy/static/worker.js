// The worker in which the engine runs: starts the Python that lies beside the site, then answers.
//
// In:   {runtime}            once: the runtime's folder, an absolute address
//       {id, request}        any number of times
// Out:  {life}               the name of a lock that is held until the worker ends
//       {progress}           a line for the reader while starting
//       {ready}, {failed}    how starting ended
//       {id, reply}

/** Seconds without a sign of life from the network after which starting is given up. */
const PATIENCE = 30;

/** @type {((request: string) => string) | null} */
let answer = null;

/** @param {object} message */
const send = (message) => self.postMessage(message);

self.addEventListener('message', async ({ data }) => {
  if ('runtime' in data) {
    // A start that fails is told once, below; Pyodide leaves promises behind that fail with it.
    self.addEventListener('unhandledrejection', (event) => event.preventDefault());
    live();
    try {
      answer = await start(data.runtime);
      send({ ready: true });
    } catch (error) {
      send({ failed: error instanceof Error ? error.message : String(error) });
    }
    return;
  }
  try {
    if (!answer) throw new Error('the engine has not started');
    send({ id: data.id, reply: JSON.parse(answer(JSON.stringify(data.request))) });
  } catch (error) {
    // What a reader can cause comes back as a reply; this is a fault of the engine.
    send({ id: data.id, reply: { error: `The engine failed: ${error}` } });
  }
});

/** Hold a lock of our own for ever, and say so once we have it; plain HTTP knows no locks. */
function live() {
  const life = `sirtommy-${Date.now()}-${Math.random()}`;
  navigator.locks?.request(life, () => {
    send({ life });
    return new Promise(() => {});
  });
}

/**
 * Start Python and import the engine.
 * @param {string} runtime
 * @returns {Promise<(request: string) => string>}
 */
async function start(runtime) {
  if (typeof WebAssembly !== 'object') throw new Error('this browser has no WebAssembly');
  const load = loader();
  const own = self.fetch.bind(self);
  // Pyodide waits for ever for a .wasm of another type than application/wasm, and hosts differ in
  // what they send; so its requests are answered from the compressed copy, typed here.
  self.fetch = (input, options) => {
    const address = String(input instanceof Request ? input.url : input);
    return address.startsWith(runtime) ? load(address) : own(input, options);
  };
  const early = [load(`${runtime}pyodide.asm.wasm`), load(`${runtime}python_stdlib.zip`)];
  early.forEach((promise) => promise.catch(() => {})); // reported where they are awaited
  const bundle = load(new URL('engine.zip', import.meta.url).href).then((r) => r.arrayBuffer());
  bundle.catch(() => {});
  const { info } = await (await load(`${runtime}manifest.json`)).json();
  const module = await script(`${runtime}pyodide.mjs`);
  const begun = module.loadPyodide({
    indexURL: runtime,
    lockFileContents: { info, packages: {} },
    env: { HOME: '/home/pyodide', PYTHONDONTWRITEBYTECODE: '1' },
  });
  begun.catch(() => {}); // its reason is less plain than that of the file that failed
  // Where a file fails to come, Pyodide itself might never settle.
  await Promise.all(early);
  send({ progress: 'Starting Python …' });
  const pyodide = await within(PATIENCE, begun, 'Python did not start');
  pyodide.unpackArchive(await bundle, 'zip', { extractDir: '/engine' });
  return pyodide.runPython(`
import json, sys
sys.path.insert(0, "/engine")
from sirtommy.session import answer
lambda request: json.dumps(answer(json.loads(request)))
`);
}

/**
 * Return a function that fetches a file once, tells progress, and gives clear errors.
 * @returns {(address: string) => Promise<Response>}
 */
function loader() {
  let size = 0;
  let loaded = 0;
  let shown = '';
  /** @type {Map<string, Promise<{bytes: ArrayBuffer, type: string}>>} */
  const known = new Map();
  /** @param {number} bytes */
  const count = (bytes) => {
    loaded += bytes;
    // A host that inflates the file on the way sends more than its size.
    const of = size >= loaded ? ` of ${(size / 1e6).toFixed(1)}` : '';
    const line = `Loading Python: ${(loaded / 1e6).toFixed(1)}${of} MB`;
    if (line !== shown) send({ progress: line });
    shown = line;
  };
  /** @param {string} address */
  const get = async (address) => {
    const wasm = address.endsWith('.wasm');
    const name = new URL(address).pathname.split('/').pop() + (wasm ? '.gz' : '');
    /** @type {Response} */
    let response;
    const abort = new AbortController();
    let timer = setTimeout(() => abort.abort(), PATIENCE * 1000);
    const failed = (/** @type {string} */ why) => new Error(`${name} could not be loaded: ${why}`);
    try {
      response = await fetchQuietly(wasm ? `${address}.gz` : address, abort.signal);
    } catch {
      throw failed(abort.signal.aborted ? 'the server does not answer' : 'no connection');
    }
    if (!response.ok || !response.body) throw failed(`the server says ${response.status}`);
    const counted = COUNTED.includes(name);
    const meter = new TransformStream({
      transform(chunk, controller) {
        clearTimeout(timer);
        timer = setTimeout(() => abort.abort(), PATIENCE * 1000);
        if (counted) count(chunk.byteLength);
        controller.enqueue(chunk);
      },
    });
    const sent = response.body.pipeThrough(meter);
    try {
      const stream = wasm ? await inflated(sent) : sent;
      const bytes = await new Response(stream).arrayBuffer();
      if (name === 'manifest.json') size = total(bytes);
      return { bytes, type: wasm ? 'application/wasm' : 'application/octet-stream' };
    } catch {
      throw failed('it arrived incomplete or damaged');
    } finally {
      clearTimeout(timer);
    }
  };
  return async (/** @type {string} */ address) => {
    const file = known.get(address) ?? get(address);
    known.set(address, file);
    const { bytes, type } = await file;
    return new Response(bytes, { headers: { 'Content-Type': type } });
  };
}

/** The files whose bytes are counted: they are compressed already, so hosts send them as they are. */
const COUNTED = ['pyodide.asm.wasm.gz', 'python_stdlib.zip'];

/**
 * Return how many bytes the counted files have together, from the runtime's manifest.
 * @param {ArrayBuffer} bytes
 */
function total(bytes) {
  const { files } = JSON.parse(new TextDecoder().decode(bytes));
  return COUNTED.reduce((sum, name) => sum + files[name].bytes, 0);
}

/** The browser's own fetch, kept before Pyodide's requests are redirected. */
const browserFetch = self.fetch.bind(self);

/**
 * @param {string} address
 * @param {AbortSignal} signal
 */
function fetchQuietly(address, signal) {
  return browserFetch(address, { credentials: 'same-origin', signal });
}

/**
 * Return a stream inflated, unless the server has inflated it already.
 * @param {ReadableStream<Uint8Array>} stream
 */
async function inflated(stream) {
  const [probe, rest] = stream.tee();
  const reader = probe.getReader();
  const { value } = await reader.read();
  reader.cancel();
  const gzip = value?.[0] === 0x1f && value[1] === 0x8b;
  return gzip ? rest.pipeThrough(/** @type {any} */ (new DecompressionStream('gzip'))) : rest;
}

/**
 * Import a script of the runtime.
 * @param {string} address
 */
async function script(address) {
  try {
    return await within(PATIENCE, import(address), 'it did not come');
  } catch (error) {
    throw new Error(`pyodide.mjs could not be loaded: ${error instanceof Error ? error.message : error}`);
  }
}

/**
 * @template T
 * @param {number} seconds
 * @param {Promise<T>} promise
 * @param {string} otherwise
 * @returns {Promise<T>}
 */
function within(seconds, promise, otherwise) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(otherwise)), seconds * 1000);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
