/** The operations on a kind as declarations; a service turns them into answers. */
import type { AwsError } from './errors.ts';
import type { FilterName } from './filterNames.ts';
import type { FilterTable, TagLike } from './filters.ts';
import type { Making } from './making.ts';

/** The allowed page sizes, and the default. */
export interface Limits {
  readonly min: number;
  readonly max: number;
  readonly otherwise: number;
}

/** Names in a request that select resources. */
export interface Named<I, V> {
  readonly by: keyof I;
  /** The named member; absent: the row's key. */
  readonly of?: (value: V) => string | undefined;
  /** Throws if the request is not allowed. */
  readonly check?: (names: readonly string[], input: I) => void;
  /** Absent: an unknown name is omitted without an error. */
  readonly notFound?: (missing: readonly string[]) => AwsError;
}

/** The parameters of one operation on a collection. */
export interface Listing<I, O, V, S, C> {
  /** The member of the output. */
  readonly answer: keyof O & string;
  readonly named?: Named<I, V> | readonly Named<I, V>[];
  readonly pages?: Limits;
  /** Filters whose names state the member they read. */
  readonly filters?: readonly FilterName<S>[];
  /** Filters that read another member than their name states. */
  readonly special?: FilterTable<V>;
  /** `tag:KEY` and `tag-key` are filters too; `true`: they read the `Tags` of the answer. */
  readonly tags?: true | ((value: V) => readonly TagLike[]);
  /** Other conditions of the request. */
  readonly where?: (input: I, call: C) => (value: V) => boolean;
  /** Converts a page of rows to the answer; absent: each row alone. */
  readonly gathers?: (page: readonly V[], call: C) => O[keyof O];
  /** Other members of the answer. */
  readonly beside?: (call: C, input: I) => Partial<O>;
}

/** The SDK's id of a service, as its clients know it (`config.serviceId`). */
export type ApiId =
  | 'Auto Scaling'
  | 'CloudWatch Logs'
  | 'EC2'
  | 'EFS'
  | 'ECR'
  | 'ECS'
  | 'ElastiCache'
  | 'FSx'
  | 'Elastic Load Balancing'
  | 'Elastic Load Balancing v2'
  | 'DynamoDB'
  | 'RDS'
  | 'Redshift'
  | 'S3'
  | 'SageMaker';

/** An operation with its input member for ids. */
export interface IdOperation {
  /** The SDK's id of its service; absent: EC2. Two services may have operations of one name. */
  readonly api?: ApiId;
  readonly operation: string;
  readonly by: string;
}

type Members = Readonly<Record<string, unknown>>;

/** The listing of a kind with EC2 ids; its types are known only where it is declared. */
export interface Listed extends IdOperation {
  /** EC2's name of the id list when it refuses it together with MaxResults; absent: both are allowed. */
  readonly withoutPages?: string;
  readonly listing: Listing<Members, Members, object, object, Making>;
}

/** `I` and `O` are the operation's input and output, `V` the stored form of the kind, `S` the API's description. */
export function listed<I, O, V, S = V>({
  operation,
  by,
  withoutPages,
  ...listing
}: Omit<Listed, 'listing'> & { readonly by: keyof I & string } & Omit<Listing<I, O, V, S, Making>, 'named'>): Listed {
  const common = { operation, by, listing: listing as unknown as Listed['listing'] };
  return withoutPages === undefined ? common : { ...common, withoutPages };
}

/** The creation of one resource. Tags of the request are added to the seed. */
export interface Creation {
  readonly operation: string;
  /** The seed that the control would be given. Throws EC2's refusal, also of a dry run. */
  seedOf(input: Members, here: unknown): object;
  /** The answer. */
  answer(kept: object): object;
}

/** `I` is the operation's input, `O` its output, `Here` the tables that it reads. */
export function creation<I, O, Seed extends object, Kept, Here = unknown>(declared: {
  readonly operation: string;
  seedOf(input: I, here: Here): Seed;
  answer(kept: Kept): O;
}): Creation {
  return declared as unknown as Creation;
}

/** An operation that changes one resource. */
export interface Change extends IdOperation {
  /** The changed resource. Throws EC2's refusal, also of a dry run. */
  changed(kept: object, input: Members, making: Making): object;
  answer(changed: object): object;
}

/** `I` is the operation's input, `O` its output. */
export function change<I, O, Kept>(declared: {
  readonly operation: string;
  /** The input's member with the key of the resource. */
  readonly by: keyof I & string;
  changed(kept: Kept, input: I, making: Making): Kept;
  answer(changed: Kept): O;
}): Change {
  return declared as unknown as Change;
}

/** The deletion of one resource. */
export interface Deletion<Kept, Here> extends IdOperation {
  /** The answer; absent: without members. */
  answer?(id: string): object;
  /** Absent: a service defines the operation. `{}`: nothing refuses it. */
  readonly rules?: DeletionRules<Kept, Here>;
  /** The request names several, and the answer has the refusal of each in `Unsuccessful`. */
  readonly each?: true;
}

interface DeletionRules<Kept, Here> {
  /** Throws EC2's refusal, also of a dry run. */
  refuse?(kept: Kept, here: Here): void;
  /** Throws EC2's refusal of a real request: a dry run succeeds. */
  refuseReal?(kept: Kept, here: Here): void;
  /** Removes the resource's parts. */
  removeParts?(id: string, here: Here): void;
}

/** A kind that the Recycle Bin supports. */
export interface Recycled<Kept, Here> {
  /** In the names of its operations: `Volume`. */
  readonly as: string;
  /** The description in the bin, without the times. */
  shown(kept: Kept): object;
  /** The resource as it is restored; absent: as it was deleted. */
  restored?(kept: Kept, here: Here): Kept;
  /** The answer of the restore; absent: `Return` is true. */
  answer?(kept: Kept): object;
}

/** An entry of the Recycle Bin; ms since the epoch. */
export interface Binned<T extends object> {
  readonly value: T;
  readonly enteredAt: number;
  readonly exitAt: number;
}
