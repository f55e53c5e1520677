// Preloaded where the waits for AWS's published rates would be most of the time: no call waits for its turn. The calls, the
// CPU and the memory stay the same. It reaches the single files of the program only, not its bundle.
import { LocalCallPacer } from '../../dist/src/state/redis/localCallPacer.js';

LocalCallPacer.prototype.take = async (_bucket, signal) => signal.throwIfAborted();
