import { createHash } from 'node:crypto';
import { defined } from '../../core/common/defined.ts';
import { withSourcesOfNow } from '../../core/common/earlierNames.ts';
import { LockLostError, messageOf, StoreError } from '../../core/common/errors.ts';
import {
  type Approval,
  endOf,
  hasStored,
  type PassEnd,
  type PassProgress,
  type PassRecord,
} from '../../core/policy/pass.ts';
import type { BlockedChange, BlockedChanges, PastPass } from '../../core/policy/pastPass.ts';
import { outOfTime } from '../../core/policy/surveyBudget.ts';
import { ACTIONS, type Action } from '../../core/policy/workConfiguration.ts';
import type { Fence, PassStore } from '../../core/ports/ports.ts';
import type { Namespace } from '../../core/resource/namespace.ts';
import { AUDIT_MAX_ENTRIES, recordUnconfirmed } from './audit.ts';
import { blockedValue, readRows, type SetOfRows } from './blockedRows.ts';
import type { StateDeps } from './deps.ts';
import { namespaceKeys } from './keys.ts';
import { notOurs, openPass, sealPass } from './passValue.ts';
import { loadScript } from './script.ts';
import { openJson, sealJson } from './sealedJson.ts';

const RECORD = loadScript('recordPass', ['pass', 'lock', 'passes', 'blocked']);
/** Entries of the passes of an action that are kept. */
const PASSES_KEPT = 20;
const APPROVE = loadScript('approve', ['pass', 'audit', 'lock']);

/** A pass as it is stored: earlier versions of Holystone wrote `madeWithout` for `waivedEvidence`. */
type StoredPass = PassRecord & { readonly madeWithout?: PassRecord['waivedEvidence'] };

/** The last pass per action and the approvals, in one HASH per namespace. */
export class RedisPassStore implements PassStore {
  readonly #deps: StateDeps;

  constructor(deps: StateDeps) {
    this.#deps = deps;
  }

  async get(namespace: Namespace, action: Action): Promise<PassRecord | undefined> {
    const text = await this.#text(namespace, action);
    return text === undefined ? undefined : this.#record(namespace, action, text);
  }

  async last(namespace: Namespace): Promise<readonly PassRecord[]> {
    const { pass } = namespaceKeys(namespace);
    const texts = await this.#deps.connection.command(doingOf(namespace), (client) => client.hmget(pass, ...ACTIONS));
    return ACTIONS.flatMap((action, at) => {
      const text = texts[at];
      return text ? [this.#record(namespace, action, text)] : [];
    });
  }

  #record(namespace: Namespace, action: Action, text: string): PassRecord {
    const json = openPass(this.#deps.seal, namespace, action, text);
    if (json === undefined) return notOurs(this.#deps.log, namespace, action);
    const { madeWithout, baseline, ...record } = this.#parsed(namespace, action, json) as StoredPass;
    return {
      ...(madeWithout === undefined ? {} : { waivedEvidence: madeWithout }),
      ...record,
      ...(baseline === undefined ? {} : { baseline: { ...baseline, findings: withSourcesOfNow(baseline.findings) } }),
    };
  }

  async record(record: PassRecord, fence?: Fence, changes?: readonly BlockedChange[]): Promise<void> {
    const { namespace, action, passId, endedAt } = record;
    const operation = `recording the ${action} pass of ${namespace}`;
    const all = namespaceKeys(namespace);
    const keys = { pass: all.pass, lock: all.lock, passes: all.passes(action), blocked: all.blocked(action) };
    const completed = action === 'mark' && hasStored(record) ? (record.incarnation ?? '') : '';
    const args = [
      ...[fence?.token ?? '', action, sealPass(this.#deps.seal, record), completed],
      ...[outcomeHash(record), passId, endedAt, JSON.stringify(shortOf(record)), PASSES_KEPT],
      ...[await blockedValue(this.#deps, record, changes), ...progressFields(record)],
    ];
    const reply = await this.#deps.scripts.write(RECORD, { operation, keys, op: all.op, args });
    if (reply === 'L') throw new LockLostError(`${operation}: this instance lost the lock, nothing was changed`);
  }

  async past(namespace: Namespace, action: Action): Promise<readonly PastPass[]> {
    const { passes } = namespaceKeys(namespace);
    const entries = await this.#deps.connection.command(doingOf(namespace), (client) =>
      client.lrange(passes(action), 0, -1),
    );
    return entries.map((entry) => {
      const [, times, since, text] = /^[0-9a-f]+\|[^|]*\|(\d+)\|(\d+)\|(.*)$/s.exec(entry) ?? [];
      const short = this.#parsed(namespace, `a ${action} pass`, text ?? '') as Omit<PastPass, 'times' | 'since'>;
      return { ...short, times: Number(times), since: Number(since) };
    });
  }

  async blockedChanges(namespace: Namespace, action: Action): Promise<readonly BlockedChanges[]> {
    const { blocked } = namespaceKeys(namespace);
    const entries = await this.#deps.connection.command(doingOf(namespace), (client) =>
      client.lrange(blocked(action), 0, -1),
    );
    return entries.map((entry) => {
      const text = entry.slice(entry.indexOf('|') + 1);
      return this.#parsed(namespace, `the blocked ${action} pass`, text) as BlockedChanges;
    });
  }

  async blockedRows(set: SetOfRows, from: number, count: number): Promise<readonly BlockedChange[]> {
    return readRows(this.#deps, set, from, count);
  }

  async approve(...[namespace, approval, audit, isAlone]: Parameters<PassStore['approve']>) {
    const keys = namespaceKeys(namespace);
    const field = approvalField(approval.action);
    const stored = await this.#storedApproval(namespace, approval.action);
    const reply = await this.#deps.scripts.write(APPROVE, {
      operation: `approving the blocked ${approval.action} pass of ${namespace}`,
      keys,
      op: keys.op,
      args: [
        field,
        sealJson(this.#deps.seal, ['approval', namespace, field], JSON.stringify(approval)),
        AUDIT_MAX_ENTRIES,
        JSON.stringify(audit),
        approval.passId ?? '',
        approval.actor,
        stored === undefined || stored.check === 'valid' ? '' : stored.text,
        isAlone ? '1' : '',
      ],
      ifUnconfirmed: () => recordUnconfirmed(this.#deps, [audit]),
    });
    if (reply === 'busy') return reply;
    if (typeof reply === 'string' && reply.startsWith('by ')) return { by: reply.slice('by '.length) };
    this.#deps.recorded(audit);
    return undefined;
  }

  /** With a signing key, an approval without a valid checksum does not count: an operator must approve again. */
  async approval(namespace: Namespace, action: Action): Promise<Approval | undefined> {
    const stored = await this.#storedApproval(namespace, action);
    if (stored === undefined) return undefined;
    const { json, check } = stored;
    if (check === 'valid') return this.#parsed(namespace, approvalField(action), json) as Approval;
    this.#deps.log.warn(
      { namespace, action, checksum: check },
      'an approval is ignored: its checksum is missing or wrong',
    );
    return undefined;
  }

  /** A pass that an earlier version of Holystone recorded has no fields of its own: its record says it then. */
  async progress(namespace: Namespace): Promise<PassProgress> {
    const { pass } = namespaceKeys(namespace);
    const fields = [...ACTIONS.map(completedField), COUNTS, OVER_BUDGET, UNREAD, ...ACTIONS.map(endField)];
    const values = await this.#deps.connection.command(doingOf(namespace), (client) => client.hmget(pass, ...fields));
    const found = ACTIONS.map((action, at) => [action, values[at]] as const).filter(([, value]) => value);
    const completedAt: Partial<Record<Action, number>> = Object.fromEntries(
      found.map(([action, value]) => [action, Number(value)]),
    );
    const [text, overBudget, unreadText, ...endTexts] = values.slice(ACTIONS.length);
    const ends = ACTIONS.flatMap((action, at) => endIn(action, endTexts[at]));
    const counts = text ? (this.#parsed(namespace, COUNTS, text) as PassRecord['counts']) : undefined;
    const unread = unreadText ? (this.#parsed(namespace, UNREAD, unreadText) as PassProgress['unread']) : [];
    const isOverBudget = overBudget === '1';
    if (completedAt.mark !== undefined && counts) return { completedAt, counts, isOverBudget, unread, ends };
    const last = await this.get(namespace, 'mark');
    if (last?.outcome === 'complete') completedAt.mark ??= last.endedAt;
    return { completedAt, counts: counts ?? (last && isCounted(last) ? last.counts : {}), isOverBudget, unread, ends };
  }

  async #storedApproval(namespace: Namespace, action: Action) {
    const field = approvalField(action);
    const text = await this.#text(namespace, field);
    return text === undefined
      ? undefined
      : { text, ...openJson(this.#deps.seal, ['approval', namespace, field], text) };
  }

  async #text(namespace: Namespace, field: string): Promise<string | undefined> {
    const { pass } = namespaceKeys(namespace);
    const value = await this.#deps.connection.command(doingOf(namespace), (client) => client.hget(pass, field));
    return value ?? undefined;
  }

  #parsed(namespace: Namespace, field: string, text: string): unknown {
    try {
      return JSON.parse(text);
    } catch (cause) {
      throw new StoreError(`${doingOf(namespace)}: ${field} is unreadable: ${messageOf(cause)}`, { cause });
    }
  }
}

/** The pass for people, without the fields that only the next pass needs. */
function shortOf(record: PassRecord): Omit<PastPass, 'times' | 'since'> {
  const { passId, action, outcome, stored, startedAt, endedAt, counts, problem, blocked } = record;
  return { passId, action, outcome, startedAt, endedAt, counts, ...defined({ stored, problem, blocked }) };
}

/** The same for passes that say the same; how much the cache answered says nothing. */
function outcomeHash({ outcome, counts: { cacheHits: _, ...counts }, problem, blocked }: PassRecord): string {
  const content = JSON.stringify([outcome, Object.entries(counts).sort(), problem, blocked?.digest]);
  return createHash('sha256').update(content).digest('hex').slice(0, 16);
}

const COUNTS = 'counts:mark';
const OVER_BUDGET = 'overBudget:mark';
const UNREAD = 'unread:mark';

function completedField(action: Action): string {
  return `completedAt:${action}`;
}

/** `outcome|failures|left` */
function endField(action: Action): string {
  return `end:${action}`;
}

function endIn(action: Action, text: string | null | undefined): readonly PassEnd[] {
  const [outcome, failures, left] = (text ?? '').split('|');
  if (!outcome || left === undefined) return [];
  return [{ action, outcome: outcome as PassEnd['outcome'], failures: Number(failures), left: Number(left) }];
}

/** In the form that `recordPass.lua` takes. */
function progressFields(record: PassRecord): readonly (string | number)[] {
  const { action, outcome, endedAt, counts } = record;
  const isRead = action === 'mark' && outcome !== 'failed' && outcome !== 'unfinished';
  const end = endOf(record);
  return [
    ...[endField(action), `${end.outcome}|${end.failures}|${end.left}`],
    ...(outcome === 'complete' ? [completedField(action), endedAt] : []),
    ...(isCounted(record) ? [COUNTS, JSON.stringify(counts)] : []),
    ...(action === 'mark' ? [OVER_BUDGET, outOfTime(record) === undefined ? '0' : '1'] : []),
    ...(isRead ? [UNREAD, JSON.stringify(record.unread ?? [])] : []),
  ];
}

/** Did a survey look at the whole listing? One that failed or ran out of time counted only a part, or nothing. */
function isCounted({ action, counts }: PassRecord): boolean {
  return action === 'mark' && counts.listed !== undefined;
}

function doingOf(namespace: Namespace): string {
  return `reading the passes of ${namespace}`;
}

function approvalField(action: Action): string {
  return `approval:${action}`;
}
