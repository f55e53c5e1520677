/** A resource type: {@link Handler} describes it, {@link Session} has its effects; only `core/evaluate` decides. */
import type { z } from 'zod';
import type { Clock } from '../../core/common/clock.ts';
import type { Finding, Place } from '../../core/common/finding.ts';
import type { Logger } from '../../core/common/logger.ts';
import type { Rule, Safeguard, SetPolicy } from '../../core/evaluation/rule.ts';
import type { NamedEvidence } from '../../core/policy/namedEvidence.ts';
import type { Account, WorkConfiguration } from '../../core/policy/workConfiguration.ts';
import type { LearntFacts } from '../../core/ports/learntFacts.ts';
import type { PermitGate } from '../../core/ports/permitGate.ts';
import type { CallPacer } from '../../core/ports/ports.ts';
import type { ProviderTimes } from '../../core/ports/providerTimes.ts';
import type { StoredDefinition } from '../../core/resource/definition.ts';
import type { MonthlyCost, Prices } from '../../core/resource/prices.ts';
import type { DeleteOutcome, Read, Resource } from '../../core/resource/resource.ts';
import type { Restorable, Restoring } from '../../core/resource/restoring.ts';
import type { TypeName } from '../../core/resource/typeName.ts';
import type { ClientPool } from './clientPool.ts';
import type { Dated, EntryParts, EntryPlace, EntryProblem, EntryRights, GivenEntry, OnlySome } from './entry.ts';
import type { Attributed, FurtherReads, LookingFor, MissingEvidence } from './handlerParts.ts';
import type { MeasuredType } from './measuredType.ts';
import type { Protection } from './protection.ts';
import type { ProviderPage } from './providerPage.ts';
import type { QuarantineStep, Quarantining } from './quarantining.ts';
import type { RelatedTypes } from './relatedTypes.ts';
import type { ShowingMarks } from './showingMarks.ts';
import type { WrittenKeep } from './writtenKeep.ts';

/** One namespace as a handler sees it. */
export interface Scope<P = unknown>
  extends Pick<WorkConfiguration, 'namespace' | 'account' | 'location' | 'traffic' | 'expiry'> {
  /** All configured accounts of every provider, this one included: other accounts may use the resources here. */
  readonly accounts: readonly Account[];
  readonly parameters: P;
  /** The names of the rules in the entry's `when`; absent: no entry is evaluated. */
  readonly rules?: readonly string[];
}

/** The effects a handler may use. */
export interface Io {
  /** Aborts when the pass must stop; checked before each request. */
  readonly signal: AbortSignal;
  readonly log: Logger;
  readonly clock: Clock;
  readonly pacer: CallPacer;
  readonly clients: ClientPool;
  /** Absent: nothing is remembered. */
  readonly learnt?: LearntFacts;
  readonly times?: ProviderTimes;
  /** A person waits: a proof of an account reports a silent endpoint at once. Absent: a pass, which tries again. */
  readonly isWaitedFor?: true;
  /** Absent if this pass may not delete: then every delete request is stopped before it is sent. */
  readonly permit?: PermitGate;
  /** Only `holystone restore` sets it, when it executes its plan. Without it no restore request is sent. */
  readonly mayRestore?: true;
}

/** The effects for listing accounts and locations: nothing that deletes or restores. */
export type ListIo = Omit<Io, 'permit' | 'mayRestore'>;

/** Finds one kind of users of a type's resources; namespaces and instances may share one answer. */
export interface EvidenceSource<P = unknown> extends NamedEvidence, OnlySome<Scope<P>> {
  /** One sentence for the generated documentation: which users of a resource it finds. */
  readonly summary: string;
  /** In the provider's spelling: `ec2:DescribeInstances`. */
  readonly permissions: readonly string[];
  /** `location`: one read covers a whole place. `resource`: one call for each remaining candidate. */
  readonly per: 'location' | 'resource';
  /** Of a `resource` source that asks about many at once, or lists a place for them: how many a read takes. Default 20. */
  readonly candidatesAtOnce?: number;
  /** Holystone reads it only if the configuration lists it in `evidence.on`: it adds to the findings of the other kinds. */
  readonly optional?: true;
  /**
   * It reads references that others may follow to use the resource: even an account that the resource does not reach
   * may name it. If one account's cannot be read, everything is unknown, even if its other reads succeed.
   */
  readonly affectsOtherAccounts?: true;
  /** It finds whether the thing that a resource belongs to exists or is gone (`exists`, `gone`); surveys record both. */
  readonly findsExistence?: true;
  /** Of a `resource` source: the kinds it may replace (`supersedes`); a gap in those is not final. */
  readonly supersedes?: readonly string[];
  /** The provider of the accounts it reads, if it differs from the type's own; it proves each of them first, as `provenCluster` does. */
  readonly provider?: string;
  /** The places to read for this scope, including other accounts and locations. Empty: not applicable. */
  places(scope: Scope<P>): readonly Place[];
  /** Permissions it needs in addition to {@link permissions}, also in other places. */
  alsoNeeds?(scope: Scope<P>): readonly { readonly place: Place; readonly permissions: readonly string[] }[];
  /** The parameters that its answer depends on. Namespaces with the same variant share one stored answer. */
  variant?(scope: Scope<P>): string;
  /**
   * Returns a complete answer or throws `ReadError`. If a part fails, a `PartialReadError` carries the findings of the
   * other parts and this gap (see collecting.ts).
   * @param scope the accounts and parameters; for a `location` source only `accounts` and the parameters in {@link
   *   variant} may influence the result, because all namespaces that request it share it
   * @param candidates empty for a `location` source
   */
  read(place: Place, scope: Scope<P>, candidates: readonly Resource[], io: Io): Promise<readonly Finding[]>;
}

/** A resource type, described without effects; its provider's list has one object per type. */
export interface Handler<R extends Resource = Resource, P = unknown>
  extends ProviderPage,
    Attributed<R>,
    EntryParts,
    RelatedTypes {
  readonly provider: string;
  /** `image`, `autoScalingGroup`, …; compared without case. */
  readonly resourceType: string;
  /** The name that people use, as in `an AMI in prod`; absent: the words of `resourceType`. */
  readonly called?: TypeName;
  /** The key by which a person keeps a resource on the resource itself; absent: `holystone:keep`; null: it can carry none. */
  readonly keepKey?: string | null;
  /** Other words for it (`ami`), which a message about an unknown type recognises. */
  readonly alsoCalled?: readonly string[];
  /** What is called a deletion everywhere is a stop: nothing goes, and `restore` is its start. Messages say so. */
  readonly stops?: true;
  /** Could this text be the id of a resource of the type? Without a request; absent: any text could. */
  mayBeId?(text: string): boolean;
  /** One sentence for the generated documentation. */
  readonly summary: string;
  readonly permissions: {
    readonly list: readonly string[];
    readonly delete: readonly string[];
    readonly protect?: readonly string[];
    /** To write marks in the format of another tool ({@link Session.markElsewhere}), where the entry asks for it. */
    readonly marks?: readonly string[];
    /** To check whether a deleted resource can be restored. Without them this is unknown; nothing else changes. */
    readonly restorable?: readonly string[];
    /** For `restore`, which is not part of the daemon and has its own identity. */
    readonly restore?: readonly string[];
    /** The resources of `delete` and `protect`, as the rights of its provider write them; absent = any. */
    readonly resources?: readonly string[];
  };
  /** Absent: every entry needs all permissions, for all resources of the type. */
  rightsOf?(parameters: P, place: EntryPlace): EntryRights;
  /** The handler's own keys of a `cleanup` entry, with their defaults. */
  readonly parameters: z.ZodType<P>;
  /** Keys of the parameters that only safeguards, rules and set policies read: entries for one place may differ there. */
  readonly judging?: readonly string[];
  /** Combinations that an entry must not request, though each part is allowed. */
  problemsOf?(entry: GivenEntry<P>): readonly EntryProblem[];
  /** Settings that an entry (plain, perhaps invalid) must not have where locations are found for these patterns. */
  problemsWhereFound?(entry: Readonly<Record<string, unknown>>, locations: readonly string[]): readonly EntryProblem[];
  /** Settings that an entry (plain, perhaps invalid) must not have for these locations of one account together. */
  problemsTogether?(entry: Readonly<Record<string, unknown>>, locations: readonly string[]): readonly EntryProblem[];
  readonly evidence: readonly EvidenceSource<P>[];
  /**
   * The source that lists the other accounts that may use a resource (`sharedWith`). If it is read, another unreadable
   * account makes unknown only the resources it may use (but see `affectsOtherAccounts`).
   */
  readonly reach?: string;
  readonly missingEvidence: readonly MissingEvidence[];
  /**
   * Users that no source of any version can list, in words: `allowlists of other networks`. An entry is live only with
   * `acceptIncomplete`, until its date, and every verdict says so. Absent: some source could list each.
   */
  readonly unlistedUsers?: string;
  /** Why nothing brings a deleted one back; an entry is live only with `acceptFinal`, until its date. Absent: something does. */
  readonly finalBecause?: string;
  /** Users that a source could list and none does yet, and what breaks; a live entry needs `acceptIncomplete` for them, too. */
  readonly unreadUsers?: Readonly<Record<string, string>>;
  readonly safeguards: readonly Safeguard<R, P>[];
  /** The patterns of the entry's own keys that keep by name; absent: the type has no such key. */
  writtenKeeps?(parameters: P): readonly WrittenKeep<R>[];
  /** The type's own rules, in addition to the generic ones (`unused`, `age`, `attribute`, `expired`). */
  readonly rules: readonly Rule<R>[];
  readonly setPolicies?: readonly SetPolicy<R, P>[];
  /**
   * The listing leaves out a part that costs a request per resource, such as tags: a survey reads each resource that may
   * be a candidate by its id, and judges that.
   */
  readonly candidatesAreReadById?: true;
  /** At the instant of its date a resource still stays, as with another tool for the same type; it goes after that. */
  readonly staysAtItsDate?: true;
  /** Does the provider report the creation date? Otherwise the first-seen time of the resource counts. */
  readonly dated: Dated;
  /** The same where the entry decides; absent: {@link dated} counts. */
  datedBy?(parameters: P): Dated;
  /**
   * The minimum age in ms that the type's own parameters ask for; it replaces the built-in `minimumAge`, never one that
   * the file gives. Absent or `undefined`: the general setting counts.
   */
  minimumAgeOf?(parameters: P): number | undefined;
  /** `when` of an entry without one, as written in a file; absent: each entry must have its own. */
  readonly when?: readonly { readonly rule: string }[];
  /**
   * Set if no source reports the last use: it may have been just before the first survey, so the first-seen time counts as
   * the last use. Only `unusedFor` protects it; only an entry may set less than this. `unlessDated`: not where `lastUsedAt` says it.
   * `recordedBy`: a kind of evidence that also finds a use between two surveys.
   */
  readonly firstSeenIsUse?: { readonly unusedForMs: number; readonly unlessDated?: true; readonly recordedBy?: string };
  /** Set if a source measures the use of each day. A resource counts as used until it was created; see core/measured. */
  readonly measured?: MeasuredType;
  /** The number of resources that one delete request takes; resources that go {@link together} may be more. */
  readonly maxBatch: number;
  /**
   * The key of resources that the provider may only delete together, from the identity of a mark: they share a batch and
   * a request, as far as they are due and have permits. `delete` gets those that have; it decides whether they may go
   * without the others. Absent or `undefined`: each goes alone.
   */
  together?(identity: string): string | undefined;
  /**
   * The place of a resource in the order of deletions, from its id: due resources go in the order of these numbers, and
   * the next ones once all earlier ones are gone. Absent: the order does not matter.
   */
  wave?(id: string): number;
  /** A step before the deletion that can be undone; absent if the type has none. With it, a session has one too. */
  readonly quarantine?: QuarantineStep;
  /** The monthly cost. `undefined` = unknown; absent = the type has no cost of its own. */
  monthlyCost?(resource: R, prices: Prices): MonthlyCost | undefined;
  /** A deletion frees the `sizeBytes` of a resource, or up to so many: pages and messages show how much. */
  readonly freesBytes?: true;
  /** Everything needed to rebuild the resource, as `get` reads it. */
  definition(resource: R): unknown;
  open(scope: Scope<P>, io: Io): Session<R>;
}

/** The calls for one namespace; {@link Handler.open} makes a session for a pass or for a command. */
export interface Session<R extends Resource = Resource> extends ShowingMarks<R>, LookingFor, FurtherReads<R> {
  /** Checks the account against the configuration (id, alias). Throws `ReadError` if it differs or is unknown. */
  verifyAccount(): Promise<void>;
  /** All resources, unfiltered, or throws `ReadError`. */
  list(): AsyncIterable<readonly R[]>;
  /** An id missing from the answer = unknown. */
  get(ids: readonly string[]): Promise<ReadonlyMap<string, Read<R>>>;
  /**
   * Checks with the provider whether `delete` would be allowed, without deleting; absent if there is no such check.
   * @throws ReadError that names the problem; then nothing of the batch is started
   */
  dryRunDelete?(resource: R): Promise<void>;
  /** Identity is the precondition. For an id missing from the answer, `get` decides. */
  delete(batch: readonly R[]): Promise<ReadonlyMap<string, DeleteOutcome>>;
  readonly quarantine?: Quarantining<R>;
  /**
   * Checks whether the provider still keeps a deleted resource; absent if it never does. Called after the deletion:
   * throws no error of its own.
   */
  restorable?(id: string): Promise<Restorable>;
  /**
   * Plans the restoration of a deleted resource; only reads until the plan is run. Absent if the type has no way back.
   * @param recoverableUntil the end of the provider's retention, as far as the audit log knows
   * @throws ReadError when the plan could not be read
   */
  restore?(stored: StoredDefinition, recoverableUntil: Date | undefined): Promise<Restoring>;
  /** Writes the opt-out on the resource; `undefined` removes the tags that we wrote. */
  protect?(resource: R, until: number | 'forever' | undefined): Promise<Protection>;
}
