/**
 * The decisions that this process saw. A keyed checksum does not show that a decision was removed, or that an older one of
 * the same person was put back: one that was there counts until that person undoes it, which leaves a signed trace.
 */
import type { Clock } from '../../core/common/clock.ts';
import { inForce, type OptOut, targetKey } from '../../core/owner/optOut.ts';
import type { Namespace } from '../../core/resource/namespace.ts';
import type { Seal, SealedPlace } from '../../core/resource/seal.ts';
import type { StateDeps } from './deps.ts';
import { namespaceKeys } from './keys.ts';
import { encodeActor } from './optOutValue.ts';
import { openJson, sealJson } from './sealedJson.ts';

/** The decisions about each target. */
type Decisions = ReadonlyMap<string, readonly OptOut[]>;

/** Decisions of a namespace; with more a process remembers none that it read, and no further one that it stored. */
const MOST_REMEMBERED = 100_000;

export class OptOutMemory {
  readonly #deps: StateDeps;
  readonly #clock: Clock;
  readonly #known = new Map<Namespace, Decisions>();
  /** Stored by this process since the last whole read, by person and target. */
  readonly #stored = new Map<Namespace, Map<string, OptOut>>();

  constructor(deps: StateDeps, clock: Clock) {
    this.#deps = deps;
    this.#clock = clock;
  }

  /** The decisions that a whole read must show which begins now; what is stored meanwhile is none of them. */
  expected(namespace: Namespace): readonly OptOut[] {
    const known = [...(this.#known.get(namespace)?.values() ?? [])].flat();
    return [...known, ...(this.#stored.get(namespace)?.values() ?? [])];
  }

  /** Those in force of `expected` that `read` lacks, and that nobody undid. */
  async lost(namespace: Namespace, expected: readonly OptOut[], read: Decisions): Promise<readonly OptOut[]> {
    const now = this.#clock.now();
    const missing = expected.filter((one) => inForce(one, now) && !isIn(read.get(targetKey(one.target)), one));
    if (missing.length === 0) return [];
    const { undone } = namespaceKeys(namespace);
    const traces = await this.#deps.connection.command(`reading what was undone in ${namespace}`, (client) =>
      client.hmget(undone, ...missing.map((one) => traceField(targetKey(one.target), one.actor))),
    );
    return missing.filter((one, at) => undoneUpTo(this.#deps.seal, namespace, one, traces[at]) < one.at);
  }

  /**
   * Without a key anybody could leave the trace, so nothing is remembered.
   * @param expected as before the read of `all`
   */
  remember(namespace: Namespace, expected: readonly OptOut[], all: Decisions): void {
    if (this.#deps.seal.isOn && all.size <= MOST_REMEMBERED) this.#known.set(namespace, all);
    else this.#known.delete(namespace);
    const read = new Set(expected);
    const stored = this.#stored.get(namespace);
    for (const [key, one] of stored ?? []) if (read.has(one)) stored?.delete(key);
  }

  /** A decision that this process stored: it counts before a pass has read it. */
  stored(namespace: Namespace, optOut: OptOut): void {
    if (!this.#deps.seal.isOn) return;
    const all = this.#stored.get(namespace) ?? new Map<string, OptOut>();
    this.#stored.set(namespace, all);
    if (all.size < MOST_REMEMBERED) all.set(traceField(targetKey(optOut.target), optOut.actor), optOut);
  }
}

/** In the HASH of what was undone: the decision of one person about one target. */
export function traceField(target: string, actor: string): string {
  return `${encodeActor(actor)}|${target}`;
}

/** @param at the time of the decision that the person undoes, ms since the epoch; '' without a key */
export function traceOf(seal: Seal, namespace: Namespace, target: string, actor: string, at: number): string {
  return seal.isOn ? sealJson(seal, placeOf(namespace, target, actor), JSON.stringify({ at })) : '';
}

function undoneUpTo(seal: Seal, namespace: Namespace, { target, actor }: OptOut, text: string | null | undefined) {
  if (!text) return Number.NEGATIVE_INFINITY;
  const { json, check } = openJson(seal, placeOf(namespace, targetKey(target), actor), text);
  return check === 'valid' ? (JSON.parse(json) as { readonly at: number }).at : Number.NEGATIVE_INFINITY;
}

function placeOf(namespace: Namespace, target: string, actor: string): SealedPlace {
  return ['optOut', namespace, target, 'undone', actor];
}

/** Also where the stored decisions cannot be read, and keep for ever. */
function isIn(stored: readonly OptOut[] | undefined, { actor, at }: OptOut): boolean {
  return stored?.some((one) => (one.actor === actor && one.at >= at) || one.at === 0) ?? false;
}
