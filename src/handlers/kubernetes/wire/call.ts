import type { Account } from '../../../core/policy/workConfiguration.ts';
import type { Io } from '../../contract/handler.ts';
import type { ListIo } from '../../contract/provider.ts';
import type { Method } from '../../http/exchange.ts';

/** Where requests go, and by whose leave. */
export interface Target {
  readonly account: Account;
  readonly io: ListIo & Pick<Io, 'permit' | 'mayRestore'>;
}

/** One request to an API server. */
export interface Call {
  readonly method: Extract<Method, 'GET'>;
  /** With its query: `/apis/apps/v1/deployments?limit=500`. */
  readonly path: string;
  readonly accept?: string;
  /** For messages: `listing deployments.apps`. */
  readonly what: string;
  /** The right that it needs, as `kubectl auth can-i` has it: `list deployments.apps`. */
  readonly permission: string;
}
