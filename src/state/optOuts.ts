import { randomUUID } from 'node:crypto';
import type { AuditEntry } from '../core/audit.ts';
import type { Mark } from '../core/mark.ts';
import type { Namespace } from '../core/namespace.ts';
import { type OptOut, type OptOuts, type OptOutTarget, targetKey } from '../core/optOut.ts';
import type { MarkStore, OptOutStore, OptOutStored, PendingTag } from '../core/ports.ts';
import { AUDIT_MAX_ENTRIES, logAudit } from './audit.ts';
import type { StateDeps } from './deps.ts';
import { namespaceKeys } from './keys.ts';
import { decodeMark } from './markValue.ts';
import { decodeOptOut, decodeTagIntent, encodeOptOut, encodeTagIntent, SENTINEL } from './optOutValue.ts';
import { loadScript } from './script.ts';

const OPT_OUT = loadScript('optOut', ['optOuts', 'marks', 'schedule', 'retry', 'pendingTags', 'tagIntents', 'audit']);
const UNDO = loadScript('undoOptOut', ['optOuts', 'pendingTags', 'tagIntents', 'audit']);
const SETTLE_TAG = loadScript('settleTag', ['pendingTags', 'tagIntents']);
const PAGE = 500;

/** Opt-outs in a HASH, and the tags still to be written on the resources. Of a group, members are not tagged. */
export class RedisOptOutStore implements OptOutStore {
  readonly #deps: StateDeps;
  readonly #marks: MarkStore;

  constructor(deps: StateDeps, marks: MarkStore) {
    this.#deps = deps;
    this.#marks = marks;
  }

  async all(namespace: Namespace): Promise<OptOuts> {
    const { optOuts } = namespaceKeys(namespace);
    const found = new Map<string, OptOut>();
    let cursor = '0';
    do {
      const [next, flat] = await this.#deps.connection.command(`reading the opt-outs of ${namespace}`, (client) =>
        client.hscan(optOuts, cursor, 'COUNT', PAGE),
      );
      for (let i = 0; i + 1 < flat.length; i += 2) {
        const target = flat[i] ?? '';
        if (target !== SENTINEL) found.set(target, decodeOptOut(target, flat[i + 1] ?? ''));
      }
      cursor = next;
    } while (cursor !== '0');
    return found;
  }

  async optOut(namespace: Namespace, optOut: OptOut): Promise<OptOutStored> {
    const stored = await this.#store(namespace, optOut);
    return optOut.target.kind === 'id' ? stored : this.#unmarkGroup(namespace, optOut);
  }

  async undo(namespace: Namespace, target: OptOutTarget, audit: AuditEntry): Promise<boolean> {
    const keys = namespaceKeys(namespace);
    const reply = await this.#deps.scripts.write(UNDO, {
      doing: `taking back the opt-out of ${targetKey(target)} in ${namespace}`,
      keys,
      op: keys.op,
      args: [
        targetKey(target),
        target.kind === 'id' ? target.value : '',
        encodeTagIntent({ version: randomUUID(), until: undefined }),
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

  async #store(namespace: Namespace, optOut: OptOut): Promise<OptOutStored> {
    const { target, until, at } = optOut;
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
          encodeOptOut(optOut),
          id,
          encodeTagIntent({ version: randomUUID(), until }),
          at,
          AUDIT_MAX_ENTRIES,
          JSON.stringify(entry),
          JSON.stringify(unmarked),
        ],
      }),
    );
    logAudit(this.#deps.log, entry);
    const deletionBegun = reply === 'deleting';
    if (!reply.startsWith('removed|')) return { deletionBegun };
    logAudit(this.#deps.log, unmarked);
    return { removed: decodeMark(id, reply.slice('removed|'.length)), deletionBegun };
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
