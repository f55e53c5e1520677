import type { CallLog, CallRecord } from './collections/callLog.ts';
import type { Faults } from './collections/faults.ts';
import { actionOf, type Permissions } from './services/permissions.ts';
import type { SandboxControl } from './store/control.ts';
import type { Store } from './store/store.ts';

interface Parts {
  readonly store: Store;
  readonly permissions: Permissions;
  readonly faults: Faults;
  readonly throttle: { readonly isOff: boolean };
  readonly log: CallLog;
  now(): number;
}

/** An answer that AWS gave without a fault. */
export interface Repeatable {
  readonly record: CallRecord;
  /** Authenticates the caller and carries the read out again; returns its output. */
  readonly execute: () => object;
  /** The output as JSON. */
  readonly output: string;
  /** {@link Repeats.changes} when the output was last known to be the same. */
  changes: number;
}

/** A request that was carried out. */
interface Asked extends Pick<CallRecord, 'requestId' | 'operation' | 'dryRun'> {
  readonly execute: () => object;
}

/** Methods of the control that change no answer, or that {@link Repeats.again} looks at for each call. */
const NO_CHANGE = new Set<keyof SandboxControl>([
  'accounts',
  'calls',
  'state',
  'objects',
  'deny',
  'allow',
  'addFault',
  'removeFault',
  'clearFaults',
]);
/** More than there are requests at the same time. */
const MOST_ASKED = 1000;
const READS = /^(AssumeRole|BatchGet|Describe|Get|Head|List)/;

/** Decides which reads get the same answer as before, so that a client in the same process may keep that answer. */
export class Repeats {
  readonly #parts: Parts;
  readonly #asked = new Map<string, Asked>();
  #changes = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Grows with everything that may change an answer, except faults and permissions. */
  get changes(): number {
    return this.#changes;
  }

  /** Must be called after each request. */
  asked(request: Asked): void {
    if (!READS.test(request.operation)) {
      if (!request.dryRun) this.#changes += 1;
      return;
    }
    this.#asked.set(request.requestId, request);
    const [oldest = ''] = this.#asked.keys();
    if (this.#asked.size > MOST_ASKED) this.#asked.delete(oldest);
  }

  /** The control, each of whose methods counts as a change if it may be one. */
  counting(control: SandboxControl): SandboxControl {
    const counted = (name: string, method: (...args: unknown[]) => unknown) =>
      NO_CHANGE.has(name as keyof SandboxControl)
        ? method
        : (...args: unknown[]) => {
            this.#changes += 1;
            return method.apply(control, args);
          };
    const methods = Object.entries(control).map(([name, method]) => [name, counted(name, method)]);
    return Object.fromEntries(methods) as SandboxControl;
  }

  /**
   * @param changes {@link changes} before the request was sent
   * @returns undefined: the next answer may differ
   */
  of(requestId: string, changes: number): Repeatable | undefined {
    const { log, store } = this.#parts;
    const asked = this.#asked.get(requestId);
    this.#asked.delete(requestId);
    const record = log.last(requestId);
    if (!asked || record?.status !== 200 || record.fault !== undefined) return;
    if (changes !== this.#changes || !store.isSettled()) return;
    const { execute } = asked;
    return { record, changes, execute, output: JSON.stringify(execute()) };
  }

  /** Logs the call once more. @returns false: it has to be sent, and is not logged */
  again(repeatable: Repeatable): boolean {
    const { store, throttle, faults, log } = this.#parts;
    const { record } = repeatable;
    if (!store.isSettled() || !throttle.isOff) return false;
    if (faults.name(record.operation) || this.#isDenied(record) || !this.#hasSameOutput(repeatable)) return false;
    const { seq: _seq, ...call } = record;
    log.add({ ...call, at: new Date(this.#parts.now()).toISOString() });
    return true;
  }

  /** Carries it out only where the data are not the same as before. */
  #hasSameOutput(repeatable: Repeatable): boolean {
    if (repeatable.changes === this.#changes) return true;
    try {
      if (JSON.stringify(repeatable.execute()) !== repeatable.output) return false;
    } catch {
      return false;
    }
    repeatable.changes = this.#changes;
    return true;
  }

  #isDenied({ account: id, region, role, service, operation }: CallRecord): boolean {
    const caller = { account: { id }, region, principal: { role } };
    // API Gateway reads with GET.
    const actions = [actionOf(service, operation, 'GET'), `${service}:${operation}`];
    return actions.some((action) => this.#parts.permissions.denies(caller, action));
  }
}
