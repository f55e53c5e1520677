import type { Account } from '../../../core/policy/workConfiguration.ts';
import type { Io, ListIo } from '../../contract/handler.ts';
import type { Method } from '../../http/exchange.ts';

/** Where requests go, and by whose leave. */
export interface CallScope {
  readonly account: Account;
  readonly io: ListIo & Pick<Io, 'permit' | 'mayRestore'>;
  /** Directly before a deletion: an answer of a cache counts for nothing. */
  readonly isNow?: true;
}

/** One request to the registry itself. */
export interface Call {
  readonly method: Method;
  /** Below the registry's address, with its query: `/v2/shop/web/tags/list`. */
  readonly path: string;
  /** The right that a token must carry: `repository:shop/web:pull`. */
  readonly scope: string;
  readonly accept?: string;
  /** Only of a DELETE: every tag that may go with it. Each needs a permit. */
  readonly deletes?: readonly string[];
  /** Only of a PUT. */
  readonly content?: { readonly type: string; readonly body: string };
  /** Asked for by its digest, it has the same content for ever: a cache may answer. */
  readonly isFixed?: true;
  readonly maxBytes: number;
  /** For messages: `listing the tags of shop/web`. */
  readonly what: string;
  /** The name of the right in this program: `registry:ListTags`. */
  readonly permission: string;
}
