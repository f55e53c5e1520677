/**
 * Where jest-circus keeps the test that runs, to know whose an unexpected error or a snapshot is. Its own place is an
 * `AsyncLocalStorage`, and in Node 20 one that is in use costs at every promise of the process: a tenth of the CPU time
 * of suites that call the SDK. Here it is a variable, because the tests of a file run one after the other; an error that
 * comes after its test has ended belongs to the next one.
 */
import * as hooks from 'node:async_hooks';

class TestContext {
  #now;

  getStore() {
    return this.#now;
  }

  /** @param callback is async, as all of jest-circus are */
  async run(context, callback) {
    const before = this.#now;
    this.#now = context;
    try {
      return await callback();
    } finally {
      this.#now = before;
    }
  }
}

/** `node:async_hooks` for Jest's own modules. */
export const asyncHooks = Object.freeze({ ...hooks, AsyncLocalStorage: TestContext });
