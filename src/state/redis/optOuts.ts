import { randomUUID } from 'node:crypto';
import { type Clock, systemClock } from '../../core/common/clock.ts';
import { TooManyPatternsError } from '../../core/common/errors.ts';
import type { Mark } from '../../core/mark/mark.ts';
import { MAX_KEEP_PATTERNS } from '../../core/owner/keepPattern.ts';
import {
  isRepeat,
  longestFirst,
  type OptOut,
  type OptOuts,
  type OptOutTarget,
  outlasts,
  targetKey,
  withName,
} from '../../core/owner/optOut.ts';
import type { PatternPreview } from '../../core/owner/patternPreview.ts';
import type { MarkStore, OptOutStore, OptOutStored, PendingTag, Unless } from '../../core/ports/ports.ts';
import type { AuditEntry } from '../../core/resource/audit.ts';
import type { Namespace } from '../../core/resource/namespace.ts';
import { AUDIT_MAX_ENTRIES, recordUnconfirmed } from './audit.ts';
import type { StateDeps } from './deps.ts';
import { previewPattern, readPatterns } from './keepPatterns.ts';
import { namespaceKeys } from './keys.ts';
import { INDEXES } from './markSchedule.ts';
import { readableMark } from './markValue.ts';
import { besides, optOutEntry, type StoredOptOuts, storedOptOutsOf, undoEntry, unmarkedEntry } from './optOutAudit.ts';
import { OptOutMemory, traceField, traceOf } from './optOutMemory.ts';
import {
  decodeOptOuts,
  decodeOptOutsOr,
  encodeActor,
  encodeOptOut,
  encodeTagIntent,
  keptByUnreadable,
  PATTERNS,
  SENTINEL,
} from './optOutValue.ts';
import { readPendingTags } from './pendingTags.ts';
import { isQuarantining, unmarkKept } from './removedMarks.ts';
import { loadScript } from './script.ts';

const OPT_OUT = loadScript('optOut', ['optOuts', 'marks', ...INDEXES, 'pendingTags', 'tagIntents', 'audit']);
const UNDO = loadScript('undoOptOut', ['optOuts', 'pendingTags', 'tagIntents', 'audit', 'undone']);
const SETTLE_TAG = loadScript('settleTag', ['pendingTags', 'tagIntents']);
type Decisions = Map<string, readonly OptOut[]>;
const PAGE = 500;
/** Fields of the HASH, as glob patterns of HSCAN. */
const [EVERY, GROUPS] = ['*', 'group:*'];

/**
 * Opt-outs of single namespaces in a HASH, and the tags still to write on the resources. Members of a kept group, or
 * of a pattern, get no tag. A group may have members in other namespaces too: groupOptOuts.ts.
 */
export class RedisOptOutStore implements OptOutStore {
  readonly #deps: StateDeps;
  readonly #marks: MarkStore;
  readonly #memory: OptOutMemory;

  constructor(deps: StateDeps, marks: MarkStore, clock: Clock = systemClock) {
    this.#deps = deps;
    this.#marks = marks;
    this.#memory = new OptOutMemory(deps, clock);
  }

  /** @param which `groups` = only those about groups */
  async all(namespace: Namespace, which: 'every' | 'groups' = 'every'): Promise<OptOuts> {
    const expected = this.#memory.expected(namespace);
    const decided: Decisions = new Map();
    const match = which === 'groups' ? GROUPS : EVERY;
    for await (const [target, decisions] of this.#targets(namespace, match, keptByUnreadable))
      decided.set(target, decisions);
    if (which === 'every') await this.#putBack(namespace, expected, decided);
    return new Map([...decided].flatMap(([target, [first]]) => (first ? [[target, first] as const] : [])));
  }

  /** What this process saw counts on, and is stored again for the others. */
  async #putBack(namespace: Namespace, expected: readonly OptOut[], decisions: Decisions): Promise<void> {
    for (const lost of await this.#memory.lost(namespace, expected, decisions)) {
      const target = targetKey(lost.target);
      this.#deps.log.warn({ namespace, target, actor: lost.actor }, 'a decision to keep was removed and is put back');
      await this.#store(namespace, lost, undefined);
      const others = (decisions.get(target) ?? []).filter(({ actor }) => actor !== lost.actor);
      decisions.set(target, longestFirst([...others, lost]));
    }
    this.#memory.remember(namespace, expected, decisions);
  }

  async list(namespace: Namespace, target?: OptOutTarget): Promise<readonly OptOut[]> {
    if (target) {
      const value = await this.#value(namespace, target);
      return value === null ? [] : decodeOptOuts(namespace, targetKey(target), value, this.#deps.seal);
    }
    // HSCAN may return a field twice when the HASH grows meanwhile.
    const all = new Map<string, readonly OptOut[]>();
    for await (const [key, decisions] of this.#targets(namespace, EVERY)) all.set(key, decisions);
    return [...all.values()].flat();
  }

  patterns(namespace: Namespace): Promise<readonly OptOut[]> {
    return readPatterns(this.#deps, namespace);
  }

  preview(namespace: Namespace, pattern: string): Promise<PatternPreview> {
    return previewPattern(this.#deps, this.#marks, namespace, pattern);
  }

  /** @param how a copy: of a decision whose audit entry and keep tag another namespace has; a person waits less for it */
  async optOut(namespace: Namespace, optOut: OptOut, how?: 'copy' | Unless): Promise<OptOutStored> {
    const copy = how === 'copy' ? how : undefined;
    const stored = await this.#store(namespace, optOut, how);
    if (stored.isShorter || (optOut.target.kind === 'id' && !copy)) return stored;
    return { ...stored, ...(await unmarkKept(this.#marks, namespace, optOut, copy)) };
  }

  /** @param copy as of {@link optOut} */
  async undo(
    namespace: Namespace,
    target: OptOutTarget,
    audit: AuditEntry,
    whose: string = audit.actor,
    copy?: 'copy',
  ): Promise<boolean> {
    const keys = namespaceKeys(namespace);
    const decided = await this.#decisionsOf(namespace, target);
    const entry = undoEntry(audit, decided, whose);
    const undone = Math.max(audit.at, ...(decided ?? []).filter(({ actor }) => actor === whose).map(({ at }) => at));
    const reply = await this.#deps.scripts.write(UNDO, {
      operation: `withdrawing the opt-out of ${targetKey(target)} in ${namespace}`,
      keys,
      op: keys.op,
      args: [
        targetKey(target),
        encodeActor(whose),
        target.kind === 'id' && !copy ? target.value : '',
        randomUUID(),
        audit.at,
        AUDIT_MAX_ENTRIES,
        copy ? '' : JSON.stringify(entry),
        traceField(targetKey(target), whose),
        traceOf(this.#deps.seal, namespace, targetKey(target), whose, undone),
      ],
      ifUnconfirmed: () => recordUnconfirmed(this.#deps, copy ? [] : [entry]),
    });
    if (reply === '1' && !copy) this.#deps.recorded(entry);
    return reply === '1';
  }

  pendingTags(namespace: Namespace, now: number, limit: number): Promise<readonly PendingTag[]> {
    return readPendingTags(this.#deps, namespace, now, limit);
  }

  async settleTag(namespace: Namespace, pending: PendingTag, retryAt?: number): Promise<void> {
    const keys = namespaceKeys(namespace);
    await this.#deps.scripts.write(SETTLE_TAG, {
      operation: `settling the tag of ${pending.id} in ${namespace}`,
      keys,
      op: keys.op,
      args: [pending.id, encodeTagIntent(pending), retryAt ?? ''],
    });
  }

  /** Every target that matches, with its opt-outs, longest first; a target may come twice. */
  async *#targets(
    namespace: Namespace,
    match: string,
    instead?: (target: string) => OptOut,
  ): AsyncGenerator<readonly [target: string, decisions: readonly OptOut[]]> {
    const { optOuts } = namespaceKeys(namespace);
    let cursor = '0';
    do {
      const [next, flat] = await this.#deps.connection.command(`reading the opt-outs of ${namespace}`, (client) =>
        client.hscan(optOuts, cursor, 'MATCH', match, 'COUNT', PAGE),
      );
      for (let i = 0; i + 1 < flat.length; i += 2) {
        const target = flat[i] ?? '';
        if (target !== SENTINEL && target !== PATTERNS)
          yield [target, decodeOptOutsOr(instead, namespace, target, flat[i + 1] ?? '', this.#deps.seal)];
      }
      cursor = next;
    } while (cursor !== '0');
  }

  async #store(namespace: Namespace, given: OptOut, how: 'copy' | Unless | undefined): Promise<OptOutStored> {
    const copy = how === 'copy' ? how : undefined;
    const { target, actor, at } = given;
    const id = target.kind === 'id' && !copy ? target.value : '';
    const decided = await this.#decisionsOf(namespace, target);
    const own = decided?.filter((one) => one.actor === actor);
    const mark = await this.#markOf(namespace, id);
    const optOut = withName(given, mark?.resource.name, decided ?? []);
    const keys = namespaceKeys(namespace);
    const entry = optOutEntry(namespace, optOut, besides(decided, actor), own);
    const repeated = own?.some((before) => isRepeat(before, optOut)) ?? false;
    const unmarked = unmarkedEntry(namespace, optOut, mark?.state ?? 'none');
    const isSilent = repeated || copy !== undefined;
    const entries = [...(isSilent ? [] : [entry]), ...(unmarked.before === 'none' ? [] : [unmarked])];
    const reply = String(
      await this.#deps.scripts.write(OPT_OUT, {
        operation: `storing the opt-out of ${targetKey(target)} in ${namespace}`,
        keys,
        op: keys.op,
        isWitnessed: true,
        args: [
          targetKey(target),
          encodeActor(actor),
          encodeOptOut(namespace, optOut, this.#deps.seal),
          id,
          randomUUID(),
          at,
          AUDIT_MAX_ENTRIES,
          JSON.stringify(entry),
          JSON.stringify(unmarked),
          copy ?? (repeated ? '1' : '0'),
          MAX_KEEP_PATTERNS,
          how ?? '',
        ],
        ifUnconfirmed: () => recordUnconfirmed(this.#deps, entries),
      }),
    );
    const [outcome, value = '', ...standing] = reply.split('\n');
    if (outcome === 'full') throw new TooManyPatternsError(namespace, target.value, MAX_KEEP_PATTERNS);
    if (outcome === 'longer') return { deletionBegun: false, isShorter: true };
    this.#memory.stored(namespace, optOut);
    const others = besides(storedOptOutsOf(namespace, targetKey(target), standing.join('\n'), this.#deps.seal), actor);
    if (!isSilent) this.#deps.recorded(optOutEntry(namespace, optOut, others, own));
    const removed = outcome === 'removed' ? readableMark(namespace, id, value, this.#deps.seal) : undefined;
    if (outcome === 'removed') this.#deps.recorded(unmarkedEntry(namespace, optOut, removed?.state ?? 'unreadable'));
    const [longest] = longestFirst([optOut, ...(others ?? [])]);
    return {
      ...(removed ? { removed } : {}),
      deletionBegun: outcome === 'deleting' && !isQuarantining(namespace, id, value, this.#deps.seal),
      ...(longest && outlasts(longest, optOut) ? { outlastedBy: longest } : {}),
    };
  }

  async #decisionsOf(namespace: Namespace, target: OptOutTarget): Promise<StoredOptOuts> {
    return storedOptOutsOf(namespace, targetKey(target), await this.#value(namespace, target), this.#deps.seal);
  }

  #value(namespace: Namespace, target: OptOutTarget): Promise<string | null> {
    const [{ optOuts }, key] = [namespaceKeys(namespace), targetKey(target)];
    const operation = `reading the opt-outs of ${key} in ${namespace}`;
    return this.#deps.connection.command(operation, (client) => client.hget(optOuts, key));
  }

  /** For the audit log and the name only: an unreadable mark must not block an opt-out. */
  async #markOf(namespace: Namespace, id: string): Promise<Mark | undefined> {
    return id === '' ? undefined : this.#marks.get(namespace, id).catch(() => undefined);
  }
}
