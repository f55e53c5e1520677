/** One request as the sandbox saw it. `seq` grows by one per request, in the order in which effects happened. */
export interface CallRecord {
  readonly seq: number;
  /** ISO instant by the sandbox's clock. */
  readonly at: string;
  readonly account: string;
  readonly region: string;
  /** Signing name: `ec2`, `autoscaling`, `elasticloadbalancing`, `sts`, `iam`. */
  readonly service: string;
  readonly operation: string;
  /** ARN of the caller. */
  readonly principal: string;
  /** Name of the assumed role, if any. */
  readonly role?: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly requestId: string;
  /** HTTP status of the answer; 0 when none was given (`drop`, `hang`). */
  readonly status: number;
  /** Error code of the answer. */
  readonly error?: string;
  readonly dryRun: boolean;
  /** Kind of the fault that was put on this call. */
  readonly fault?: string;
}

export interface CallQuery {
  /** Only records with a larger `seq`. */
  readonly after?: number;
  readonly operation?: string;
  readonly account?: string;
  readonly region?: string;
}

/** Beyond this the oldest records go, so that a long demo does not eat the machine. */
const MAX_RECORDS = 500_000;

export class CallLog {
  #records: CallRecord[] = [];
  #seq = 0;

  add(record: Omit<CallRecord, 'seq'>): void {
    this.#seq += 1;
    this.#records.push(Object.freeze({ seq: this.#seq, ...record }));
    if (this.#records.length > MAX_RECORDS) this.#records = this.#records.slice(MAX_RECORDS / 10);
  }

  list({ after = 0, ...wanted }: CallQuery = {}): readonly CallRecord[] {
    const first = this.#records[0]?.seq ?? 1;
    const fresh = this.#records.slice(Math.max(0, after + 1 - first));
    return fresh.filter(
      (record) =>
        (wanted.operation === undefined || record.operation === wanted.operation) &&
        (wanted.account === undefined || record.account === wanted.account) &&
        (wanted.region === undefined || record.region === wanted.region),
    );
  }
}
