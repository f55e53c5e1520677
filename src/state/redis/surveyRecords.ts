import { messageOf, StoreError } from '../../core/common/errors.ts';
import type { Namespace } from '../../core/resource/namespace.ts';
import { nothingObserved, type Observations } from '../../core/resource/observations.ts';
import type { StateDeps } from './deps.ts';
import { namespaceKeys } from './keys.ts';
import { decodeRecord, encodeRecord, isOlder, type RecordAge, type StoredRecord } from './recordValue.ts';
import { loadScript } from './script.ts';

const READ = loadScript('readRecord', ['record', 'pass']);
const STORE = loadScript('storeRecord', ['record']);

/** So many other writers may be first; each of them stored something. */
const MOST_CONFLICTS = 50;

/** A change of a record. @returns false: it changed nothing, and nothing is stored */
type Change = (observations: Observations, today: number) => boolean;

interface Loaded extends StoredRecord {
  /** SHA-1 of the stored head, hex; '' = there is none. */
  readonly sha1: string;
  /** Redis's clock, ms since the epoch. */
  readonly today: number;
}

interface Waiting {
  readonly change: Change;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

/**
 * One sealed record per namespace: its parts prove each other, so none of them can be removed or made older alone. A
 * record that no holder of a signing key stored there, an older one that is put back while this process knows a newer
 * one, and one that is absent although a mark pass was complete are lost: the observations begin anew, and until then
 * everything may have been used. Changes that come while another one is being stored are stored together.
 */
export class SurveyRecords {
  readonly #deps: StateDeps;
  /** The newest record that this process knows. */
  readonly #known = new Map<Namespace, RecordAge>();
  readonly #reading = new Map<Namespace, Promise<Observations>>();
  readonly #waiting = new Map<Namespace, Waiting[]>();

  constructor(deps: StateDeps) {
    this.#deps = deps;
  }

  /** Reads that begin at once share one answer. */
  read(namespace: Namespace, operation: string): Promise<Observations> {
    const known = this.#reading.get(namespace);
    if (known) return known;
    const reading = this.#load(namespace, operation).then(({ observations }) => observations);
    this.#reading.set(namespace, reading);
    const over = () => {
      if (this.#reading.get(namespace) === reading) this.#reading.delete(namespace);
    };
    reading.then(over, over);
    return reading;
  }

  /** Resolves when the change is stored. */
  change(namespace: Namespace, operation: string, change: Change): Promise<void> {
    return new Promise((done, failed) => {
      const waiting = this.#waiting.get(namespace);
      if (waiting) waiting.push({ change, done, failed });
      else {
        this.#waiting.set(namespace, [{ change, done, failed }]);
        void this.#storeWaiting(namespace, operation);
      }
    });
  }

  async #storeWaiting(namespace: Namespace, operation: string): Promise<void> {
    // Changes that are asked for at once are stored together.
    await Promise.resolve();
    for (let some = this.#waiting.get(namespace) ?? []; some.length > 0; some = this.#waiting.get(namespace) ?? []) {
      this.#waiting.set(namespace, []);
      try {
        const changes = some.map(({ change }) => change);
        await this.#store(namespace, operation, changes);
        for (const { done } of some) done();
      } catch (error) {
        for (const { failed } of some) failed(error);
      }
    }
    this.#waiting.delete(namespace);
  }

  async #store(namespace: Namespace, operation: string, changes: readonly Change[]): Promise<void> {
    const { record } = namespaceKeys(namespace);
    for (let conflicts = 0; conflicts < MOST_CONFLICTS; conflicts++) {
      const { sha1, today, age, observations } = await this.#load(namespace, operation);
      const isChanged = changes.map((change) => change(observations, today)).some(Boolean);
      if (!isChanged) return;
      const next = { age: { ...age, revision: age.revision + 1 }, observations };
      const { head, data } = await encodeRecord(this.#deps.seal, namespace, next);
      const call = { operation, keys: { record }, args: [sha1, head, data] };
      if ((await this.#deps.scripts.read(STORE, call)) === 1) {
        this.#known.set(namespace, next.age);
        this.#reading.delete(namespace);
        return;
      }
    }
    throw new StoreError(`${operation}: other instances changed the record ${MOST_CONFLICTS} times meanwhile`);
  }

  async #load(namespace: Namespace, operation: string): Promise<Loaded> {
    const { record, pass } = namespaceKeys(namespace);
    const [time, kind, sha1, head, completed] = (await this.#deps.scripts.read(READ, {
      operation,
      keys: { record, pass },
      args: [],
    })) as [string, string, string, string, number];
    const today = Number(time);
    const anew: RecordAge = { begunAt: today, revision: 0 };
    // Nothing was recorded yet, or Redis was emptied.
    if (kind === 'none' && completed === 0) return { sha1, today, age: anew, observations: nothingObserved() };
    const known = this.#known.get(namespace);
    try {
      if (kind !== 'hash') throw new Error(kind === 'none' ? 'it is gone' : `it is a ${kind}`);
      const data = await this.#deps.connection.command(operation, (client) => client.hgetBuffer(record, 'data'));
      const { age, observations } = await decodeRecord(this.#deps.seal, namespace, head, data ?? Buffer.alloc(0));
      if (known && isOlder(age, known)) throw new Error('an older one was put back');
      this.#known.set(namespace, age);
      const { lostAt } = observations;
      // A clock was wrong when it was lost.
      const lost = lostAt === undefined ? {} : { lostAt: Math.min(lostAt, today) };
      return { sha1, today, age, observations: { ...observations, ...lost } };
    } catch (error) {
      if (error instanceof StoreError) throw error;
      this.#deps.log.warn(
        { namespace, problem: messageOf(error) },
        'the record of the surveys is not ours and begins anew: everything may have been used until now',
      );
      return { sha1, today, age: known ?? anew, observations: nothingObserved(today) };
    }
  }
}
