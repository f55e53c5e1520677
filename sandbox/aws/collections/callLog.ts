/** One request to the sandbox. `seq` grows by one per request, in the order of the effects. */
export interface CallRecord {
  readonly seq: number;
  /** ISO instant by the sandbox's clock. */
  readonly at: string;
  readonly account: string;
  readonly region: string;
  /** Signing name: `ec2`, `autoscaling`, `elasticloadbalancing`, `sts`, `iam`. */
  readonly service: string;
  /** The SDK's id of the service: `Elastic Load Balancing v2`. Two services may share a signing name. */
  readonly api: string;
  readonly operation: string;
  /** ARN of the caller. */
  readonly principal: string;
  /** Name of the assumed role, if any. */
  readonly role?: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly requestId: string;
  /** HTTP status of the answer; 0 without an answer (`drop`, `hang`). */
  readonly status: number;
  /** Error code of the answer. */
  readonly error?: string;
  readonly dryRun: boolean;
  /** Kind of the fault on this call. */
  readonly fault?: string;
}

export interface CallQuery {
  /** Only records with a larger `seq`. */
  readonly after?: number;
  readonly operation?: string;
  readonly account?: string;
  readonly region?: string;
}

/** Above this the oldest records are removed, so that a long demo does not use all memory. */
const MAX_RECORDS = 500_000;

export class CallLog {
  #records: CallRecord[] = [];
  #seq = 0;

  add(record: Omit<CallRecord, 'seq'>): void {
    this.#seq += 1;
    this.#records.push(Object.freeze({ seq: this.#seq, ...record }));
    if (this.#records.length > MAX_RECORDS) this.#records = this.#records.slice(MAX_RECORDS / 10);
  }

  /** The newest record of this request. */
  last(requestId: string): CallRecord | undefined {
    return this.#records.findLast((record) => record.requestId === requestId);
  }

  list({ after = 0, ...wanted }: CallQuery = {}): readonly CallRecord[] {
    const first = this.#records[0]?.seq ?? 1;
    const fresh = this.#records.slice(Math.max(0, after + 1 - first));
    if (Object.keys(wanted).length === 0) return fresh;
    return fresh.filter(
      (record) =>
        (wanted.operation === undefined || record.operation === wanted.operation) &&
        (wanted.account === undefined || record.account === wanted.account) &&
        (wanted.region === undefined || record.region === wanted.region),
    );
  }
}
