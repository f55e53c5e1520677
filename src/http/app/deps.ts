/**
 * What the two HTTP apps need from the rest of the program: ports of core and small functions. The composition root
 * fills them in; nothing here knows Redis, a handler or the lifecycle.
 */

import type { Clock } from '../../core/common/clock.ts';
import type { Logger } from '../../core/common/logger.ts';
import type { Checked } from '../../core/evaluation/checked.ts';
import type { OwnerResponse, ResponseResult } from '../../core/mark/ownerResponse.ts';
import type { Messages } from '../../core/notice/sentMessage.ts';
import type { verify } from '../../core/owner/optOutToken.ts';
import type { Control, ControlAnswer, ControlChange, Instance, Reloaded } from '../../core/policy/fleet.ts';
import type { Action, WorkConfiguration } from '../../core/policy/workConfiguration.ts';
import type { Audit, MarkStore, OptOutStore, Outbox, PassStore } from '../../core/ports/ports.ts';
import type { Namespace } from '../../core/resource/namespace.ts';

/** One condition of being ready; `why` says what is wrong and what to do; also when it is met all the same. */
export interface ReadinessCheck {
  readonly name: string;
  readonly ok: boolean;
  readonly why?: string;
}

/** Requests per client address, and per signed link; above it the answer is 429 until the window is over. */
export interface RateLimit {
  readonly max: number;
  /** Changes by one signed link; default 30, as each is stored and logged. */
  readonly changesPerLink?: number;
  readonly windowMs: number;
}

export interface PublicDeps {
  readonly clock: Clock;
  readonly log: Logger;
  /** Asked at each request to `/health/ready`; must be quick and must not reject. */
  readonly readiness: () => readonly ReadinessCheck[];
  readonly marks: Pick<MarkStore, 'get' | 'getMany' | 'page'>;
  readonly messages: Pick<Messages, 'get' | 'told'>;
  /** Says at which stage each type is. */
  readonly control: Pick<Control, 'read'>;
  readonly optOuts: Pick<OptOutStore, 'list' | 'optOut' | 'undo'>;
  readonly passes: Pick<PassStore, 'get'>;
  readonly audit: Pick<Audit, 'history' | 'histories'>;
  /** What an owner says of a mark other than "keep it". Rejects with `StoreError` when it was not confirmed. */
  readonly storeResponse: (said: OwnerResponse) => Promise<ResponseResult>;
  /** The keys that sign opt-out links; the older ones are accepted meanwhile. */
  readonly keys: Parameters<typeof verify>[1];
  /** Of the running configuration, for names in their own case; a link to a namespace that left it still works. */
  readonly workConfigurations: () => readonly WorkConfiguration[];
  /** Where Amazon SES says what came back. Absent: there is no such address. */
  readonly ses?: {
    /** ARNs of the SNS topics that are believed. */
    readonly topics: readonly string[];
    readonly bounced: BounceSink;
    /** The text at a URL of SNS: a certificate, the answer to a confirmation. */
    readonly readUrl: (url: string) => Promise<string>;
  };
  /** Addresses and networks of the reverse proxies whose `X-Forwarded-For` names the client. Default none. */
  readonly trustedProxies?: readonly string[];
  /** Default 600 a minute: mail scanners open every link of a message at once. */
  readonly rateLimit?: RateLimit;
}

/** What one token may do: a reader reads, an operator also changes. */
export type TokenAccess = 'reader' | 'operator';

export interface AccessToken {
  /** Goes into the audit log as the actor. */
  readonly name: string;
  readonly access: TokenAccess;
  readonly secret: string;
}

/** What came of the wish to approve a blocked set. */
export type Approved =
  | { readonly kind: 'approved'; readonly size: number }
  /** No pass of that id is on record for the namespace and action. */
  | { readonly kind: 'notFound'; readonly why: string }
  /** The pass is not blocked, or no longer the last one: the set has changed meanwhile. */
  | { readonly kind: 'conflict'; readonly why: string };

/** What came of the wish to move dates in. */
export type Recalculated =
  /** Of the `considered` oldest marks. */
  | { readonly kind: 'recalculated'; readonly considered: number; readonly moved: number }
  | { readonly kind: 'invalid'; readonly field: 'seconds' | 'count'; readonly why: string }
  | { readonly kind: 'conflict'; readonly why: string };

/** What came of the news that a message came back. */
export type Bounced =
  | { readonly kind: 'withdrawn'; readonly notices: number }
  /** It was one of the configured copies: the owner has been told all the same. */
  | { readonly kind: 'copy' }
  | { readonly kind: 'unknown' };

/** A message came back. Rejects with `StoreError`. */
export type BounceSink = (report: {
  /** With its angle brackets. */
  readonly messageId: string;
  readonly recipient: string;
  readonly why: string;
  readonly permanent: boolean;
  readonly actor: string;
}) => Promise<Bounced>;

export interface OperatorDeps {
  readonly clock: Clock;
  readonly log: Logger;
  readonly readiness: () => readonly ReadinessCheck[];
  readonly marks: Pick<MarkStore, 'get' | 'count' | 'page'>;
  readonly optOuts: Pick<OptOutStore, 'list' | 'optOut' | 'undo'>;
  readonly passes: Pick<PassStore, 'get'>;
  readonly outbox: Pick<Outbox, 'owners'>;
  readonly audit: Pick<Audit, 'history'>;
  readonly control: Pick<Control, 'read'>;
  readonly workConfigurations: () => readonly WorkConfiguration[];
  /** Evidence that this version does not read for the resource type. */
  readonly notReadYet: (namespace: Namespace) => readonly string[];
  /** Evaluates one resource now, on fresh reads; writes nothing. Rejects with `ReadError` or `StoreError`. */
  readonly check: (namespace: Namespace, id: string) => Promise<Checked>;
  /** Rejects with `StoreError`. */
  readonly approve: (namespace: Namespace, action: Action, passId: string, actor: string) => Promise<Approved>;
  /** Answers when every live instance obeys what was stopped, or one did not in time. Rejects with `StoreError`. */
  readonly changeControl: (request: {
    readonly change: ControlChange;
    readonly actor: string;
    readonly reason?: string;
  }) => Promise<ControlAnswer>;
  /** Work items at once over the fleet, as long as nobody says otherwise. */
  readonly configuredCapacity: number;
  /** Who lives now. Rejects with `StoreError`. */
  readonly instances: () => Promise<readonly Instance[]>;
  /** Namespaces that live instances run differently, and who; nothing of them is deleted. */
  readonly drift: () => ReadonlyMap<Namespace, string>;
  /** Reads this instance's configuration again. */
  readonly reload: (actor: string) => Promise<Reloaded>;
  /** Moves the dates of the `count` oldest marks to within `seconds`. Rejects with `StoreError`. */
  readonly recalculate: (request: {
    readonly namespace: Namespace;
    readonly seconds: number;
    readonly count: number;
    readonly actor: string;
  }) => Promise<Recalculated>;
  readonly bounced: BounceSink;
  /** None: anybody who reaches the listener may do anything, so it must be on loopback ({@link requiresLoopback}). */
  readonly tokens: readonly AccessToken[];
  /** Prometheus' text format; prom-client's `Registry` is one. */
  readonly metrics: { readonly contentType: string; metrics(): Promise<string> };
  readonly version: string;
  readonly rateLimit?: RateLimit;
}
