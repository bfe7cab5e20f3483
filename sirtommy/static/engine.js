// The page's one engine: a worker that is started on the first wish and answers every board.

/** @typedef {Record<string, any>} Reply */
/** @typedef {{resolve: (reply: Reply) => void, reject: (error: Error) => void, request: object, tried: number, timer: number}} Pending */

/** A worker that works on one request for longer than this is stuck: slices of work are far shorter. */
const SILENCE = 15000;

/** Starting may take long on a slow line, but not without a word for this long. */
const START_SILENCE = 45000;

export class Engine {
  /** @param {string} runtime  the folder of the Python runtime, an absolute address */
  constructor(runtime) {
    this.runtime = runtime;
    /** @type {Worker | null} */
    this.worker = null;
    /** @type {Promise<void> | null} */
    this.starting = null;
    /** @type {Map<number, Pending>} */
    this.pending = new Map();
    /** @type {Set<(line: string) => void>} */
    this.listeners = new Set();
    this.count = 0;
    this.line = '';
    /** Whether a dead worker is being replaced, which no reader need know. */
    this.replacing = false;
  }

  /**
   * Resolve when the engine can answer; start it where it is not running.
   * @returns {Promise<void>}
   */
  start() {
    this.starting ??= this.#boot().catch((error) => {
      this.#drop(error);
      throw error;
    });
    return this.starting;
  }

  /** @returns {Promise<void>} */
  #boot() {
    return new Promise((resolve, reject) => {
      if (!this.runtime) {
        reject(new Error('this site was built without the Python runtime: run "make setup" (or '
          + '"python -m sirtommy.sphinxext.prepare") and build it again'));
        return;
      }
      const worker = new Worker(new URL('worker.js', import.meta.url), { type: 'module' });
      let timer = 0;
      const wait = () => {
        clearTimeout(timer);
        timer = window.setTimeout(() => reject(new Error('nothing has come for a while')), START_SILENCE);
      };
      wait();
      this.worker = worker;
      worker.addEventListener('error', (event) => {
        event.preventDefault();
        clearTimeout(timer);
        reject(new Error('its script could not be run'));
        if (this.worker === worker && this.pending.size) this.#again();
      });
      worker.addEventListener('message', ({ data }) => {
        if (data.life) {
          this.#attend(worker, data.life, () => {
            clearTimeout(timer);
            reject(new Error('the browser ended it'));
          });
        } else if (data.progress) {
          wait();
          this.#tell(data.progress);
        } else if (data.ready) {
          clearTimeout(timer);
          this.#tell('');
          resolve();
        } else if (data.failed) {
          clearTimeout(timer);
          reject(new Error(data.failed));
        } else {
          this.#settle(data.id, data.reply);
        }
      });
      this.#tell('Loading Python …');
      worker.postMessage({ runtime: this.runtime });
    });
  }

  /**
   * Notice the worker's end. It holds a lock for as long as it lives; a browser tells nobody that a
   * worker has died, but it hands on the lock.
   * @param {Worker} worker
   * @param {string} life  the name of the lock
   * @param {() => void} fail  what ends a start
   */
  #attend(worker, life, fail) {
    navigator.locks.request(life, () => {
      if (this.worker !== worker) return;
      fail();
      if (this.pending.size) this.#again();
      else if (!this.replacing) this.#drop();
    }).catch(() => {}); // the page is being left
  }

  /**
   * Ask the engine, starting it where needed.
   * @param {object} request
   * @returns {Promise<Reply>}
   */
  async ask(request) {
    await this.start();
    return new Promise((resolve, reject) => {
      this.#post({ resolve, reject, request, tried: 0, timer: 0 });
    });
  }

  /** @param {Pending} item */
  #post(item) {
    const id = ++this.count;
    item.timer = window.setTimeout(() => this.#again(), SILENCE);
    this.pending.set(id, item);
    this.worker?.postMessage({ id, request: item.request });
  }

  /**
   * @param {number} id
   * @param {Reply} reply
   */
  #settle(id, reply) {
    const item = this.pending.get(id);
    if (!item) return;
    clearTimeout(item.timer);
    this.pending.delete(id);
    item.resolve(reply);
  }

  /** The worker is gone: start another and ask it what was left unanswered, once. */
  async #again() {
    const items = [...this.pending.values()];
    this.#drop();
    for (const item of items) clearTimeout(item.timer);
    this.replacing = true;
    try {
      await this.start();
      for (const item of items) {
        if (item.tried++) item.reject(new Error('the engine does not answer'));
        else this.#post(item);
      }
    } catch (error) {
      for (const item of items) item.reject(/** @type {Error} */ (error));
    } finally {
      this.replacing = false;
    }
  }

  /** Let go of the worker, so that the next wish starts a new one. */
  #drop(/** @type {unknown} */ _reason = null) {
    this.worker?.terminate();
    this.worker = null;
    this.starting = null;
    this.pending.clear();
    this.#tell('');
  }

  /** @param {string} line */
  #tell(line) {
    if (this.replacing) return;
    this.line = line;
    for (const listener of this.listeners) listener(line);
  }
}
