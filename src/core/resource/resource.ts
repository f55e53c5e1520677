/** One thing that can be cleaned. A handler adds what its rules and safeguards look at. */
export interface Resource {
  /** The address the API is asked by; unique in the namespace; keeps its case. */
  readonly id: string;
  /** What makes it this one and not a later one of the same name: ARN with UUID, creation time, digest, uid. */
  readonly identity: string;
  readonly name: string;
  readonly tags: Readonly<Record<string, string>>;
  /** Every key by which others may name it: AMI id, digest, asset hash, `cluster/x`. */
  readonly aliases: readonly string[];
  /** What a person decides about as one: repository, cluster, environment. */
  readonly group?: string;
  /** Absent = unknown, never defaulted. */
  readonly createdAt?: Date;
  /** Last use as the provider itself records it, where it does (AMI `LastLaunchedTime`). Absent = unknown. */
  readonly lastUsedAt?: Date;
  readonly sizeBytes?: number;
  /** What a notice says beside the reasons, in a sentence without its full stop: what stays, or goes with it. */
  readonly note?: string;
  /** When another tool marked it, where such a mark is understood (`cdk gc`). */
  readonly markedElsewhereAt?: Date;
}

/** What a read by id says. Only `gone` means gone: absence from a listing never does (law 2). */
export type Read<R> = { readonly kind: 'found'; readonly resource: R } | { readonly kind: 'gone' } | UnknownRead;

export interface UnknownRead {
  readonly kind: 'unknown';
  readonly why: string;
}

/** What the cloud answered to one delete. */
export type DeleteOutcome =
  | { readonly kind: 'deleted'; readonly requestId: string }
  /** Taken on, not finished: stays `deleting` until a read by id says gone. */
  | { readonly kind: 'accepted'; readonly requestId: string }
  | { readonly kind: 'gone' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'retry'; readonly afterMs: number; readonly reason: string };
