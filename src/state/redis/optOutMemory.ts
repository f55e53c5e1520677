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

/** Decisions of a namespace; with more a process remembers none of it. */
const MOST_REMEMBERED = 100_000;

export class OptOutMemory {
  readonly #deps: StateDeps;
  readonly #clock: Clock;
  readonly #known = new Map<Namespace, Decisions>();

  constructor(deps: StateDeps, clock: Clock) {
    this.#deps = deps;
    this.#clock = clock;
  }

  /** The decisions in force that this process saw, that `stored` lacks, and that nobody undid. */
  async lost(namespace: Namespace, stored: Decisions): Promise<readonly OptOut[]> {
    const known = [...(this.#known.get(namespace)?.values() ?? [])].flat();
    const now = this.#clock.now();
    const missing = known.filter((one) => inForce(one, now) && !isIn(stored.get(targetKey(one.target)), one));
    if (missing.length === 0) return [];
    const { undone } = namespaceKeys(namespace);
    const traces = await this.#deps.connection.command(`reading what was undone in ${namespace}`, (client) =>
      client.hmget(undone, ...missing.map((one) => traceField(targetKey(one.target), one.actor))),
    );
    return missing.filter((one, at) => undoneUpTo(this.#deps.seal, namespace, one, traces[at]) < one.at);
  }

  /** Without a key anybody could leave the trace, so nothing is remembered. */
  remember(namespace: Namespace, all: Decisions): void {
    if (this.#deps.seal.isOn && all.size <= MOST_REMEMBERED) this.#known.set(namespace, all);
    else this.#known.delete(namespace);
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
