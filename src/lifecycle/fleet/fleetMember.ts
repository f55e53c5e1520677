/**
 * This process among the others of the fleet: it announces that it lives, its program and its configuration, and stands
 * between the fleet's control and every request that deletes.
 *
 *   before a permit    announce ─► read control ─► compare programs and configurations; a failed read means no
 *   every second       the same, so that it sees a kill switch also when no permit is requested
 *   control forbids ─► every gate closes: no request leaves; once all gates are closed, the next
 *                      announcement says that this control is obeyed, and an operator's command waits for that
 *   stage lowered   ─► the same, for the gates of that type and account
 *
 * Announced before the control is read: this process sees an operator's change, or the change finds it in the list.
 */
import type { MonotonicClock } from '../../core/common/clock.ts';
import { messageOf } from '../../core/common/errors.ts';
import type { Logger } from '../../core/common/logger.ts';
import { controlForbids, UNPROVEN } from '../../core/policy/control.ts';
import {
  type Control,
  type ControlState,
  INSTANCE_TTL_MS,
  type Instance,
  type Instances,
} from '../../core/policy/fleet.ts';
import { rolloutOf } from '../../core/policy/rollout.ts';
import { type Rollout, stageForbidsDeleting } from '../../core/policy/stage.ts';
import type { WorkConfiguration } from '../../core/policy/workConfiguration.ts';
import type { Namespace } from '../../core/resource/namespace.ts';
import { ControlLog } from './controlLog.ts';
import { announcedHash, configurationHash, type Drift, driftOf } from './drift.ts';
import { restoreControl, stopAfter } from './restoreControl.ts';
import { type DeleteGate, StageGate } from './stageGate.ts';

/** The composition root passes these for the one member that stands for its process. */
export interface FleetMemberDeps {
  readonly control: Control;
  readonly instances: Instances;
  readonly monotonic: MonotonicClock;
  /** ms since the epoch. */
  readonly now: () => number;
  readonly log: Logger;
  /** The work configurations in force now. */
  readonly workConfigurations: () => readonly WorkConfiguration[];
  /** The identity of what this process runs. */
  readonly program: string;
}

type StagedBy = Pick<WorkConfiguration, 'namespace' | 'startStage'>;

/** The member obeys this before its first read of the control. */
const UNSAID: Pick<ControlState, 'stages' | 'canaries' | 'unproven' | 'reviews'> = { stages: {}, canaries: {} };
const BEAT_MS = 1_000;
/** Shorter than the TTL: the clocks of Redis and of this process may run at different speeds. */
const ALIVE_MS = INSTANCE_TTL_MS - 2_000;

/**
 * This process among the instances: it announces itself, obeys the control, and allows no deletion while it cannot read
 * it.
 */
export class FleetMember {
  readonly #deps: FleetMemberDeps;
  readonly #changes: ControlLog;
  readonly #id: string;
  readonly #name: string;
  readonly #known = new Map<string, ReadonlyMap<Namespace, string>>();
  #configuration: { readonly of: readonly WorkConfiguration[]; readonly hash: string } | undefined;
  #control: ControlState | undefined;
  #pulled: string | undefined;
  #obeys = 0;
  /** For each open gate, why no request may pass it any more. */
  readonly #gates = new Set<() => string | undefined>();
  #drift: ReadonlyMap<Namespace, string> = new Map();
  #problem: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  #beating: Promise<void> = Promise.resolve();
  aliveUntil = 0;

  constructor(deps: FleetMemberDeps, { id, name }: Pick<Instance, 'id' | 'name'>) {
    this.#deps = deps;
    this.#changes = new ControlLog(deps);
    this.#id = id;
    this.#name = name;
  }

  /** Among the live instances. */
  get id(): string {
    return this.#id;
  }

  /** Why no request may leave this process, by the last read of the control and the last line of the record. */
  denies(): string | undefined {
    return this.#pulled ?? this.#deps.log.record?.problem();
  }

  /** Of the last control that was read. */
  get controlVersion(): number {
    return this.#control?.version ?? 0;
  }

  /**
   * A pass saw this version of the control. Where Redis has an earlier one that nobody corrected, somebody may have put it
   * back, and what operators said since is unknown: the kill switch goes on.
   */
  async sawControl(version = 0): Promise<void> {
    await this.#obey(await this.#deps.control.read());
    if (this.controlVersion < version) await this.#obey(await stopAfter(this.#deps, version, this.controlVersion));
  }

  /** Why the last control that was read is not ours, and what to do. */
  unproven(): string | undefined {
    return this.#control?.unproven ? UNPROVEN : undefined;
  }

  /** A gate opens; the caller calls the returned function when it closes. */
  open(denies = () => this.denies()): () => void {
    this.#gates.add(denies);
    return () => {
      this.#gates.delete(denies);
    };
  }

  /** For the gates of one namespace. */
  deleteGateOf(wc: StagedBy): DeleteGate {
    return new StageGate(
      this,
      () => rolloutOf(this.#control ?? UNSAID, wc).stage,
      () => this.#drift.get(wc.namespace),
    );
  }

  /** The stage of the type in the account; reads the store, and rejects with `StoreError`. */
  async rollout(wc: StagedBy): Promise<Rollout> {
    await this.#obey(await this.#deps.control.read());
    return rolloutOf(this.#control ?? UNSAID, wc);
  }

  /** The same for all namespaces at once. */
  async stages(): Promise<(wc: StagedBy) => Rollout['stage']> {
    await this.#obey(await this.#deps.control.read());
    const control = this.#control ?? UNSAID;
    return (wc) => rolloutOf(control, wc).stage;
  }

  /**
   * Why nothing of the namespace may be deleted now. Called directly before the permits; a `StoreError` also means no.
   */
  async deleteBlocker(wc: WorkConfiguration): Promise<string | undefined> {
    const instances = await this.#announce();
    const { stage } = await this.rollout(wc);
    const drift = await this.#driftOf(instances);
    return this.denies() ?? stageForbidsDeleting(stage) ?? drift.of(wc.namespace, wc.hash);
  }

  /** Namespaces whose program or configuration differs on live instances, and on which; as of the last heartbeat. */
  get drift(): ReadonlyMap<Namespace, string> {
    return this.#drift;
  }

  /** Announces every second from here on that this process lives. */
  start(): void {
    this.#timer = setInterval(() => void this.heartbeat(), BEAT_MS).unref();
    void this.heartbeat();
  }

  /** Leaves the fleet. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#beating;
    await this.#deps.instances.leave(this.#id).catch(() => undefined);
  }

  /** One heartbeat; never rejects. One at a time. */
  heartbeat(): Promise<void> {
    this.#beating = this.#beating.then(() => this.#beat());
    return this.#beating;
  }

  async #beat(): Promise<void> {
    try {
      await this.#obey(await this.#deps.control.read());
      const { drift } = await this.#driftOf(await this.#announce());
      this.#logDrift(drift);
      this.#problem = undefined;
    } catch (error) {
      if (this.#problem === undefined) {
        this.#problem = messageOf(error);
        this.#deps.log.warn(
          { problem: this.#problem },
          'the state of the fleet cannot be read, deletes pause meanwhile',
        );
      }
    }
  }

  async #announce(): Promise<readonly Instance[]> {
    const { instances, monotonic, workConfigurations, program } = this.#deps;
    const { hash } = this.#current();
    const askedAt = monotonic.monotonicMs();
    const version = this.#control?.version ?? 0;
    // While a gate is open, a request may still leave that the previous control allowed. Where Redis fell back, the new
    // version may be no higher than one that was obeyed before.
    const isObeyed = [...this.#gates].every((denies) => denies() === undefined);
    this.#obeys = isObeyed ? version : Math.min(this.#obeys, Math.max(0, version - 1));
    const self = { id: this.#id, name: this.#name, program, configuration: hash, obeys: this.#obeys };
    const answer = await instances.announce(self);
    this.aliveUntil = askedAt + ALIVE_MS;
    if (!answer.published) {
      const hashes = workConfigurations().map((wc) => [wc.namespace, announcedHash(program, wc.hash)] as const);
      await instances.publish(hash, new Map(hashes));
    }
    return answer.instances;
  }

  /** A smaller version than one already seen: Redis was emptied or rolled back, and this must not lift any limit. */
  async #obey(read: ControlState): Promise<void> {
    const startStageOf = (namespace: Namespace) =>
      this.#deps.workConfigurations().find((wc) => wc.namespace === namespace)?.startStage;
    const state = await restoreControl({ ...this.#deps, startStageOf }, this.#control, read);
    this.#control = state;
    void this.#changes.see(state);
    this.#pulled = controlForbids(state);
  }

  async #driftOf(instances: readonly Instance[]): Promise<Drift> {
    for (const { configuration } of instances) {
      if (this.#known.has(configuration)) continue;
      const hashes = await this.#deps.instances.hashes(configuration);
      if (hashes) this.#known.set(configuration, hashes);
    }
    const live = new Set(instances.map(({ configuration }) => configuration));
    for (const configuration of this.#known.keys()) if (!live.has(configuration)) this.#known.delete(configuration);
    return driftOf(this.#deps.workConfigurations(), instances, this.#known, this.#deps.program);
  }

  #logDrift(drift: ReadonlyMap<Namespace, string>): void {
    const { log } = this.#deps;
    for (const [namespace, why] of drift) {
      if (this.#drift.get(namespace) !== why) log.warn({ namespace, why }, 'configurations differ, deletes pause');
    }
    for (const namespace of this.#drift.keys()) {
      if (!drift.has(namespace)) log.info({ namespace }, 'configurations agree again, deletes continue');
    }
    this.#drift = drift;
  }

  #current(): { readonly hash: string } {
    const of = this.#deps.workConfigurations();
    if (this.#configuration?.of !== of) this.#configuration = { of, hash: configurationHash(this.#deps.program, of) };
    return this.#configuration;
  }
}
