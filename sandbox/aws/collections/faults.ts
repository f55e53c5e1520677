/**
 * The faults of a call.
 * - before any effect: `throttle`, `deny`, `error` (`code`, `status`), `drop` (socket closed), `hang` (no answer until
 *   the sandbox closes or the client aborts), `slow` (`delayMs`, then as usual)
 * - with the effect: `dropAfter` (reply lost), `truncate` (reply cut in the middle, with the correct Content-Length),
 *   `cutOff` (the connection breaks in the middle of the reply), `blank` (a success without a body, which SDK clients
 *   read as an output without members), `empty` (a success without any item),
 *   `repeatToken` (a page's NextToken equals that of its request, so that the same page comes again),
 *   `leaveOut` (the answer lacks each item with the text `message`, as a read that is not consistent yet),
 *   `failLater` (CreateSnapshot: the new snapshot ends in the state `error`, with `message`)
 */
type FaultKind =
  | 'throttle'
  | 'deny'
  | 'error'
  | 'drop'
  | 'hang'
  | 'slow'
  | 'dropAfter'
  | 'truncate'
  | 'cutOff'
  | 'blank'
  | 'empty'
  | 'repeatToken'
  | 'leaveOut'
  | 'failLater';

export interface FaultRule {
  readonly kind: FaultKind;
  /** `*`: every operation. */
  readonly operation: string;
  readonly account?: string;
  readonly region?: string;
  /** Only calls whose input, as JSON, contains this text, for example an id. */
  readonly containing?: string;
  /** `true`: only requests with EC2's `DryRun`; absent: only those without. */
  readonly dryRun?: boolean;
  /** From the n-th matching call on (1 = the first, the default). */
  readonly nth?: number;
  /** Only requests for this page of a listing (1 = without a token). */
  readonly page?: number;
  /** The number of uses; absent: until removed. */
  readonly times?: number;
  readonly delayMs?: number;
  readonly code?: string;
  readonly message?: string;
  readonly status?: number;
}

export interface FaultSubject {
  readonly operation: string;
  readonly account: string;
  readonly region: string;
  readonly page: number;
  readonly input: unknown;
}

const NEED_SOCKET: ReadonlySet<FaultKind> = new Set(['drop', 'hang', 'slow', 'dropAfter', 'cutOff']);

interface ActiveRule {
  readonly id: number;
  readonly rule: FaultRule;
  matched: number;
  struck: number;
}

export class Faults {
  #rules: ActiveRule[] = [];
  #lastId = 0;

  add(rule: FaultRule): number {
    this.#lastId += 1;
    this.#rules.push({ id: this.#lastId, rule, matched: 0, struck: 0 });
    return this.#lastId;
  }

  remove(id: number): void {
    this.#rules = this.#rules.filter((active) => active.id !== id);
  }

  clear(): void {
    this.#rules = [];
  }

  /** A rule is set that breaks the connection, or delays or withholds the answer. */
  needSocket(): boolean {
    return this.#rules.some(({ rule }) => NEED_SOCKET.has(rule.kind));
  }

  /** A rule is for this operation, whether it strikes or not. */
  name(operation: string): boolean {
    return this.#rules.some(({ rule }) => rule.operation === '*' || rule.operation === operation);
  }

  /** Returns the first rule that matches this call, and counts the use. */
  strike(subject: FaultSubject): FaultRule | undefined {
    for (const active of this.#rules) {
      if (!matches(active.rule, subject)) continue;
      active.matched += 1;
      const due = active.matched >= (active.rule.nth ?? 1);
      if (!due || active.struck >= (active.rule.times ?? Number.POSITIVE_INFINITY)) continue;
      active.struck += 1;
      return active.rule;
    }
    return undefined;
  }
}

function matches(rule: FaultRule, subject: FaultSubject): boolean {
  return (
    (rule.operation === '*' || rule.operation === subject.operation) &&
    (rule.account === undefined || rule.account === subject.account) &&
    (rule.region === undefined || rule.region === subject.region) &&
    ((subject.input as { DryRun?: unknown } | undefined)?.DryRun === true) === (rule.dryRun ?? false) &&
    (rule.page === undefined || rule.page === subject.page) &&
    (rule.containing === undefined || JSON.stringify(subject.input).includes(rule.containing))
  );
}
