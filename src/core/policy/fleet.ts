/** What the lifecycle knows of the fleet as a whole: its control, and who lives. Ports, as in `ports.ts`. */

import type { ConfigurationProblem } from '../common/errors.ts';
import type { AuditEntry } from '../resource/audit.ts';
import type { Namespace } from '../resource/namespace.ts';
import type { Canary, Stage, StageUnit } from './stage.ts';

/** Leave and limits over the whole fleet. Unreadable = no. */
export interface ControlState {
  readonly service: 'in' | 'out';
  readonly killed: boolean;
  /** Work items at once over the fleet; 0 pauses. Absent = the configuration's. */
  readonly capacity?: number;
  /** Permits per UTC day over the fleet; absent = only the namespaces' own. */
  readonly deletesPerDay?: number;
  /** Where somebody set a stage; what is not in it is where its configuration starts. */
  readonly stages: Readonly<Record<StageUnit, Stage>>;
  /** Of what is or was a canary. */
  readonly canaries: Readonly<Record<StageUnit, Canary>>;
  /** Counts the changes; 0 = there was none, or the store has lost them. */
  readonly version: number;
}

/** Only what is named is changed; `null` takes a limit or a stage away. */
export interface ControlChange {
  readonly service?: 'in' | 'out';
  readonly killed?: boolean;
  readonly capacity?: number | null;
  readonly deletesPerDay?: number | null;
  readonly stages?: Readonly<Record<StageUnit, Stage | null>>;
}

export interface ControlChanged {
  readonly before: ControlState;
  readonly after: ControlState;
}

export interface ControlAnswer extends ControlChanged {
  /** Every live instance obeys it: what it forbids leaves none of them any more. */
  readonly acknowledged: boolean;
  /** Names of those that do not obey yet; empty when acknowledged. */
  readonly waitingFor: readonly string[];
}

/** What came of the wish to run with the file as it is now (L12). */
export type Reloaded =
  /** `needsRestart`: sections that changed too, and hold only after a restart. */
  | { readonly kind: 'replaced'; readonly changed: readonly Namespace[]; readonly needsRestart: readonly string[] }
  /** Nothing was replaced. */
  | { readonly kind: 'invalid'; readonly problems: readonly ConfigurationProblem[] };

export interface Control {
  read(): Promise<ControlState>;
  /** Whole or not at all; of two at the same time one comes after the other. The audit gets the state before and after. */
  write(change: ControlChange, audit: AuditEntry): Promise<ControlChanged>;
}

/** A live process of the fleet, as it announced itself. */
export interface Instance {
  /** Unique per process. */
  readonly id: string;
  /** For people. */
  readonly name: string;
  /** SHA-256 over the namespaces and hashes of its work configurations, hex. */
  readonly configuration: string;
  /** It obeys the control up to this version: nothing leaves it any more that an earlier one allowed. */
  readonly obeys: number;
}

/** Who lives. An instance that does not announce itself for {@link INSTANCE_TTL_MS} is none any more. */
export interface Instances {
  /** Says that it lives; answers all that do, itself included. `published`: its configuration's hashes are known. */
  announce(instance: Instance): Promise<{ readonly instances: readonly Instance[]; readonly published: boolean }>;
  list(): Promise<readonly Instance[]>;
  leave(id: string): Promise<void>;
  /** What a configuration is made of; kept as long as some instance that runs with it lives. */
  publish(configuration: string, hashes: ReadonlyMap<Namespace, string>): Promise<void>;
  /** `undefined` when nobody has published it. */
  hashes(configuration: string): Promise<ReadonlyMap<Namespace, string> | undefined>;
}

/** How long an instance counts as live after its last word; no permit may outlast it. */
export const INSTANCE_TTL_MS = 30_000;
