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
  readonly execute: Execute;
  /** The output as JSON. */
  readonly output: string;
  /** {@link Repeats.changes} when the output was last known to be the same. */
  changes: number;
}

/** Authenticates the caller of a read and carries it out again; returns its output. */
type Execute = () => object;

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
  'renewSessions',
]);
/** Reads whose answers may still be on their way to {@link Repeats.of}; requests over HTTP never get there. */
const MOST_READS = 1000;
const READS = /^(AssumeRole|BatchGet|Describe|Get|Head|List)/;

/** Decides which reads get the same answer as before, so that a client in the same process may keep that answer. */
export class Repeats {
  readonly #parts: Parts;
  /** By request id, the oldest first. */
  readonly #reads = new Map<string, Execute>();
  #changes = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Grows with everything that may change an answer, except faults and permissions. */
  get changes(): number {
    return this.#changes;
  }

  /** Must be called after each request. */
  after(
    { requestId, operation, dryRun }: Pick<CallRecord, 'requestId' | 'operation' | 'dryRun'>,
    execute: Execute,
  ): void {
    if (READS.test(operation)) this.#keep(requestId, execute);
    else if (!dryRun) this.#changes += 1;
  }

  #keep(requestId: string, execute: Execute): void {
    this.#reads.set(requestId, execute);
    const [oldest = ''] = this.#reads.keys();
    if (this.#reads.size > MOST_READS) this.#reads.delete(oldest);
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
    const execute = this.#reads.get(requestId);
    this.#reads.delete(requestId);
    const record = log.last(requestId);
    if (!execute || record?.status !== 200 || record.fault !== undefined) return;
    if (changes !== this.#changes || !store.isSettled()) return;
    const output = outputOf(execute);
    return output === undefined ? undefined : { record, changes, execute, output };
  }

  /** Logs the call once more. @returns false: it has to be sent, and is not logged */
  again(repeatable: Repeatable): boolean {
    const { store, throttle, faults, log } = this.#parts;
    const { record } = repeatable;
    if (!store.isConsistent || !throttle.isOff) return false;
    if (faults.name(record.operation) || this.#isDenied(record) || !this.#hasSameOutput(repeatable)) return false;
    const { seq: _seq, ...call } = record;
    log.add({ ...call, at: new Date(this.#parts.now()).toISOString() });
    return true;
  }

  /** Carries it out only where the data may not be the same as before. */
  #hasSameOutput(repeatable: Repeatable): boolean {
    if (repeatable.changes === this.#changes && this.#parts.store.isSettled()) return true;
    if (outputOf(repeatable.execute) !== repeatable.output) return false;
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

/** As JSON; `undefined`: AWS would answer with an error. */
function outputOf(execute: Execute): string | undefined {
  try {
    return JSON.stringify(execute());
  } catch {
    return undefined;
  }
}
