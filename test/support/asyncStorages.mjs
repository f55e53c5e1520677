/**
 * In Node 20 each async storage that is in use costs at every promise of the process, until it is disabled: a worker would
 * get slower with every test file that leaves one.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

const used = new Set();
for (const name of ['run', 'enterWith']) {
  const use = AsyncLocalStorage.prototype[name];
  AsyncLocalStorage.prototype[name] = function (...given) {
    used.add(this);
    return use.apply(this, given);
  };
}

/** Disables each storage that was used since the last call. Its next use enables it again. */
export function disableStorages() {
  for (const storage of used) storage.disable();
  used.clear();
}
