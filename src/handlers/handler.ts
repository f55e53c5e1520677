/**
 * The contract of a resource type: a description without effects ({@link Handler}) and the effects behind it
 * ({@link Session}). A handler filters nothing and decides nothing: `core/evaluate` does.
 */
import type { z } from 'zod';
import type { Clock } from '../core/clock.ts';
import type { Finding, Place } from '../core/finding.ts';
import type { Logger } from '../core/logger.ts';
import type { Namespace } from '../core/namespace.ts';
import type { CallPacer, PermitGate } from '../core/ports.ts';
import type { DeleteOutcome, Read, Resource } from '../core/resource.ts';
import type { Rule, Safeguard, SetPolicy } from '../core/rule.ts';
import type { Account } from '../core/workConfiguration.ts';

/** One namespace as a handler sees it. */
export interface Scope<P = unknown> {
  readonly namespace: Namespace;
  readonly account: Account;
  /** In its own case. */
  readonly location: string;
  /** All accounts of the provider, this one included: others may use what is here. */
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
  readonly asks: 'place' | 'candidates';
  /** Where it has to be read for this scope; other accounts and locations included. Empty: not applicable. */
  places(scope: Scope<P>): readonly Place[];
  /**
   * Complete, or throws (`ReadError`).
   * @param scope the accounts and parameters; for a `place` source only `accounts` may influence the result,
   *   because it is shared by all namespaces that ask
   * @param candidates empty for a `place` source
   */
  read(place: Place, scope: Scope<P>, candidates: readonly Resource[], io: Io): Promise<readonly Finding[]>;
}

/** Evidence that behaviour/aws.md asks for and this version does not read. Forbids live use outside a sandbox. */
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
  };
  /** The handler's own keys of a `cleanup` entry, with their defaults. */
  readonly parameters: z.ZodType<P>;
  readonly evidence: readonly EvidenceSource<P>[];
  readonly notReadYet: readonly NotReadYet[];
  readonly safeguards: readonly Safeguard<R, P>[];
  /** The type's own rules; the generic ones (`unused`, `age`, `attribute`, `expired`) come on top. */
  readonly rules: readonly Rule<R>[];
  readonly setPolicies?: readonly SetPolicy<R, P>[];
  /** Does the provider tell when one was created? Else our own first sight of an identity counts. */
  readonly dated: 'byProvider' | 'byFirstSeen';
  /** How many resources one deleting request takes. */
  readonly maxBatch: number;
  /** Everything needed to rebuild it; of a resource as `get` reads it. */
  definition(resource: R): unknown;
  open(scope: Scope<P>, io: Io): Session<R>;
}

export interface Session<R extends Resource = Resource> {
  /** Is the account what the configuration says (id, alias)? Throws `ReadError` when not or unknown. */
  verifyAccount(): Promise<void>;
  /** Everything, unfiltered, or throws (`ReadError`). */
  list(): AsyncIterable<readonly R[]>;
  /** An id left out of the answer = unknown. */
  get(ids: readonly string[]): Promise<ReadonlyMap<string, Read<R>>>;
  /** Identity is the precondition. An id left out of the answer: `get` decides. */
  delete(batch: readonly R[]): Promise<ReadonlyMap<string, DeleteOutcome>>;
  /** The opt-out, written on the resource; `undefined` removes what we wrote. */
  protect?(resource: R, until: number | 'forever' | undefined): Promise<void>;
}
