import type { CallBucket, CallPacer } from '../../core/ports/ports.ts';
import type { StateDeps } from './deps.ts';
import { bucketKey } from './keys.ts';
import { checked, wait } from './localCallPacer.ts';
import { loadScript } from './script.ts';
import type { PacerSettings } from './tokenBucket.ts';

const TAKE = loadScript('takeCall', ['bucket']);
const THROTTLE = loadScript('throttleCall', ['bucket']);

/** Token buckets in Redis, shared by the fleet; by Redis's time. */
export class RedisCallPacer implements CallPacer {
  readonly #deps: StateDeps;
  readonly #settings: PacerSettings;

  constructor(deps: StateDeps, settings: Partial<PacerSettings> = {}) {
    this.#deps = deps;
    this.#settings = checked(settings);
  }

  async take(bucket: CallBucket, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const waitMs = Number(await this.#deps.scripts.read(TAKE, this.#call(bucket, 'asking for leave to call')));
    await wait(waitMs, signal, () => this.#giveBack(bucket));
  }

  async throttled(bucket: CallBucket): Promise<void> {
    await this.#deps.scripts.read(THROTTLE, this.#call(bucket, 'halving the rate of'));
  }

  #call(bucket: CallBucket, what: string) {
    const { capacity, refillPerSecond, account, location, api } = bucket;
    const { share, recoveryMs } = this.#settings;
    return {
      operation: `${what} ${api} in ${account} ${location}`,
      keys: { bucket: bucketKey(bucket) },
      args: [capacity, refillPerSecond, share, recoveryMs, ''],
    };
  }

  /** Ignores a failure: the next calls then only wait a little longer. */
  #giveBack(bucket: CallBucket): void {
    this.#deps.connection.client.hincrbyfloat(bucketKey(bucket), 'tokens', 1).catch(() => undefined);
  }
}
