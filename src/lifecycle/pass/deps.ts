import type { Clock, MonotonicClock } from '../../core/common/clock.ts';
import type { Logger } from '../../core/common/logger.ts';
import type { Evaluate } from '../../core/evaluation/evaluate.ts';
import type { Quarantines } from '../../core/mark/quarantines.ts';
import type { Notifier } from '../../core/notice/notifier.ts';
import type { Messages } from '../../core/notice/sentMessage.ts';
import type { EndedOptOuts } from '../../core/owner/endedOptOuts.ts';
import type { OwnerRegistry } from '../../core/owner/ownerRegistry.ts';
import type { Control } from '../../core/policy/fleet.ts';
import type { PassRecord } from '../../core/policy/pass.ts';
import type { StateWatch } from '../../core/policy/stateWatch.ts';
import type { Account, WorkConfiguration } from '../../core/policy/workConfiguration.ts';
import type { Audit, CallPacer, MarkStore, OptOutStore, Outbox, PassStore, Permits } from '../../core/ports/ports.ts';
import type { DefinitionStore } from '../../core/resource/definition.ts';
import type { LastUsedStore } from '../../core/resource/lastUsedStore.ts';
import type { Namespace } from '../../core/resource/namespace.ts';
import type { ClientPool, Handler } from '../../handlers/contract/handler.ts';
import type { EvidenceReader } from '../evidence/evidence.ts';
import type { FleetMember } from '../fleet/fleetMember.ts';

/** What reading and judging needs; all that `plan` and `check` get. Nothing in here can change the world. */
export interface SurveyDeps {
  readonly clock: Clock;
  readonly monotonic: MonotonicClock;
  readonly log: Logger;
  readonly pacer: CallPacer;
  readonly clients: ClientPool;
  readonly evaluate: Evaluate;
  readonly evidence: EvidenceReader;
  readonly registry: OwnerRegistry;
  readonly optOuts: Pick<OptOutStore, 'all'>;
  readonly lastUsed: Pick<LastUsedStore, 'all' | 'allFirstSeen' | 'surveys'>;
  /** Absent: stateless; nobody knows which users are marked themselves. */
  readonly marks?: Pick<MarkStore, 'all'>;
  /** @param type with its provider: `aws.image` */
  handlerOf(type: string): Handler;
}

/** What a plan needs. */
export interface PlanDeps extends SurveyDeps {
  /** Absent: stateless. */
  readonly state?: { readonly marks: Pick<MarkStore, 'all'>; readonly passes: Pick<PassStore, 'get'> };
}

/** What the daemon's passes need together; each pass takes only its own part, see below. */
export interface LifecycleDeps extends SurveyDeps {
  readonly marks: MarkStore;
  readonly permits: Permits;
  readonly watch: StateWatch;
  readonly optOuts: OptOutStore;
  readonly endedOptOuts: EndedOptOuts;
  readonly passes: PassStore;
  readonly lastUsed: LastUsedStore;
  readonly quarantines: Quarantines;
  readonly outbox: Outbox;
  readonly messages: Messages;
  readonly notifier: Notifier;
  readonly control: Control;
  readonly fleet: Pick<FleetMember, 'deleteBlocker' | 'deleteGateOf' | 'rollout' | 'stages'>;
  readonly audit: Audit;
  readonly definitions: Pick<DefinitionStore, 'write' | 'read'>;
  readonly links: Links;
  /** What the running configuration says as a whole. */
  declared(): Declared;
  /** `undefined` when the namespace is not in the running configuration. */
  workConfigurationOf(namespace: Namespace): WorkConfiguration | undefined;
  /** Unique and unguessable. */
  newId(): string;
  /** Told of each finished pass, for metrics and logs. */
  onPass?(record: PassRecord): void;
}

/** What a mark pass needs: a survey, and where it writes what the survey shows. */
export type MarkDeps = SurveyDeps &
  Pick<LifecycleDeps, 'marks' | 'optOuts' | 'endedOptOuts' | 'passes' | 'lastUsed' | 'quarantines'> &
  Pick<LifecycleDeps, 'watch' | 'audit' | 'newId'>;

/** What a notify pass needs: it only says which owners a message waits for. */
export type NotifyDeps = Pick<LifecycleDeps, 'clock' | 'watch' | 'marks' | 'outbox' | 'links'>;

/** What it takes to send the messages of an owner. */
export type DigestDeps = Pick<LifecycleDeps, 'clock' | 'log' | 'watch' | 'fleet' | 'workConfigurationOf'> &
  Pick<LifecycleDeps, 'marks' | 'outbox' | 'messages' | 'notifier' | 'links'>;

/** What a delete pass needs: a survey of a few, permits, and where it writes what came of each request. */
export type DeleteDeps = SurveyDeps &
  Pick<LifecycleDeps, 'marks' | 'permits' | 'passes' | 'lastUsed' | 'quarantines' | 'outbox' | 'messages'> &
  Pick<LifecycleDeps, 'watch' | 'fleet' | 'audit' | 'definitions' | 'workConfigurationOf'>;

/** What it takes to write the keep tags of opt-outs, and to take them off again. */
export type ProtectDeps = OpenDeps & Pick<LifecycleDeps, 'watch' | 'optOuts' | 'passes' | 'quarantines' | 'audit'>;

/** What it takes to open a namespace of a provider. */
export type OpenDeps = Pick<SurveyDeps, 'clock' | 'log' | 'pacer' | 'clients' | 'handlerOf'>;

/** Of a configuration: what holds for all of it. */
export interface Declared {
  readonly dryRun: boolean;
  /** Also those in which nothing is worked on. */
  readonly accounts: readonly Account[];
}

/** The links of a message. */
export interface Links {
  /** When a link ends that is made now and must work until `until`: never before `optOut.validFor` is over. In ms. */
  worksUntil(until: number): number;
  /**
   * @param expiresAt ms since the epoch; absent = as long as `optOut.validFor` says
   * @throws RangeError when the id is too long for a link
   */
  keepUrl(
    row: { namespace: Namespace; id: string; owner: string; group?: string; generation: string },
    expiresAt?: number,
  ): string;
  /**
   * Of all that a message tells: the page that keeps it, and the page that lists what its reader is told about.
   * @param expiresAt as that of {@link Links.keepUrl}
   */
  messageUrls(
    message: { messageId: string; owner: string },
    expiresAt?: number,
  ): { keepAllUrl: string; preferencesUrl: string };
  /** The right-hand side of a Message-ID. */
  readonly mailDomain: string;
}
