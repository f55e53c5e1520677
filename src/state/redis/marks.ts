import { LockLostError, UnreadableError } from '../../core/common/errors.ts';
import { pluralize } from '../../core/common/pluralize.ts';
import { mapInSteps } from '../../core/common/steps.ts';
import { lookAt } from '../../core/mark/deletionOrder.ts';
import type { Mark } from '../../core/mark/mark.ts';
import type { DropAudit, UnreadableMark } from '../../core/mark/unreadableMark.ts';
import { targetsOf } from '../../core/owner/optOut.ts';
import type { Applied, Fence, MarkStore, Transition } from '../../core/ports/ports.ts';
import type { AuditEvent } from '../../core/resource/audit.ts';
import type { Namespace } from '../../core/resource/namespace.ts';
import type { Seal } from '../../core/resource/seal.ts';
import { AUDIT_MAX_ENTRIES, recordUnconfirmed } from './audit.ts';
import { reindexDecisions } from './decisionIndexes.ts';
import type { StateDeps } from './deps.ts';
import { dropUnreadable } from './droppedMarks.ts';
import { namespaceKeys } from './keys.ts';
import { MarkMemory } from './markMemory.ts';
import { reindexMarks, scoresOf } from './markSchedule.ts';
import { decodeMark, encodeMark, versionOf } from './markValue.ts';
import { removeOutdatedKeys } from './outdatedKeys.ts';
import { decodeCursor, encodeCursor } from './pageCursor.ts';
import { repeatHash } from './repeats.ts';
import { loadScript } from './script.ts';

const APPLY = loadScript('apply', ['marks', 'schedule', 'retry', 'optOuts', 'audit', 'lock', 'repeats', 'refused']);
const DUE = loadScript('due', ['schedule', 'retry', 'refused']);
const COUNT = loadScript('count', ['schedule', 'retry']);
const PAGE = loadScript('page', ['schedule', 'marks']);

/** Marks per script or read: Redis serves no other client while a script runs. */
const CHUNK = 500;
/** The longest head of the schedule that `due` reads past marks that it cannot read. */
const MOST_DUE = 16_000;
const ANSWERS: Readonly<Record<string, Applied>> = { a: 'applied', c: 'conflict', o: 'optedOut' };

/** Marks in a HASH, and ZSETs of their dates, of next attempts and of refusals. */
export class RedisMarkStore implements MarkStore {
  readonly #deps: StateDeps;
  readonly #memory = new MarkMemory();

  constructor(deps: StateDeps) {
    this.#deps = deps;
  }

  async get(namespace: Namespace, id: string): Promise<Mark | undefined> {
    const { marks } = namespaceKeys(namespace);
    const operation = `reading the mark of ${JSON.stringify(id)} in ${namespace}`;
    const value = await this.#deps.connection.command(operation, (client) => client.hget(marks, id));
    return value === null ? undefined : this.#decoded(namespace, id, value);
  }

  drop(namespace: Namespace, unreadable: readonly UnreadableMark[], audit: DropAudit): Promise<readonly string[]> {
    return dropUnreadable(this.#deps, namespace, unreadable, audit);
  }

  async reindex(namespace: Namespace): Promise<number> {
    return (await reindexMarks(this.#deps, namespace)) + (await reindexDecisions(this.#deps, namespace));
  }

  removeOutdated(namespace: Namespace): Promise<number> {
    return removeOutdatedKeys(this.#deps, namespace);
  }

  async getMany(namespace: Namespace, ids: readonly string[]): Promise<readonly Mark[]> {
    if (ids.length === 0) return [];
    const { marks } = namespaceKeys(namespace);
    const values = await this.#deps.connection.command(`reading marks of ${namespace}`, (client) =>
      client.hmget(marks, ...ids),
    );
    return ids.flatMap((id, i) => this.#readable(namespace, id, values[i]));
  }

  async *all(namespace: Namespace, unreadable?: (one: UnreadableMark) => void): AsyncGenerator<readonly Mark[]> {
    const { marks } = namespaceKeys(namespace);
    const reading = this.#memory.begin();
    let cursor = '0';
    do {
      const [next, flat] = await this.#deps.connection.command(`reading the marks of ${namespace}`, (client) =>
        client.hscan(marks, cursor, 'COUNT', CHUNK),
      );
      const page: Mark[] = [];
      for (let i = 0; i + 1 < flat.length; i += 2)
        page.push(...this.#readable(namespace, flat[i] ?? '', flat[i + 1], unreadable));
      if (page.length > 0) yield page;
      cursor = next;
    } while (cursor !== '0');
    this.#memory.end(namespace, reading);
  }

  /** Without a key anybody can make a newer one, so nothing is remembered. */
  #decoded(namespace: Namespace, id: string, value: string): Mark {
    const { seal } = this.#deps;
    const mark = decodeMark(namespace, id, value, seal);
    return seal.isOn && !mark.unproven ? this.#memory.read(mark) : mark;
  }

  /** An unreadable mark does not stop the others: the caller still gets them. */
  #readable(
    namespace: Namespace,
    id: string,
    value: string | null | undefined,
    unreadable?: (one: UnreadableMark) => void,
  ): readonly Mark[] {
    if (typeof value !== 'string') return [];
    try {
      return [this.#decoded(namespace, id, value)];
    } catch (error) {
      if (!(error instanceof UnreadableError)) throw error;
      this.#memory.isThere(namespace, id);
      unreadable?.({ id, value, why: error.message });
      return [];
    }
  }

  /** Reads a longer head when some of its marks are unreadable: they must not hide due marks behind them. */
  async due(namespace: Namespace, now: number, limit: number): Promise<readonly Mark[]> {
    for (let size = limit; ; size *= 2) {
      const { marks, ids } = await this.#dueAmong(namespace, now, size);
      if (marks.length >= limit || ids < size || size >= MOST_DUE) return marks.slice(0, limit);
    }
  }

  async #dueAmong(namespace: Namespace, now: number, limit: number): Promise<{ marks: readonly Mark[]; ids: number }> {
    const ids = (await this.#deps.scripts.read(DUE, {
      operation: `reading due marks of ${namespace}`,
      keys: namespaceKeys(namespace),
      args: [now, limit],
    })) as string[];
    const marks: Mark[] = [];
    for (let i = 0; i < ids.length; i += CHUNK) {
      marks.push(...(await this.getMany(namespace, ids.slice(i, i + CHUNK))));
    }
    // Another process may move or delay a mark between the two reads.
    const due = marks.filter((mark) => lookAt(mark) <= now && (mark.nextAttemptAt ?? 0) <= now);
    return { marks: due, ids: ids.length };
  }

  async count(namespace: Namespace, now: number, since?: number, instants: readonly number[] = []) {
    const [marked = 0, due = 0, newlyDue = 0, ...before] = (await this.#deps.scripts.read(COUNT, {
      operation: `counting the marks of ${namespace}`,
      keys: namespaceKeys(namespace),
      args: [now, since === undefined ? '-inf' : `(${since}`, ...instants],
    })) as number[];
    return { marked, due, newlyDue, ...(instants.length === 0 ? {} : { before }) };
  }

  async page(namespace: Namespace, cursor: string | undefined, limit: number) {
    const anchor = decodeCursor(cursor);
    const [more, ...rows] = (await this.#deps.scripts.read(PAGE, {
      operation: `paging the marks of ${namespace}`,
      keys: namespaceKeys(namespace),
      args: [Math.min(limit, CHUNK), anchor?.score ?? '', anchor?.id ?? ''],
    })) as [number, ...(string | null)[]];
    const marks: Mark[] = [];
    for (let i = 0; i + 2 < rows.length; i += 3) {
      const value = rows[i + 2];
      marks.push(...this.#readable(namespace, rows[i] ?? '', value));
    }
    const [id, score] = rows.slice(-3);
    if (more !== 1 || typeof id !== 'string' || typeof score !== 'string') return { marks };
    return { marks, next: encodeCursor({ score, id }) };
  }

  /** At most 500 per script. When a later script loses the lock, the changes of the earlier scripts stay. */
  async apply(namespace: Namespace, transitions: readonly Transition[], fence?: Fence): Promise<readonly Applied[]> {
    const applied: Applied[] = [];
    for (let i = 0; i < transitions.length; i += CHUNK) {
      applied.push(...(await this.#applyChunk(namespace, transitions.slice(i, i + CHUNK).map(withStates), fence)));
    }
    return applied;
  }

  async #applyChunk(namespace: Namespace, transitions: readonly Transition[], fence?: Fence): Promise<Applied[]> {
    const keys = namespaceKeys(namespace);
    const operation = `changing ${pluralize(transitions.length, 'mark')} of ${namespace}`;
    const written = await mapInSteps(transitions, (one) => argumentsOf(namespace, one, this.#deps.seal));
    const args = [fence?.token ?? '', AUDIT_MAX_ENTRIES, ...written.flat()];
    // A loss of these transitions does harm, so this process must also notice the loss.
    const isReplicated = transitions.some(givesTime);
    const isWitnessed = isReplicated;
    // The log gets every transition that Redis did not confirm; a cloud answer also when Redis surely did not store it.
    let unconfirmed = transitions.map(({ audit }) => audit).filter(({ event }) => ANSWERED.includes(event));
    const ifUnconfirmed = () => {
      unconfirmed = transitions.map(({ audit }) => audit);
    };
    // The cloud answers only once: a short break of the connection must not make two records of it, or none.
    const isPatient = unconfirmed.length > 0;
    const call = { operation, keys, op: keys.op, args, isReplicated, isWitnessed, isPatient, ifUnconfirmed };
    const reply = await this.#deps.scripts.write(APPLY, call).then(String, (error: unknown) => {
      recordUnconfirmed(this.#deps, unconfirmed);
      throw error;
    });
    if (reply === 'L') throw new LockLostError(`${operation}: this instance lost the lock, nothing was changed`);
    const answers = transitions.map((_, i) => ANSWERS[reply.charAt(i)] ?? 'conflict');
    const applied = transitions.filter((_, i) => answers[i] === 'applied');
    if (this.#deps.seal.isOn) for (const one of applied) this.#memory.stored(namespace, one);
    await mapInSteps(applied, ({ audit, before }) => this.#deps.recorded(audit, before));
    return answers;
  }
}

/**
 * True when a loss would bring a deletion forward. A lost unmark brings back a mark that a person or a use has ended; after a
 * lost delay or hand-on, the resource would be deleted earlier than the person has read.
 */
function givesTime({ after, audit: { event } }: Transition): boolean {
  return (after === undefined && event === 'unmarked') || GIVES_TIME.includes(event);
}

/** Events that record the cloud's answer to a request, whatever Redis stores of it. */
const ANSWERED: readonly AuditEvent[] = ['deleted', 'accepted', 'quarantined', 'refused'];

const GIVES_TIME: readonly AuditEvent[] = ['expediteUndone', 'disclaimed', 'disclaimUndone'];

/** Adds to the audit entry of each transition the name, the state before and the state after. */
function withStates({ audit, ...transition }: Transition): Transition {
  const { before, after, id } = transition;
  const end = audit.event === 'deleted' || audit.event === 'gone' ? audit.event : 'none';
  const name = (after ?? before)?.resource.name;
  const named = name && name !== id ? { name } : {};
  return { ...transition, audit: { ...audit, ...named, before: before?.state ?? 'none', after: after?.state ?? end } };
}

/** The arguments of one transition, as apply.lua names them. */
function argumentsOf(namespace: Namespace, { id, before, after, audit }: Transition, seal: Seal): (string | number)[] {
  const expected = before === undefined ? '' : versionOf(before);
  const entry = JSON.stringify(audit);
  if (after === undefined) return [id, expected, '', '', '', '', audit.at, entry, '', 0];
  if (after.id !== id || after.namespace !== namespace) {
    throw new RangeError(`the mark of ${after.id} in ${after.namespace} under the id ${id} in ${namespace}`);
  }
  // An opt-out that arrived during the deletion counts as soon as the mark leaves `deleting` (L65).
  const isBack = before?.state === 'deleting' && after.state !== 'deleting';
  const isNew = before === undefined || before.generation !== after.generation;
  const mayBeKept = isNew || isBack;
  const targets = mayBeKept ? targetsOf({ id, ...after.resource }) : [];
  return [
    id,
    expected,
    encodeMark(after, seal),
    ...scoresOf(after),
    audit.at,
    entry,
    repeatHash(audit),
    targets.length,
    ...targets,
  ];
}
