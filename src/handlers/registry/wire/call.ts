import type { Account } from '../../../core/policy/workConfiguration.ts';
import type { PermitGate } from '../../../core/ports/permitGate.ts';
import type { ListIo } from '../../contract/provider.ts';
import type { Method } from './exchange.ts';

/** Where requests go, and by whose leave. */
export interface Target {
  readonly account: Account;
  readonly io: ListIo & { readonly permit?: PermitGate };
}

/** One request to the registry itself. */
export interface Call {
  readonly method: Method;
  /** Below the registry's address, with its query: `/v2/shop/web/tags/list`. */
  readonly path: string;
  /** The right that a token must carry: `repository:shop/web:pull`. */
  readonly scope: string;
  readonly accept?: string;
  readonly maxBytes: number;
  /** For messages: `listing the tags of shop/web`. */
  readonly what: string;
  /** The name of the right in this program: `registry:ListTags`. */
  readonly permission: string;
}
