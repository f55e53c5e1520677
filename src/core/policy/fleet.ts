/** The whole fleet as the lifecycle sees it: its control and its live instances. Ports, as in `ports.ts`. */

import type { ConfigurationProblem } from '../common/errors.ts';
import type { AuditEntry } from '../resource/audit.ts';
import type { Namespace } from '../resource/namespace.ts';
import type { Canary, Stage, StageUnit } from './stage.ts';

/** Switches and limits for the whole fleet. Unreadable = no deletion. */
export interface ControlState {
  readonly service: 'in' | 'out';
  readonly killed: boolean;
  /** Parallel work items in the fleet; 0 pauses. Absent = the configuration's number. */
  readonly capacity?: number;
  /** Permits per UTC day in the fleet; absent = only the namespaces' own limits. */
  readonly deletesPerDay?: number;
  /** Units at once in the fleet, by provider; 0 pauses the provider. Absent = the capacity of the fleet. */
  readonly providers?: Readonly<Record<string, number>>;
  /** The time budget of a delete pass, ms; absent = `work.budget`. */
  readonly deleteBudgetMs?: number;
  /** After this time, ms, an unfinished unit takes turns with due ones; absent = the default. */
  readonly starveAfterMs?: number;
  /** The stages that operators set; a unit without an entry has the start stage of its configuration. */
  readonly stages: Readonly<Record<StageUnit, Stage>>;
  /** The namespaces whose new marks people review by families of names: no pass marks what nobody approved. */
  readonly reviews?: Readonly<Record<Namespace, true>>;
  /** The units that are or were canaries. */
  readonly canaries: Readonly<Record<StageUnit, Canary>>;
  /** Counts the changes; 0 = no change yet, or the store lost them. */
  readonly version: number;
  /**
   * No holder of a key of `signing` stored it: it counts as killed and at stage `plan` until an operator lifts that.
   * `killed`: it says so itself.
   */
  readonly unproven?: { readonly killed: boolean };
}

/** Changes only the fields that are present; `null` removes a limit or a stage. */
export interface ControlChange {
  readonly service?: 'in' | 'out';
  readonly killed?: boolean;
  readonly capacity?: number | null;
  readonly deletesPerDay?: number | null;
  readonly providers?: Readonly<Record<string, number | null>>;
  readonly deleteBudgetMs?: number | null;
  readonly starveAfterMs?: number | null;
  readonly stages?: Readonly<Record<StageUnit, Stage | null>>;
  /** Opens a review; `null` ends it. */
  readonly reviews?: Readonly<Record<Namespace, true | null>>;
  /** All that the control says after it is right: one that is unproven becomes proven. Lifting the kill switch says so too. */
  readonly confirms?: true;
  /** The next version is later than this one too. */
  readonly after?: number;
}

/** The control right before and right after one write, in one step of Redis. */
export interface ControlChanged {
  readonly before: ControlState;
  readonly after: ControlState;
}

/** A change of the control, once the live instances had time to obey it. */
export interface ControlAnswer extends ControlChanged {
  /** Every live instance obeys the change: no instance sends a request any more that it forbids. */
  readonly acknowledged: boolean;
  /** Names of the instances that do not obey yet; empty when acknowledged. */
  readonly waitingFor: readonly string[];
}

/** The result of a reload of the configuration file (L12). */
export type Reloaded =
  /** `needsRestart`: sections that changed too, but take effect only after a restart. */
  | { readonly kind: 'replaced'; readonly changed: readonly Namespace[]; readonly needsRestart: readonly string[] }
  /** Nothing was replaced. */
  | { readonly kind: 'invalid'; readonly problems: readonly ConfigurationProblem[] };

/** The switches of the fleet in Redis. Rejects with StoreError: a control that cannot be read allows no deletion. */
export interface Control {
  read(): Promise<ControlState>;
  /** Atomic; concurrent writes run one after the other. The audit gets the state before and after. */
  write(change: ControlChange, audit: AuditEntry): Promise<ControlChanged>;
  /** The newest changes, newest first: actor, change, time and reason. */
  changes(limit: number): Promise<readonly AuditEntry[]>;
}

/** A live process of the fleet, as in its last announcement. */
export interface Instance {
  /** Unique per process. */
  readonly id: string;
  /** For people. */
  readonly name: string;
  /** SHA-256 over its program and the namespaces and hashes of its work configurations, hex. */
  readonly configuration: string;
  /** SHA-256 over what it runs, hex; absent = release 0.2 or earlier, which differs from every other. */
  readonly program?: string;
  /** It obeys the control up to this version: it sends no request any more that only an earlier version allowed. */
  readonly obeys: number;
}

/** Which instances run what, where they do not all run the same; `undefined` = they do, or none is live. */
export function differingPrograms(instances: readonly Pick<Instance, 'name' | 'program'>[]): string | undefined {
  const names = new Map<string, string[]>();
  for (const { name, program = '' } of instances) names.set(program, [...(names.get(program) ?? []), name]);
  if (names.size <= 1) return undefined;
  const each = [...names].map(
    ([program, who]) => `${who.sort().join(', ')} (${program.slice(0, 8) || '0.2 or earlier'})`,
  );
  return (
    `the live instances run different versions or builds of Holystone: ${each.sort().join(' and ')}; ` +
    'Holystone deletes nothing until all run the same: replace the outdated ones'
  );
}

/** The live instances. An instance without an announcement for {@link INSTANCE_TTL_MS} is no longer live. */
export interface Instances {
  /** Announces a live instance; returns all, itself included. `published`: its configuration's hashes are known. */
  announce(instance: Instance): Promise<{ readonly instances: readonly Instance[]; readonly published: boolean }>;
  list(): Promise<readonly Instance[]>;
  /**
   * The same. `isComplete`: the store has had the list for {@link INSTANCE_TTL_MS}. One that was emptied, restarted or
   * failed over may have forgotten a live instance that has not announced itself since.
   */
  census(): Promise<{ readonly instances: readonly Instance[]; readonly isComplete: boolean }>;
  leave(id: string): Promise<void>;
  /** Stores the hashes of a configuration; they stay as long as a live instance runs with it. */
  publish(configuration: string, hashes: ReadonlyMap<Namespace, string>): Promise<void>;
  /** `undefined` when no instance published it. */
  hashes(configuration: string): Promise<ReadonlyMap<Namespace, string> | undefined>;
}

/** How long an instance counts as live after its last announcement; no permit may last longer. */
export const INSTANCE_TTL_MS = 30_000;
