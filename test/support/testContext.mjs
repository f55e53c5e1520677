/**
 * Where jest-circus keeps the test that runs: it asks for it only when an error belongs to no `await`. Its own place is an
 * `AsyncLocalStorage`, and in Node 20 one that is in use costs at every promise of the process: a tenth of the CPU time
 * of suites that call the SDK. Here it is a variable, because the tests of a file run one after the other.
 */
import * as hooks from 'node:async_hooks';

class TestContext {
  #now;

  getStore() {
    return this.#now;
  }

  run(context, callback) {
    const before = this.#now;
    const back = () => {
      this.#now = before;
    };
    this.#now = context;
    const result = callback();
    if (typeof result?.finally === 'function') return result.finally(back);
    back();
    return result;
  }
}

/** `node:async_hooks` for Jest's own modules. */
export const asyncHooks = Object.freeze({ ...hooks, AsyncLocalStorage: TestContext });
