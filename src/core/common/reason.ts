/**
 * Why a resource is marked, as values: a rule or a handler gives a code with its values, and one catalogue per language
 * renders them. Names, tags and other words of people are values, which a catalogue shows as they are.
 */

/** A span of time in whole units, as a sentence says it; seconds may have a fraction. */
export interface Span {
  readonly count: number;
  readonly unit: 'day' | 'hour' | 'minute' | 'second';
}

/** One attribute of a resource; without a value it is absent. */
export interface AttributeFact {
  readonly path: string;
  readonly value?: string;
  /** The comparison of the configuration that the value fits, in its words. */
  readonly compared?: string;
}

/** A cluster that is positively gone. */
export interface GoneCluster {
  readonly name: string;
  /** For how long surveys saw it gone; absent: this is the first. */
  readonly age?: Span;
  readonly neverSeen?: true;
  /** What people should read beside it. */
  readonly cautions?: readonly Reason[];
}

/** Names that a sentence shows, and how many it leaves out. */
export interface Named {
  readonly names: readonly string[];
  readonly more: number;
}

type None = Readonly<Record<string, never>>;

/** The values of each reason, by its code. A span called `age` grows while nothing else changes. */
export interface ReasonValues {
  /** All of these hold. */
  readonly and: { readonly all: readonly Reason[] };
  /** English words of a provider, or of a mark or a handler that has no values. */
  readonly words: { readonly words: string };
  /** `isElse`: but for users that are deleted first. `isByRecord`: a use between two surveys would not be seen. */
  readonly unused: { readonly isElse?: true; readonly isByRecord?: true };
  readonly older: { readonly age: Span; readonly moreThan: Span };
  readonly aged: { readonly age: Span };
  readonly attributes: { readonly facts: readonly AttributeFact[] };
  readonly expired: { readonly tag: string; readonly value: string };
  readonly noInstances: None;
  readonly noBalancer: None;
  readonly disabled: { readonly age: Span; readonly moreThan: Span };
  /** `goesFirst`: it still exists, and is deleted before. */
  readonly madeForImage: { readonly image: string; readonly goesFirst?: true };
  readonly noTag: None;
  /** `image`: the beginning of its digest. */
  readonly imageGone: { readonly image: string };
  readonly databaseGone: { readonly name: string };
  readonly volumeGone: { readonly volume: string };
  readonly clustersGone: { readonly clusters: readonly GoneCluster[] };
  readonly clusterMayBeGone: None;
  /** The name of the stack that made it. */
  readonly stackGone: { readonly stack: string };
  /** The workspace of Terraform that its tag names. */
  readonly notInState: { readonly workspace: string };
  readonly clusterElsewhere: {
    readonly name: string;
    readonly vpc: string;
    readonly more: number;
    /** The part that was found there, in the provider's words. */
    readonly part: string;
    readonly here: string;
  };
  /** Another one lives beside the resource, and may write this name: controllers take it from a setting. */
  readonly clusterBeside: { readonly name: string; readonly part: string; readonly others: Named };
  readonly clusterAsleep: { readonly name: string; readonly part: string; readonly more: number };
  readonly notInSource: None;
  readonly selected: None;
  /** The entry of the configuration, by its `match`; absent: one without. */
  readonly judged: { readonly match?: string };
  /** `count` = all tags of the digest but this one. */
  readonly shared: { readonly names: readonly string[]; readonly count: number };
  /** Tags of signatures and the like, which go after it. */
  readonly followed: Named;
  /** `on`: `2026-01-31`. */
  readonly markedElsewhere: { readonly on: string };
  readonly after: { readonly users: readonly string[] };
  readonly snapshotsStay: Named;
  /** Of an image whose entry says that snapshots follow it. */
  readonly snapshotsMayFollow: Named;
  /** Of such an image: the snapshots that are deleted after it, told with it, and its others. */
  readonly snapshotsFollow: { readonly go: Named; readonly others: Named };
  readonly versionsGo: { readonly latest: number };
  /** Of a version of a launch template, by the name of that. */
  readonly numberGone: { readonly number: number; readonly template: string };
  readonly dataGoes: {
    readonly claim?: string;
    readonly gibibytes?: number;
    readonly type?: string;
    readonly zone?: string;
  };
  /** Of an instance: those that are deleted with it, and those that stay. */
  readonly volumesGo: { readonly go: Named; readonly stay: Named };
  /** Of a running instance. */
  readonly onlyStops: None;
  /** Of what its provider starts again by itself after so many days. */
  readonly onlyStopsFor: { readonly days: number };
  /** Of what is only paused, with its data on storage of its own. */
  readonly onlyPauses: None;
  /** Of what is only stopped, and runs in tasks. */
  readonly tasksStop: None;
  readonly listenersGo: None;
  /** Of an Auto Scaling group. */
  readonly hooksGo: None;
  readonly policiesGo: None;
  readonly finalDeletion: None;
  /** Of what is copied elsewhere before; the address of the copy. */
  readonly exportedFirst: { readonly address: string };
  /** Those that its provider makes each day and keeps for so many days; absent: not known. Others stay. */
  readonly backupsGo: { readonly days?: number };
  readonly addressFree: { readonly address: string; readonly subnet?: string };
  readonly addressReturned: { readonly address: string; readonly provider: string };
  /** Elastic IP addresses that it had. */
  readonly addressesStay: Named;
  /** Its other tags: the image goes with the last of them, and without any, with this one. `expires`: a policy of the registry deletes it anyway. */
  readonly imageTagged: Named & { readonly expires?: true };
  /** Of an image that goes with all its tags: each of them. */
  readonly tagsGo: Pick<Named, 'names'> & Partial<Named>;
  /** Objects that garbage collection takes along: `Secret shop/key`. */
  readonly objectsGo: Pick<Named, 'names'> & Partial<Named>;
  readonly partsGo: None;
  /** `upTo`: `1.2 GB`. */
  readonly collectedLater: { readonly upTo?: string };
}

/** Stored with a mark and with a plan. */
export type ReasonCode = keyof ReasonValues;

/** A reason or a note beside the reasons. */
export type Reason<C extends ReasonCode = ReasonCode> = {
  readonly [K in C]: { readonly code: K; readonly values: ReasonValues[K] };
}[C];

/** The sentences of one language, without full stops. A reason of several parts gets the words of each. */
export type ReasonCatalogue = {
  readonly [C in ReasonCode]: (values: ReasonValues[C], words: (reason: Reason) => string) => string;
};

/** Does a catalogue have words for it? Otherwise it is English in every language. */
export function isTranslated({ code, values }: Reason): boolean {
  return code === 'and' ? values.all.every(isTranslated) : code !== 'words';
}
