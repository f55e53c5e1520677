import { randomUUID } from 'node:crypto';
import type { AuditEntry } from '../core/audit.ts';
import type { Mark } from '../core/mark.ts';
import type { Namespace } from '../core/namespace.ts';
import { type OptOut, type OptOuts, type OptOutTarget, outlasts, targetKey } from '../core/optOut.ts';
import type { MarkStore, OptOutStore, OptOutStored, PendingTag } from '../core/ports.ts';
import { AUDIT_MAX_ENTRIES, logAudit } from './audit.ts';
import type { StateDeps } from './deps.ts';
import { namespaceKeys } from './keys.ts';
import { decodeMark } from './markValue.ts';
import { decodeOptOuts, decodeTagIntent, encodeActor, encodeOptOut, encodeTagIntent, SENTINEL } from './optOutValue.ts';
import { loadScript } from './script.ts';

const OPT_OUT = loadScript('optOut', ['optOuts', 'marks', 'schedule', 'retry', 'pendingTags', 'tagIntents', 'audit']);
const UNDO = loadScript('undoOptOut', ['optOuts', 'pendingTags', 'tagIntents', 'audit']);
const SETTLE_TAG = loadScript('settleTag', ['pendingTags', 'tagIntents']);
const PAGE = 500;

/** Who keeps what in a HASH, and the tags still to be written on the resources. Of a group, members are not tagged. */
export class RedisOptOutStore implements OptOutStore {
  readonly #deps: StateDeps;
  readonly #marks: MarkStore;

  constructor(deps: StateDeps, marks: MarkStore) {
    this.#deps = deps;
    this.#marks = marks;
  }

  async all(namespace: Namespace): Promise<OptOuts> {
    const longest = new Map<string, OptOut>();
    for await (const [target, [first]] of this.#targets(namespace)) if (first) longest.set(target, first);
    return longest;
  }

  async list(namespace: Namespace, target?: OptOutTarget): Promise<readonly OptOut[]> {
    if (target) {
      const { optOuts } = namespaceKeys(namespace);
      const key = targetKey(target);
      const doing = `reading the opt-outs of ${key} in ${namespace}`;
      const value = await this.#deps.connection.command(doing, (client) => client.hget(optOuts, key));
      return value === null ? [] : decodeOptOuts(key, value);
    }
    // A field may come twice where the HASH grows meanwhile.
    const all = new Map<string, readonly OptOut[]>();
    for await (const [key, decisions] of this.#targets(namespace)) all.set(key, decisions);
    return [...all.values()].flat();
  }

  async optOut(namespace: Namespace, optOut: OptOut): Promise<OptOutStored> {
    const stored = await this.#store(namespace, optOut);
    return optOut.target.kind === 'id' ? stored : { ...stored, ...(await this.#unmarkGroup(namespace, optOut)) };
  }

  async undo(
    namespace: Namespace,
    target: OptOutTarget,
    audit: AuditEntry,
    whose: string = audit.actor,
  ): Promise<boolean> {
    const keys = namespaceKeys(namespace);
    const reply = await this.#deps.scripts.write(UNDO, {
      doing: `taking back the opt-out of ${targetKey(target)} in ${namespace}`,
      keys,
      op: keys.op,
      args: [
        targetKey(target),
        encodeActor(whose),
        target.kind === 'id' ? target.value : '',
        randomUUID(),
        audit.at,
        AUDIT_MAX_ENTRIES,
        JSON.stringify(audit),
      ],
    });
    if (reply === '1') logAudit(this.#deps.log, audit);
    return reply === '1';
  }

  async pendingTags(namespace: Namespace, now: number, limit: number): Promise<readonly PendingTag[]> {
    const { pendingTags, tagIntents } = namespaceKeys(namespace);
    return this.#deps.connection.command(`reading the pending tags of ${namespace}`, async (client) => {
      const ids = await client.zrangebyscore(pendingTags, '-inf', now, 'LIMIT', 0, limit);
      if (ids.length === 0) return [];
      const intents = await client.hmget(tagIntents, ...ids);
      return ids.flatMap((id, i) => {
        const intent = intents[i];
        return typeof intent === 'string' ? [decodeTagIntent(id, intent)] : [];
      });
    });
  }

  async settleTag(namespace: Namespace, pending: PendingTag, retryAt?: number): Promise<void> {
    const keys = namespaceKeys(namespace);
    await this.#deps.scripts.write(SETTLE_TAG, {
      doing: `settling the tag of ${pending.id} in ${namespace}`,
      keys,
      op: keys.op,
      args: [pending.id, encodeTagIntent(pending), retryAt ?? ''],
    });
  }

  /** Every target with what was said about it, longest first; a target may come twice. */
  async *#targets(namespace: Namespace): AsyncGenerator<readonly [target: string, decisions: readonly OptOut[]]> {
    const { optOuts } = namespaceKeys(namespace);
    let cursor = '0';
    do {
      const [next, flat] = await this.#deps.connection.command(`reading the opt-outs of ${namespace}`, (client) =>
        client.hscan(optOuts, cursor, 'COUNT', PAGE),
      );
      for (let i = 0; i + 1 < flat.length; i += 2) {
        const target = flat[i] ?? '';
        if (target !== SENTINEL) yield [target, decodeOptOuts(target, flat[i + 1] ?? '')];
      }
      cursor = next;
    } while (cursor !== '0');
  }

  async #store(namespace: Namespace, optOut: OptOut): Promise<OptOutStored> {
    const { target, actor, at } = optOut;
    const id = target.kind === 'id' ? target.value : '';
    const [entry, unmarked] = auditsOf(namespace, optOut);
    const keys = namespaceKeys(namespace);
    const reply = String(
      await this.#deps.scripts.write(OPT_OUT, {
        doing: `storing the opt-out of ${targetKey(target)} in ${namespace}`,
        keys,
        op: keys.op,
        args: [
          targetKey(target),
          encodeActor(actor),
          encodeOptOut(optOut),
          id,
          randomUUID(),
          at,
          AUDIT_MAX_ENTRIES,
          JSON.stringify(entry),
          JSON.stringify(unmarked),
        ],
      }),
    );
    logAudit(this.#deps.log, entry);
    const [outcome, mark = '', ...standing] = reply.split('\n');
    if (outcome === 'removed') logAudit(this.#deps.log, unmarked);
    const [longest] = decodeOptOuts(targetKey(target), standing.join('\n'));
    return {
      ...(outcome === 'removed' ? { removed: decodeMark(id, mark) } : {}),
      deletionBegun: outcome === 'deleting',
      ...(longest && outlasts(longest, optOut) ? { outlastedBy: longest } : {}),
    };
  }

  /** Stored already, so no new mark or permit can come; what is marked goes one by one. Answers the first removed. */
  async #unmarkGroup(namespace: Namespace, optOut: OptOut): Promise<OptOutStored> {
    let removed: Mark | undefined;
    let deletionBegun = false;
    for await (const page of this.#marks.all(namespace)) {
      for (const mark of page) {
        if (mark.resource.group !== optOut.target.value) continue;
        const end = await this.#unmark(namespace, mark, optOut);
        if (end === 'deleting') deletionBegun = true;
        else removed ??= end;
      }
    }
    return removed ? { removed, deletionBegun } : { deletionBegun };
  }

  /** Until nobody changes it in between; whoever does is a pass, and finishes. */
  async #unmark(namespace: Namespace, seen: Mark, optOut: OptOut): Promise<Mark | 'deleting' | undefined> {
    let mark: Mark | undefined = seen;
    while (mark) {
      if (mark.state === 'deleting') return 'deleting';
      const { id, generation } = mark;
      const audit: AuditEntry = { ...auditsOf(namespace, optOut)[1], id, generation };
      const [answer] = await this.#marks.apply(namespace, [{ id, before: mark, after: undefined, audit }]);
      if (answer === 'applied') return mark;
      mark = await this.#marks.get(namespace, id);
    }
    return undefined;
  }
}

/** The entry of the opt-out, and the one of a mark that it removes. */
function auditsOf(namespace: Namespace, { target, until, actor, reason, at }: OptOut): [AuditEntry, AuditEntry] {
  const ending = until === 'forever' ? 'for ever' : `until ${new Date(until).toISOString()}`;
  const what = target.kind === 'id' ? 'kept' : `group ${target.value} kept`;
  const said = `${what} ${ending}${reason === undefined ? '' : `: ${reason}`}`;
  const entry = { at, namespace, actor, ...(target.kind === 'id' ? { id: target.value } : {}) };
  return [
    { ...entry, event: 'optedOut', reason: said },
    { ...entry, event: 'unmarked', reason: said },
  ];
}
