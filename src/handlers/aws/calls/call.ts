/** One operation of an AWS service as data. Pure: `client.ts` and `reading.ts` send it. */
import type { HttpHandlerOptions } from '@smithy/types';
import type { DecodedItems } from './decodedItems.ts';
import type { Rate } from './rates.ts';

/**
 * The effect of an operation on the account; the guard in `wire.ts` uses it:
 * - `reads`: it changes nothing. Every identity may send it.
 * - `deletes`, `quarantines`: only the deleting identity, under a permit.
 * - `protects`: it writes a tag that keeps a resource, or undoes a quarantine. It needs no permit.
 * - `restores`: it restores a deleted resource. Only the restoring identity, in `holystone restore --yes`.
 */
export type Effect = 'reads' | 'deletes' | 'quarantines' | 'protects' | 'restores';

/**
 * The meaning of an error code of AWS for a resource:
 * - `notFound`: it certainly does not exist.
 * - `inUse`: something still uses it.
 * - `protected`: AWS protects it from deletion.
 * - `taken`: another resource has its name.
 * - `later`: it does not do it now, because of others that are under way.
 */
export type Meaning = 'notFound' | 'inUse' | 'protected' | 'taken' | 'later';

/** Error codes by their meaning. */
export type ErrorCodes = { readonly [M in Meaning]?: readonly string[] };

/** The SDK's client class of a service: its instances have a method for each operation. */
export interface ClientClass<C> {
  readonly prototype: C;
}

/** A method of the SDK's client. */
export type Method<C extends object> = keyof C & string;

/** Input and output: the last overload of each method of the SDK names both. */
type Ends<M> = M extends (
  input: infer I,
  options: HttpHandlerOptions,
  done: (error: unknown, output?: infer O) => void,
) => void
  ? { readonly input: I; readonly output: O }
  : never;
/** The input type of an operation of the SDK, named by its client and its method. */
export type Input<C extends object, M extends Method<C>> = Ends<C[M]>['input'];
/** The answer's type of the same operation; the SDK declares nearly every member as optional. */
export type Output<C extends object, M extends Method<C>> = Ends<C[M]>['output'];

/** The members of an answer that are lists. */
type Lists<O> = { [K in keyof O]-?: NonNullable<O[K]> extends readonly unknown[] ? K : never }[keyof O] & string;
/** The item type of a list in an answer. */
export type Item<O, L extends keyof O> = NonNullable<O[L]> extends readonly (infer T)[] ? T : never;

/** The row of an operation in a table. */
interface Row<C extends object, M extends Method<C>> {
  readonly effect: Effect;
  /** The operation's own error codes, beside those that `wire/errors.ts` knows of every service. */
  readonly errors?: ErrorCodes;
  /** Absent: the rate of the table, for reads or for all others. */
  readonly rate?: Rate;
  /** The permission, where IAM knows this operation by another name. */
  readonly permission?: string;
  /** The member of the answer that every complete answer has; an answer without it is malformed. */
  readonly list?: Lists<Output<C, M>>;
  /**
   * The member of request and answer with the token of the next page, or the two where their names differ; absent: AWS
   * returns everything at once.
   */
  readonly token?:
    | (keyof Input<C, M> & keyof Output<C, M> & string)
    | { readonly sent: keyof Input<C, M> & string; readonly answered: keyof Output<C, M> & string };
  /** Parameters of each page in addition to the token, for example the largest page size that AWS allows. */
  readonly page?: Partial<Input<C, M>>;
  /** It also writes the mark of another tool: the deleting identity sends it then, and needs no permit. */
  readonly marks?: true;
  /** It undoes what is called a deletion: the restoring identity sends it, too. */
  readonly undoes?: true;
  /**
   * Does it undo with this input what it does otherwise? Then it needs no permit, and the restoring identity sends it, too. Absent:
   * with none.
   */
  readonly undoesWith?: (input: Input<C, M>) => boolean;
  /** The request also tags the resource that it creates, which needs EC2's permission to tag it then. */
  readonly tagsOnCreate?: true;
  /**
   * Of a permission that covers more than this call: the resources of the call, as a policy writes it after `arn:aws:`.
   */
  readonly resource?: string;
}

/** One operation of one service. */
export interface Call<C extends object = object, M extends string = string> {
  /** The name of the service, which every client of it is kept under: `autoScaling`. */
  readonly service: string;
  /**
   * Loads its part of the SDK, at the first call to the service: all parts together take more time and memory than most
   * commands.
   */
  readonly load: () => Promise<ClientClass<C>>;
  /** The method of the SDK's client: `describeImages`. */
  readonly method: M;
  /** As AWS spells it: `DescribeImages`. */
  readonly operation: string;
  /** Service and operation as IAM spells them: `ec2:DescribeImages`. It is the permission, unless there is another. */
  readonly api: string;
  /** The permission that it needs, where that is not {@link api}: `apigateway:GET`. */
  readonly permission?: string;
  readonly effect: Effect;
  readonly rate: Rate;
  readonly errors?: ErrorCodes;
  readonly marks?: true;
  readonly undoes?: true;
  /** Of the input. */
  undoesWith?(input: object): boolean;
  readonly tagsOnCreate?: true;
  readonly resource?: string;
  /** The service has one endpoint for all regions. */
  readonly isGlobal?: true;
  /** Absent: the whole answer. */
  readonly decoded?: DecodedItems;
}

/** An operation whose answer is a list. `I`: what is decoded of each item. */
export interface ListCall<
  C extends object,
  M extends Method<C>,
  L extends string,
  I = L extends keyof Output<C, M> ? Item<Output<C, M>, L> : never,
> extends Call<C, M> {
  readonly list: L;
  /** For the compiler only. */
  readonly item?: I;
  /** Absent: AWS returns everything at once. */
  readonly token?: string | { readonly sent: string; readonly answered: string };
  readonly page?: Partial<Input<C, M>>;
}

/** The operations of one service by the names of the SDK's methods. */
type Table<C extends object, R> = { readonly [M in keyof R & Method<C>]: Call<C, M> & R[M] };

interface Facts<C extends object> {
  /** {@link Call.service} */
  readonly service: string;
  /** {@link Call.load} */
  readonly load: () => Promise<ClientClass<C>>;
  /** The prefix of the service's IAM actions: `ec2`. */
  readonly prefix: string;
  /** The permission of all operations, where IAM knows them by one name. */
  readonly permission?: string;
  readonly reads: Rate;
  /** The rate of all operations that change something. */
  readonly writes: Rate;
  /** The service has one endpoint for all regions: a policy's condition on the region would deny its calls. */
  readonly isGlobal?: true;
}

/** A table of calls. The compiler checks methods, lists, tokens and pages against the SDK's types. */
export function table<
  C extends object,
  const R extends { readonly [M in keyof R]: M extends Method<C> ? Row<C, M> : never },
>({ service, load, prefix, permission, reads, writes, isGlobal }: Facts<C>, rows: R): Table<C, R> {
  const calls = Object.entries<Row<C, Method<C>>>(rows).map(([method, row]) => {
    const operation = `${method.charAt(0).toUpperCase()}${method.slice(1)}`;
    const rate = row.effect === 'reads' ? reads : writes;
    const facts = { service, load, method, operation, api: `${prefix}:${operation}`, rate };
    return [method, { ...facts, ...(permission && { permission }), ...(isGlobal && { isGlobal }), ...row }];
  });
  return Object.fromEntries(calls);
}

/**
 * Calls by their names in IAM. Two services may share a name there, for example the two for load balancers.
 * @throws Error if two calls share a name and differ in effect or rate: the guard could not distinguish them
 */
export function callsByName(calls: readonly Call[]): ReadonlyMap<string, Call> {
  const named = new Map<string, Call>();
  for (const call of calls) {
    const other = named.get(call.api);
    if (other && (other.effect !== call.effect || other.rate !== call.rate)) {
      throw new Error(`${call.api} is a call of ${other.service} and of ${call.service}, with another effect or rate`);
    }
    named.set(call.api, call);
  }
  return named;
}

/** The error codes with this meaning, of all these calls. */
export function codesOf(meaning: Meaning, calls: readonly Call[]): readonly string[] {
  return calls.flatMap(({ errors }) => errors?.[meaning] ?? []);
}

/** The permissions that these calls need, in the spelling of IAM. */
export function permissionsOf(...calls: readonly Call[]): readonly string[] {
  return [...new Set(calls.map(({ api, permission = api }) => permission))];
}
