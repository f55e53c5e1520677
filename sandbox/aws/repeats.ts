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

/** An answer that AWS gave without a fault, and the number of changes before it. */
export interface Repeatable {
  readonly record: CallRecord;
  readonly changes: number;
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
const READS = /^(AssumeRole|BatchGet|Describe|Get|Head|List)/;

/** Decides which reads get the same answer as before, so that a client in the same process may keep that answer. */
export class Repeats {
  readonly #parts: Parts;
  #changes = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Grows with everything that may change an answer, except faults and permissions. */
  get changes(): number {
    return this.#changes;
  }

  /** Must be called after each request. */
  asked({ operation, dryRun }: Pick<CallRecord, 'operation' | 'dryRun'>): void {
    if (!READS.test(operation) && !dryRun) this.#changes += 1;
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
    const record = this.#parts.log.last(requestId);
    if (record?.status !== 200 || record.fault !== undefined || !READS.test(record.operation)) return;
    return changes === this.#changes ? { record, changes } : undefined;
  }

  /** Logs the call once more. @returns false: it has to be sent, and is not logged */
  again({ record, changes }: Repeatable): boolean {
    const { store, throttle, faults, log } = this.#parts;
    const isSame = changes === this.#changes && store.isSettled() && throttle.isOff;
    if (!isSame || faults.name(record.operation) || this.#isDenied(record)) return false;
    const { seq: _seq, ...call } = record;
    log.add({ ...call, at: new Date(this.#parts.now()).toISOString() });
    return true;
  }

  #isDenied({ account: id, region, role, service, operation }: CallRecord): boolean {
    const caller = { account: { id }, region, principal: { role } };
    // API Gateway reads with GET.
    const actions = [actionOf(service, operation, 'GET'), `${service}:${operation}`];
    return actions.some((action) => this.#parts.permissions.denies(caller, action));
  }
}
