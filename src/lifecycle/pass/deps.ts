import type { Clock, MonotonicClock } from '../../core/common/clock.ts';
import type { Logger } from '../../core/common/logger.ts';
import type { Evaluate } from '../../core/evaluation/evaluate.ts';
import type { HolderState } from '../../core/evaluation/holders.ts';
import type { Mark } from '../../core/mark/mark.ts';
import type { Step } from '../../core/mark/quarantine.ts';
import type { Quarantines } from '../../core/mark/quarantines.ts';
import type { Notifier } from '../../core/notice/notifier.ts';
import type { Messages } from '../../core/notice/sentMessage.ts';
import type { SentNotices } from '../../core/notice/sentNotices.ts';
import type { EndedOptOuts } from '../../core/owner/endedOptOuts.ts';
import type { OwnerRegistry } from '../../core/owner/ownerRegistry.ts';
import type { Control } from '../../core/policy/fleet.ts';
import type { PassRecord } from '../../core/policy/pass.ts';
import type { StateWatch } from '../../core/policy/stateWatch.ts';
import type { Account, WorkConfiguration } from '../../core/policy/workConfiguration.ts';
import type { AccountNames } from '../../core/ports/accountNames.ts';
import type { LearntFacts } from '../../core/ports/learntFacts.ts';
import type { Permits } from '../../core/ports/permits.ts';
import type { Audit, CallPacer, MarkStore, OptOutStore, Outbox, PassStore } from '../../core/ports/ports.ts';
import type { ProviderTimes } from '../../core/ports/providerTimes.ts';
import type { DefinitionStore } from '../../core/resource/definition.ts';
import type { LastUsedStore } from '../../core/resource/lastUsedStore.ts';
import type { Namespace } from '../../core/resource/namespace.ts';
import type { Resource } from '../../core/resource/resource.ts';
import type { ClientPool, SharedClientPool } from '../../handlers/contract/clientPool.ts';
import type { Handler, Io } from '../../handlers/contract/handler.ts';
import type { EvidenceReader } from '../evidence/evidence.ts';
import type { FleetMember } from '../fleet/fleetMember.ts';
import type { HeardTimes } from '../fleet/heardTimes.ts';

/** Dependencies of reading and judging; `plan` and `check` get nothing else. None of them can change the world. */
export interface SurveyDeps {
  readonly clock: Clock;
  /** The longest time that may have passed: for what must end. */
  readonly monotonic: MonotonicClock;
  readonly log: Logger;
  readonly pacer: CallPacer;
  readonly clients: ClientPool;
  /** Absent: stateless. */
  readonly learnt?: LearntFacts;
  /** Absent: nobody compares the clock with the providers'. */
  readonly times?: ProviderTimes;
  readonly evaluate: Evaluate;
  readonly evidence: Pick<EvidenceReader, 'readPlaces' | 'readCandidates'>;
  readonly registry: OwnerRegistry;
  readonly optOuts: Pick<OptOutStore, 'all'>;
  /** Absent: stateless. */
  readonly accountNames?: Pick<AccountNames, 'of'>;
  readonly lastUsed: Pick<LastUsedStore, 'all' | 'allFirstSeen' | 'existence' | 'surveys'>;
  /** Absent: stateless; then it is unknown which users are marked themselves. */
  readonly marks?: Pick<MarkStore, 'all' | 'getMany'>;
  /** Absent: stateless; then it is unknown whether people review the new marks. */
  readonly passes?: Pick<PassStore, 'get' | 'approval'>;
  /** Absent: stateless. */
  readonly control?: Pick<Control, 'read'>;
  /** Absent: stateless. `undefined` when the namespace is not in the running configuration. */
  workConfigurationOf?(namespace: Namespace): WorkConfiguration | undefined;
  /** Absent: it is unknown which users Holystone deleted. */
  readonly audit?: Pick<Audit, 'histories'>;
  /**
   * The resources that the same run plans to delete there, instead of marks; `undefined`: it does not plan that
   * namespace.
   */
  plannedIn?(namespace: Namespace): ReadonlyMap<string, HolderState> | undefined;
  /** @param type with its provider: `aws.image` */
  handlerOf(type: string): Handler;
  readonly isWaitedFor?: Io['isWaitedFor'];
  /** A survey calls it with the number of resources that it has listed so far. */
  onListed?(count: number): void;
}

/** Dependencies of a plan. */
export interface PlanDeps extends SurveyDeps {
  /** Absent: stateless. */
  readonly state?: { readonly marks: Pick<MarkStore, 'all'>; readonly passes: Pick<PassStore, 'get'> };
}

/** Dependencies of all passes of the daemon; each pass takes only its own part, see below. */
export interface LifecycleDeps extends SurveyDeps {
  readonly clients: ClientPool & Pick<SharedClientPool, 'during'>;
  /** Time that has certainly passed: for what must not begin too early. */
  readonly steady: MonotonicClock;
  readonly times: HeardTimes;
  readonly marks: MarkStore;
  readonly permits: Permits;
  readonly watch: StateWatch;
  readonly optOuts: OptOutStore;
  readonly endedOptOuts: EndedOptOuts;
  readonly accountNames: AccountNames;
  readonly passes: PassStore;
  readonly lastUsed: LastUsedStore;
  readonly quarantines: Quarantines;
  readonly outbox: Outbox;
  readonly messages: Messages;
  readonly sentNotices: SentNotices;
  readonly notifier: Notifier;
  readonly control: Control;
  readonly fleet: Pick<
    FleetMember,
    'controlVersion' | 'deleteBlocker' | 'deleteGateOf' | 'denies' | 'rollout' | 'sawControl' | 'stages'
  >;
  readonly audit: Audit;
  readonly definitions: Pick<DefinitionStore, 'write' | 'read'>;
  readonly links: Links;
  /** The running configuration as a whole. */
  declared(): Declared;
  /** `undefined` when the namespace is not in the running configuration. */
  workConfigurationOf(namespace: Namespace): WorkConfiguration | undefined;
  /** Unique and unguessable. */
  newId(): string;
  /** The lifecycle calls it with each finished pass, for metrics and logs. */
  onPass?(record: PassRecord): void;
  /**
   * Asks a person before the requests of a batch; `false`: it stays, and so does the rest of the pass. Absent: nobody is
   * asked.
   */
  confirms?(batch: ConfirmedBatch): Promise<boolean>;
  /** `true`: this run leaves a due mark as it is, because a person asked it to wait longer. @param now ms since the epoch */
  isTooEarly?(mark: Mark, now: number): boolean;
}

/** The resources that one batch would delete, or put in quarantine. */
export interface ConfirmedBatch {
  readonly namespace: Namespace;
  readonly step: Step;
  /** It is only stopped, not deleted; for words alone. */
  readonly stops?: true | undefined;
  readonly resources: readonly Resource[];
}

/** A mark pass: a survey, and the stores for its results. */
export type MarkDeps = SurveyDeps &
  Pick<LifecycleDeps, 'marks' | 'optOuts' | 'endedOptOuts' | 'passes' | 'lastUsed' | 'quarantines'> &
  Pick<LifecycleDeps, 'accountNames' | 'watch' | 'audit' | 'control' | 'newId'> & {
    readonly definitions: Pick<DefinitionStore, 'read'>;
  };

/** A notify pass: it only decides which owners a message waits for. */
export type NotifyDeps = Pick<LifecycleDeps, 'clock' | 'watch' | 'marks' | 'outbox' | 'links'>;

/** Sending the messages of an owner. */
export type DigestDeps = Pick<LifecycleDeps, 'clock' | 'log' | 'watch' | 'fleet' | 'workConfigurationOf'> &
  Pick<LifecycleDeps, 'marks' | 'optOuts' | 'outbox' | 'messages' | 'notifier' | 'links'> & {
    readonly sentNotices: Pick<SentNotices, 'add'>;
  };

/** A delete pass: a survey of a few resources, permits, and the stores for the outcome of each request. */
export type DeleteDeps = SurveyDeps &
  Pick<LifecycleDeps, 'marks' | 'permits' | 'passes' | 'lastUsed' | 'quarantines' | 'outbox' | 'messages'> &
  Pick<LifecycleDeps, 'watch' | 'fleet' | 'audit' | 'definitions' | 'workConfigurationOf' | 'confirms' | 'isTooEarly'>;

/** Writing and removing the keep tags of opt-outs. */
export type ProtectDeps = OpenDeps &
  Pick<LifecycleDeps, 'watch' | 'optOuts' | 'passes' | 'quarantines' | 'audit' | 'definitions'>;

/** Opening a namespace of a provider. */
export type OpenDeps = Pick<
  SurveyDeps,
  'clock' | 'log' | 'pacer' | 'clients' | 'learnt' | 'times' | 'isWaitedFor' | 'handlerOf'
>;

/** The settings of a configuration that apply to all of it. */
export interface Declared {
  readonly dryRun: boolean;
  /** Also accounts without any work. */
  readonly accounts: readonly Account[];
}

/** The links of a message. */
export interface Links {
  /** Expiry in ms of a link that is made now and must work until `until`: never before `optOut.validFor` is over. */
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
   * The links for everything in a message: the page that keeps it all, the page that lists the reader's notices, and what a
   * button carries.
   * @param expiresAt as that of {@link Links.keepUrl}
   */
  messageUrls(
    message: { messageId: string; owner: string },
    expiresAt?: number,
  ): { keepAllUrl: string; preferencesUrl: string; button?: string };
  /** The right-hand side of a Message-ID. */
  readonly mailDomain: string;
}
