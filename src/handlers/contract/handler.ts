/**
 * The contract of a resource type: a description without effects ({@link Handler}) and the effects behind it
 * ({@link Session}). A handler filters nothing and decides nothing: `core/evaluate` does.
 */
import type { z } from 'zod';
import type { Clock } from '../../core/common/clock.ts';
import type { Finding, Place } from '../../core/common/finding.ts';
import type { Logger } from '../../core/common/logger.ts';
import type { Rule, Safeguard, SetPolicy } from '../../core/evaluation/rule.ts';
import type { Mark } from '../../core/mark/mark.ts';
import type { QuarantineOutcome, QuarantineStanding } from '../../core/mark/quarantine.ts';
import type { Account } from '../../core/policy/workConfiguration.ts';
import type { PermitGate } from '../../core/ports/permitGate.ts';
import type { CallPacer } from '../../core/ports/ports.ts';
import type { StoredDefinition } from '../../core/resource/definition.ts';
import type { Namespace } from '../../core/resource/namespace.ts';
import type { MonthlyCost, Prices } from '../../core/resource/prices.ts';
import type { DeleteOutcome, Read, Resource } from '../../core/resource/resource.ts';
import type { Restorable, Restoring } from '../../core/resource/restoring.ts';

/** One namespace as a handler sees it. */
export interface Scope<P = unknown> {
  readonly namespace: Namespace;
  readonly account: Account;
  /** In its own case. */
  readonly location: string;
  /** All accounts of the configuration, of every provider, this one included: others may use what is here. */
  readonly accounts: readonly Account[];
  readonly parameters: P;
}

/** The effects a handler may use. */
export interface Io {
  /** Aborts when the pass must stop: before the next request. */
  readonly signal: AbortSignal;
  readonly log: Logger;
  readonly clock: Clock;
  readonly pacer: CallPacer;
  readonly clients: ClientPool;
  /** Absent where nothing may be deleted: then every deleting request is stopped before it leaves. */
  readonly permit?: PermitGate;
  /** Set by `holystone restore` alone, when it does what it said: without it nothing that brings something back leaves. */
  readonly mayRestore?: true;
}

/** Clients shared by all passes of a process and closed with it. */
export interface ClientPool {
  /** The client under `key`, made on first use. */
  get<T extends { destroy(): void }>(key: string, make: () => T): T;
}

export interface EvidenceSource<P = unknown> {
  readonly name: string;
  /** One sentence for the generated documentation: who is found. */
  readonly summary: string;
  /** In the provider's spelling: `ec2:DescribeInstances`. */
  readonly permissions: readonly string[];
  /** `place`: everything of a place at once. `candidates`: a call per resource, asked only about those still standing. */
  readonly per: 'location' | 'resource';
  /** Read only where the configuration names it in `evidence.on`: it adds to what the other kinds find. */
  readonly optional?: true;
  /**
   * What it reads is written down for others, who may use the resource themselves: an account that the resource does not
   * reach may name it all the same. Where this cannot be read in any one account, everything is unknown, whether the
   * account can be read otherwise or not.
   */
  readonly affectsOtherAccounts?: true;
  /** Of a `candidates` source: the kinds it may stand in for (`covers`); a gap of those is not the last word. */
  readonly supersedes?: readonly string[];
  /** The provider of the accounts in which it is read, where that is not the type's own; see sourceIn.ts. */
  readonly provider?: string;
  /** Where it has to be read for this scope; other accounts and locations included. Empty: not applicable. */
  places(scope: Scope<P>): readonly Place[];
  /** What it needs beside {@link permissions}, in other places too. */
  alsoNeeds?(scope: Scope<P>): readonly { readonly place: Place; readonly permissions: readonly string[] }[];
  /** What of the parameters its answer depends on. Answers are shared by, and kept for, all that have the same. */
  variant?(scope: Scope<P>): string;
  /**
   * Complete, or throws (`ReadError`); where a part of it fails, a `PartialReadError` brings what the others found (see
   * collecting.ts): these findings, and this gap.
   * @param scope the accounts and parameters; for a `place` source only `accounts` and what {@link variant} tells may
   *   influence the result, because it is shared by all namespaces that ask
   * @param candidates empty for a `place` source
   */
  read(place: Place, scope: Scope<P>, candidates: readonly Resource[], io: Io): Promise<readonly Finding[]>;
}

/** An entry of `cleanup`, as far as a handler may have to say that it asks too much. */
export interface GivenEntry<P = unknown> {
  /** The names of the rules of each element of `when`; those of one element must match together. */
  readonly when: readonly (readonly string[])[];
  /** Is there an allowlist? */
  readonly hasAllowlist: boolean;
  readonly parameters: P;
}

export interface EntryProblem {
  /** In the entry: `['when', 0]`. */
  readonly path: readonly (string | number)[];
  /** What is missing, and what to write. */
  readonly message: string;
}

/** Evidence that docs/behaviour/aws.md asks for and this version does not read. Forbids live use outside a sandbox. */
export interface NotReadYet {
  readonly kind: string;
  readonly summary: string;
}

export interface Handler<R extends Resource = Resource, P = unknown> {
  readonly provider: string;
  /** `image`, `autoScalingGroup`, …; compared without case. */
  readonly resourceType: string;
  /** One sentence for the generated documentation. */
  readonly summary: string;
  readonly permissions: {
    readonly list: readonly string[];
    readonly delete: readonly string[];
    readonly protect?: readonly string[];
    /** To learn whether what was deleted can be had back; without them it is not known, and nothing else is different. */
    readonly restorable?: readonly string[];
    /** For `restore`, which is no part of the daemon: by an identity of its own. */
    readonly restore?: readonly string[];
    /** What `delete` and `protect` are about, as a policy names it behind `arn:aws:`; absent = any. */
    readonly resources?: readonly string[];
  };
  /** The handler's own keys of a `cleanup` entry, with their defaults. */
  readonly parameters: z.ZodType<P>;
  /** What an entry must not ask for, though each of its parts is allowed. */
  problemsOf?(entry: GivenEntry<P>): readonly EntryProblem[];
  readonly evidence: readonly EvidenceSource<P>[];
  /** Types of which one in the same place may use it, by `byId` of a finding, and be marked itself: the reason says so. */
  readonly usedByTypes?: readonly string[];
  /**
   * Types of this provider whose resources must be gone first: a use by one of them that is a candidate itself, in the
   * same group, makes the verdict wait (`Verdict.waitsFor`) instead of keeping for ever.
   */
  readonly after?: readonly string[];
  /**
   * The source that tells which other accounts may use a resource (`reaches`). Where it is read, another account that
   * cannot be read makes unknown only what it may use (but see `affectsOtherAccounts`).
   */
  readonly reach?: string;
  readonly notReadYet: readonly NotReadYet[];
  readonly safeguards: readonly Safeguard<R, P>[];
  /** The type's own rules; the generic ones (`unused`, `age`, `attribute`, `expired`) come on top. */
  readonly rules: readonly Rule<R>[];
  readonly setPolicies?: readonly SetPolicy<R, P>[];
  /** Does the provider tell when one was created? Else our own first sight of an identity counts. */
  readonly dated: 'byProvider' | 'byFirstSeen';
  /**
   * Nobody tells when one was last used: what our surveys never saw in use may have been until just before they first
   * saw it, and counts as used then. `unusedFor` is all that protects it: only an entry itself may say less than
   * `unusedForMs`.
   */
  readonly firstSightIsUse?: { readonly unusedForMs: number };
  /** How many resources one deleting request takes. */
  readonly maxBatch: number;
  /** A step before the deletion that can be taken back; absent where the type has none. With it, a session has one too. */
  readonly quarantine?: {
    /** One sentence for the generated documentation: what is done, and what takes it back. */
    readonly summary: string;
    /** For the deleting identity, on top of `permissions.delete`. */
    readonly permissions: readonly string[];
    /** The same for what takes it back: also of what is kept by now. */
    readonly undo?: readonly string[];
    /** For the reading identity: how it stands. */
    readonly reads?: readonly string[];
    /** What it makes, as `permissions.resources` names it, by which action, and the permission to tag it while it is made. */
    readonly makes?: { readonly action: string; readonly resource: string; readonly tagging: string };
  };
  /** What it costs a month, `undefined` = nobody can say; absent = nothing of the type costs anything of its own. */
  monthlyCost?(resource: R, prices: Prices): MonthlyCost | undefined;
  /** Everything needed to rebuild it; of a resource as `get` reads it. */
  definition(resource: R): unknown;
  open(scope: Scope<P>, io: Io): Session<R>;
}

/** What became of an opt-out on the resource itself: the value of its keep tag before and after, absent where none is. */
export interface Protection {
  /**
   * `alreadyKept`: somebody's own tag lasts as long; `putBack`: ours made way for the one it had replaced;
   * `notOurs`: taken back, and none of it was ours; `gone`: so is the resource.
   */
  readonly did: 'written' | 'alreadyKept' | 'removed' | 'putBack' | 'notOurs' | 'gone';
  readonly before?: string;
  readonly after?: string;
}

/** How one is put out of use before it is deleted, and taken back. */
export interface Quarantining<R extends Resource = Resource> {
  /** As {@link Session.dryRunDelete}, for {@link begin}. */
  dryRunDelete(resource: R): Promise<void>;
  /**
   * Asks for it, under a permit, and writes the tag `QUARANTINE_TAG` on the resource first. Again changes nothing.
   * `undefined`: the answer does not say what became of it, and it is asked for again.
   */
  begin(resource: R): Promise<QuarantineOutcome | undefined>;
  /**
   * Does it stand there with less than it had, by {@link begin}? Then the definition from before is not replaced. Absent:
   * the step takes nothing away.
   */
  isReduced?(resource: R): boolean;
  /** Reads only. @throws ReadError */
  standing(resource: R, quarantine: NonNullable<Mark['quarantine']>): Promise<QuarantineStanding>;
  /**
   * Takes back what {@link begin} did, of a resource that has the tag, and then the tag. Needs no permit.
   * @returns what was done, for people, with what is left to them
   * @throws Error that says what to do; tried again at the next survey
   */
  release(resource: R): Promise<string>;
}

export interface Session<R extends Resource = Resource> {
  /** Is the account what the configuration says (id, alias)? Throws `ReadError` when not or unknown. */
  verifyAccount(): Promise<void>;
  /** Everything, unfiltered, or throws (`ReadError`). */
  list(): AsyncIterable<readonly R[]>;
  /** An id left out of the answer = unknown. */
  get(ids: readonly string[]): Promise<ReadonlyMap<string, Read<R>>>;
  /**
   * Asks the provider whether `delete` would be allowed, without doing it; absent where it cannot be asked.
   * @throws ReadError that names what is missing; then nothing of the batch is begun
   */
  dryRunDelete?(resource: R): Promise<void>;
  /** Identity is the precondition. An id left out of the answer: `get` decides. */
  delete(batch: readonly R[]): Promise<ReadonlyMap<string, DeleteOutcome>>;
  readonly quarantine?: Quarantining<R>;
  /** Whether what was deleted is still held somewhere; absent where the type is never. Asked after the fact: no error of its own. */
  restorable?(id: string): Promise<Restorable>;
  /**
   * What it takes to bring back what was deleted; reads only, until it is run. Absent where the type has no way back.
   * @param heldUntil until when the provider held it, as far as the audit log knows
   * @throws ReadError when that could not be found out
   */
  restore?(stored: StoredDefinition, heldUntil: Date | undefined): Promise<Restoring>;
  /** The opt-out, written on the resource; `undefined` removes what we wrote. */
  protect?(resource: R, until: number | 'forever' | undefined): Promise<Protection>;
  /**
   * Writes on the resources, in the words of another tool that cleans them too, that they are marked. That this fails
   * changes nothing about a mark; the next survey asks again for what `Resource.markedElsewhereAt` does not show.
   * @param at ms since the epoch; `undefined` removes what we wrote, and never what the other tool wrote
   */
  markElsewhere?(batch: readonly R[], at: number | undefined): Promise<void>;
}
