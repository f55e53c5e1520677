import type { Namespace } from '../../core/resource/namespace.ts';
import type { Handler } from '../../handlers/contract/handler.ts';

/** One namespace of an entry, with the places in the file that made it. */
export interface NamespaceTarget {
  readonly namespace: Namespace;
  /** Index in `cleanup`. */
  readonly entry: number;
  /** Index in `accounts`. */
  readonly account: number;
  readonly accountName: string;
  /** In the spelling of the account's entry. */
  readonly location: string;
  readonly handler: Handler;
}

/** A namespace with all entries that judge it, in their order. */
export interface JudgedNamespace extends NamespaceTarget {
  /** The entries after the first one. */
  readonly others: readonly number[];
}
