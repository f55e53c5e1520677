/**
 * The dependencies of the two HTTP apps: ports of core and small functions. The composition root provides them; this
 * module knows no Redis, no handler and no lifecycle.
 */

import type { Clock } from '../../core/common/clock.ts';
import type { Logger } from '../../core/common/logger.ts';
import type { Checked } from '../../core/evaluation/checked.ts';
import type { MarkTable } from '../../core/mark/markTable.ts';
import type { OwnerResponse, ResponseResult } from '../../core/mark/ownerResponse.ts';
import type { Messages } from '../../core/notice/sentMessage.ts';
import type { RepeatClaim, SentNotices } from '../../core/notice/sentNotices.ts';
import type { MessageClaims, verify } from '../../core/owner/optOutToken.ts';
import type { AskedTarget, Seen, Unseen } from '../../core/owner/unseen.ts';
import type { Control, ControlAnswer, ControlChange, Instance, Reloaded } from '../../core/policy/fleet.ts';
import type { InstanceFigures } from '../../core/policy/instanceFigures.ts';
import type { Action, WorkConfiguration } from '../../core/policy/workConfiguration.ts';
import type { Events } from '../../core/ports/events.ts';
import type { Months } from '../../core/ports/months.ts';
import type { Audit, MarkStore, OptOutStore, Outbox, PassStore } from '../../core/ports/ports.ts';
import type { Sessions } from '../../core/ports/sessions.ts';
import type { End } from '../../core/resource/ends.ts';
import type { Namespace } from '../../core/resource/namespace.ts';
import type { Sightings } from '../../core/resource/sightings.ts';
import type { UnitPlaces } from '../../core/work/unitPlaces.ts';
import type { SlackDoor } from '../../notify/webhook/slackDoor.ts';
import type { Rights } from './identity.ts';
import type { SignInSettings } from './signInSettings.ts';

/** One readiness condition; `why`: the problem and the advice. `why` may also be a note on a condition that is met. */
export interface ReadinessCheck {
  readonly name: string;
  readonly ok: boolean;
  readonly why?: string;
}

/** Requests per client address, and per signed link; further requests get 429 until the window is over. */
export interface RateLimit {
  readonly max: number;
  /** Changes by one signed link; default 30, because each change is stored and logged. */
  readonly changesPerLink?: number;
  /** Requests that cost more than others, such as the beginning of a sign-in; default 60. */
  readonly costly?: number;
  readonly windowMs: number;
}

/** Everything that the pages behind a signed link may read and change. */
export interface PublicDeps {
  readonly clock: Clock;
  readonly log: Logger;
  /** Each request to `/health/ready` calls it; it must be quick and must not reject. */
  readonly readiness: () => readonly ReadinessCheck[];
  readonly marks: Pick<MarkStore, 'all' | 'get' | 'getMany' | 'page'>;
  readonly messages: Pick<Messages, 'get' | 'notified'>;
  /** A page behind a link of the message was opened, which changes nothing: an observation. Never throws. */
  readonly opened?: (messageId: string) => void;
  /** Contains the stage of each type. */
  readonly control: Pick<Control, 'read'>;
  readonly optOuts: Pick<OptOutStore, 'list' | 'patterns' | 'preview' | 'optOut' | 'undo'>;
  readonly passes: Pick<PassStore, 'get'>;
  readonly audit: Pick<Audit, 'history' | 'histories'>;
  /** Stores an owner's response except "keep it". Rejects with `StoreError` when Redis did not confirm it. */
  readonly storeResponse: (response: OwnerResponse) => Promise<ResponseResult>;
  /** The keys that sign opt-out links; older keys stay valid for a while. */
  readonly keys: Parameters<typeof verify>[1];
  /** Of the running configuration, for names in their original case; a link to a removed namespace still works. */
  readonly workConfigurations: () => readonly WorkConfiguration[];
  /** What happens to the resources of a namespace, also of one that is configured no more; for words alone. */
  readonly endOf: (namespace: Namespace) => End;
  /** Receives bounces and complaints of Amazon SES. Absent: there is no such route. */
  readonly ses?: {
    /** ARNs of the trusted SNS topics. */
    readonly topics: readonly string[];
    readonly bounced: BounceSink;
    /** Reads the text at a URL of SNS: a certificate, or the reply to a confirmation. */
    readonly readUrl: (url: string) => Promise<string>;
  };
  /** Takes the buttons of apps of Slack. Absent: there is no such route. */
  readonly slack?: {
    readonly doors: readonly SlackDoor[];
    /** The page of a message. */
    readonly pageOf: (claims: MessageClaims) => string;
    /** Slack is answered by then, even where the decision is not stored yet; 2,000 by default. */
    readonly answerWithinMs?: number;
  };
  /** Addresses and networks of the reverse proxies whose `X-Forwarded-For` names the client. Default none. */
  readonly trustedProxies?: readonly string[];
  /** Default 600 a minute: mail scanners open every link of a message at once. */
  readonly rateLimit?: RateLimit;
}

/** A token of the configuration; Holystone compares hashes of it, in constant time. */
export interface AccessToken extends Rights {
  /** The actor in the audit log. */
  readonly name: string;
  readonly secret: string;
}

/** The outcome of the approval of a blocked set. */
export type Approved =
  /** `held`: so many of the set are held, since only families of it were approved. */
  | { readonly kind: 'approved'; readonly size: number; readonly held?: number }
  /** No pass with that id is on record for the namespace and action. */
  | { readonly kind: 'notFound'; readonly why: string }
  /** The pass is not blocked, or is no longer the last one: the set changed meanwhile. */
  | { readonly kind: 'conflict'; readonly why: string };

/** The outcome of a request for earlier dates. */
export type Recalculated =
  /** `considered`: the number of oldest marks that were looked at. */
  | { readonly kind: 'recalculated'; readonly considered: number; readonly moved: number }
  | { readonly kind: 'invalid'; readonly field: 'seconds' | 'count'; readonly why: string }
  | { readonly kind: 'conflict'; readonly why: string };

/** The outcome of the report of a bounce. */
export type Bounced =
  | { readonly kind: 'withdrawn'; readonly notices: number }
  /** The bounced message was one of the configured copies: the owner still got the notice. */
  | { readonly kind: 'copy' }
  | { readonly kind: 'unknown' };

/** The next message to an owner, as the owner would read it; its links decide nothing. */
export interface Preview {
  readonly subject: string;
  readonly text: string;
  readonly resources: number;
}

/** The outcome of a message that an operator sends again. */
export type SentAgain =
  | { readonly kind: 'sent'; readonly messageId: string; readonly resources: number }
  /** The transport did not accept it. */
  | { readonly kind: 'notAccepted'; readonly why: string }
  | { readonly kind: 'unknown' }
  /** Nothing of the message can be sent again now. */
  | { readonly kind: 'nothing'; readonly why: string }
  /** The owner got a message again less than an hour ago. */
  | ({ readonly kind: 'tooSoon' } & RepeatClaim);

/** Records a bounced message. Rejects with `StoreError`. */
export type BounceSink = (report: {
  /** With its angle brackets. */
  readonly messageId: string;
  readonly recipient: string;
  readonly why: string;
  readonly permanent: boolean;
  readonly actor: string;
}) => Promise<Bounced>;

/** The configuration file in force. */
export interface ShownConfiguration {
  readonly file: string;
  /** SHA-256 over all values that decide about resources, hex. */
  readonly hash: string;
  /** As the file has them, without secrets and values of variables. */
  readonly settings: unknown;
}

/** Everything that the console and the API may read and change. */
export interface OperatorDeps {
  readonly clock: Clock;
  readonly log: Logger;
  readonly readiness: () => readonly ReadinessCheck[];
  readonly marks: Pick<MarkStore, 'all' | 'get' | 'getMany' | 'count' | 'page'>;
  readonly markTable: Omit<MarkTable, 'settled'>;
  readonly months: Pick<Months, 'read' | 'parts'>;
  readonly optOuts: Pick<OptOutStore, 'list' | 'patterns' | 'preview' | 'optOut' | 'undo'>;
  readonly passes: Pick<PassStore, 'get' | 'last' | 'past' | 'blockedChanges' | 'blockedRows' | 'approval'>;
  readonly outbox: Pick<Outbox, 'owners' | 'read'>;
  readonly units: Pick<UnitPlaces, 'look'>;
  readonly audit: Pick<Audit, 'history' | 'histories' | 'log'>;
  readonly messages: Pick<Messages, 'get' | 'notified'>;
  readonly sentNotices: Pick<SentNotices, 'get' | 'page' | 'lastOf'>;
  readonly events: Events;
  /** Of this instance. */
  readonly configuration: () => ShownConfiguration;
  /** The settings of one namespace with all defaults, without secrets; `undefined`: it is not configured. */
  readonly effective: (namespace: Namespace) => Readonly<Record<string, unknown>> | undefined;
  readonly control: Pick<Control, 'read' | 'changes'>;
  readonly workConfigurations: () => readonly WorkConfiguration[];
  /** What happens to the resources of a namespace, also of one that is configured no more; for words alone. */
  readonly endOf: (namespace: Namespace) => End;
  /** Evidence of the resource type that this version does not read yet. */
  readonly missingEvidence: (namespace: Namespace) => readonly string[];
  /** The https address of a resource in its provider's own console; `undefined`: it has none. */
  readonly providerPage: (namespace: Namespace, id: string) => string | undefined;
  /** Evaluates one resource now, on fresh reads; writes nothing. Rejects with `ReadError` or `StoreError`. */
  readonly check: (namespace: Namespace, id: string) => Promise<Checked>;
  /** Before a decision is stored: `undefined` = its target is there. Reads only. Rejects with `StoreError`. */
  readonly lookFor: (namespace: Namespace, target: AskedTarget) => Promise<Seen | Unseen>;
  /** Asks every provider for an id, or for a part of a name; writes nothing. */
  readonly sightings: (text: string) => Promise<Sightings>;
  /** Rejects with `StoreError`. */
  readonly approve: (request: {
    readonly namespace: Namespace;
    readonly action: Action;
    readonly passId: string;
    readonly actor: string;
    /** Names: only these families; absent: the whole set. */
    readonly families?: readonly string[];
  }) => Promise<Approved>;
  /** Resolves when every live instance obeys a stop, or one did not in time. Rejects with `StoreError`. */
  readonly changeControl: (request: {
    readonly change: ControlChange;
    readonly actor: string;
    readonly reason?: string;
  }) => Promise<ControlAnswer>;
  /** Work items at once over the fleet, unless an operator changed it. */
  readonly configuredCapacity: number;
  /** The live instances. Rejects with `StoreError`. */
  readonly instances: () => Promise<readonly Instance[]>;
  /** The figures of these instances, as far as they published some. Rejects with `StoreError`. */
  readonly figures: (ids: readonly string[]) => Promise<ReadonlyMap<string, InstanceFigures>>;
  /** Namespaces with different configurations on live instances, and which instances; nothing is deleted there. */
  readonly drift: () => ReadonlyMap<Namespace, string>;
  /** Reads this instance's configuration again. */
  readonly reload: (actor: string) => Promise<Reloaded>;
  /** Moves the dates of the `count` oldest marks, or of those in `ids`, to within `seconds`. Rejects with `StoreError`. */
  readonly recalculate: (request: {
    readonly namespace: Namespace;
    readonly seconds: number;
    readonly count: number;
    readonly ids?: readonly string[];
    readonly actor: string;
  }) => Promise<Recalculated>;
  readonly bounced: BounceSink;
  /** `undefined`: nothing waits for the owner. Rejects with `StoreError`. */
  readonly preview: (owner: string) => Promise<Preview | undefined>;
  /** @param request.messageId with its angle brackets. Rejects with `StoreError`. */
  readonly sendAgain: (request: {
    readonly messageId: string;
    readonly actor: string;
    readonly reason: string;
  }) => Promise<SentAgain>;
  /** People sign in through an identity provider; absent: tokens only. */
  readonly signIn?: SignInSettings;
  readonly sessions: Sessions;
  /** Addresses and networks of the reverse proxies whose `X-Forwarded-For` names the client. Default none. */
  readonly trustedProxies?: readonly string[];
  /** None, and no sign-in: every client of the listener may do anything, so it must be on loopback ({@link requiresLoopback}). */
  readonly tokens: readonly AccessToken[];
  /** Prometheus' text format; prom-client's `Registry` is one. */
  readonly metrics: { readonly contentType: string; metrics(): Promise<string> };
  readonly version: string;
  readonly rateLimit?: RateLimit;
}
