import type { Account } from '../../../core/policy/workConfiguration.ts';
import type { Io, ListIo } from '../../contract/handler.ts';
import type { Method } from '../../http/exchange.ts';

/** Where requests go, and by whose leave. */
export interface CallScope {
  readonly account: Account;
  readonly io: ListIo & Pick<Io, 'permit' | 'mayRestore'>;
}

/** One request to an API server. */
export interface Call {
  readonly method: Extract<Method, 'GET' | 'DELETE' | 'PATCH'>;
  /** With its query: `/apis/apps/v1/deployments?limit=500`. */
  readonly path: string;
  readonly accept?: string;
  /** Absent of a GET. */
  readonly content?: Content;
  /** Only of a DELETE: the id of the object, which needs a permit. */
  readonly deletes?: string;
  /** It finds out which cluster answers; every other request needs that first. */
  readonly proves?: true;
  /** For messages: `listing deployments.apps`. */
  readonly what: string;
  /** The right that it needs, as `kubectl auth can-i` has it: `list deployments.apps`. */
  readonly permission: string;
}

/** The body of a request, with its media type. */
export interface Content {
  readonly type: 'application/json' | 'application/apply-patch+yaml';
  /** JSON, which is YAML too. */
  readonly body: string;
}

/** The right to do something with objects of a kind: `delete deployments.apps`. */
export function rightTo(
  verb: string,
  { group, resource }: { readonly group: string; readonly resource: string },
): string {
  return `${verb} ${group === '' ? resource : `${resource}.${group}`}`;
}
