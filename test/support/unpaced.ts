import type { CallPacer } from '../../src/core/ports/ports.ts';

/** No call waits: the sandbox has no limit, and a wait for one of AWS's would be real time. */
export const UNPACED: CallPacer = { take: async () => {}, throttled: async () => {} };
