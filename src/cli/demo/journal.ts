/** The logs of the instances: the demo's only view into them. */

import { DEMO_ACCOUNTS } from '../../../sandbox/demo/accounts.ts';
import { keyOf } from '../../../sandbox/demo/truth.ts';
import type { PassRecord } from '../../core/policy/pass.ts';
import type { AuditEntry, AuditEvent } from '../../core/resource/audit.ts';
import { partsOf } from '../../core/resource/namespace.ts';

/** A parsed log line with its sender; the journal keeps the lines in the order of their arrival. */
export interface Received<T> {
  /** The instance that logged it. */
  readonly instance: string;
  readonly entry: T;
}

/** A logged pass: each instant is RFC 3339. */
export type LoggedPass = Omit<PassRecord, 'startedAt' | 'endedAt' | 'nextDueAt'> & { readonly startedAt: string };
/** A logged audit entry, without its instants. */
export type LoggedAudit = Omit<AuditEntry, 'at' | 'lastAt' | 'restorableUntil'>;

/** A log line that reports neither a pass nor an audit entry. A line that is not JSON has its text as `msg`. */
export interface OtherLine {
  readonly level: string;
  readonly msg: string;
  readonly [field: string]: unknown;
}

/** The resource of an audit entry, as the oracle's key. */
export function keyOfAudit({ namespace, id = '' }: Pick<AuditEntry, 'namespace' | 'id'>): string {
  if (namespace === 'fleet') return 'fleet';
  const { account, location, resourceType } = partsOf(namespace);
  const accountId = DEMO_ACCOUNTS.find(({ name }) => name === account)?.id ?? account;
  return keyOf({ account: accountId, region: location, type: resourceType, id });
}

export class Journal {
  readonly audits: Received<LoggedAudit>[] = [];
  readonly passes: Received<LoggedPass>[] = [];
  readonly others: Received<OtherLine>[] = [];

  /** Takes one line of a log; a line that is not JSON is kept as it is. */
  add(instance: string, text: string): void {
    const line = parse(text);
    if (line.msg === 'audit') this.audits.push({ instance, entry: line as unknown as LoggedAudit });
    else if (line.msg === 'pass') this.passes.push({ instance, entry: line as unknown as LoggedPass });
    else this.others.push({ instance, entry: line });
  }

  /** The first line of an instance with this message. */
  line(instance: string, msg: string): OtherLine | undefined {
    return this.others.find((heard) => heard.instance === instance && heard.entry.msg === msg)?.entry;
  }

  audit(key: string, ...events: readonly AuditEvent[]): Received<LoggedAudit> | undefined {
    return this.audits.find(({ entry }) => events.includes(entry.event) && keyOfAudit(entry) === key);
  }

  /** How many resources have such an event, however often. */
  count(event: AuditEvent, actor?: string): number {
    const found = this.audits.filter(
      ({ entry }) => entry.event === event && (actor === undefined || entry.actor === actor),
    );
    return new Set(found.map(({ entry }) => keyOfAudit(entry))).size;
  }

  /** The last line of an instance that was not routine, for a message. */
  lastWords(instance: string): string {
    const lines = this.others.filter((heard) => heard.instance === instance);
    const { entry } = lines.findLast(({ entry: { msg } }) => /Error\b|^holystone: /.test(msg)) ?? lines.at(-1) ?? {};
    if (!entry) return 'no output';
    return typeof entry.problem === 'string' ? `${entry.msg}: ${entry.problem}` : entry.msg;
  }
}

function parse(text: string): OtherLine {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && 'msg' in value) return value as OtherLine;
  } catch {
    // Not every line on stderr is a log line: it may be a crash, or a warning from Node.
  }
  return { level: 'error', msg: text };
}
