/** Switches for tests in a sandbox cluster, and its requests. */
import type { Answer } from './status.ts';

/** May be changed while it runs. */
export interface ClusterSwitches {
  /** Does it answer discovery in one call? */
  aggregated: boolean;
  /** Groups whose server does not answer. */
  stale: Set<string>;
  /** Groups that it leaves out for a while, as it does while it starts. */
  unnamed: Set<string>;
  /** The largest page. */
  pageSize: number;
  /** The next so many pages after the first are answered with 410. */
  expired: number;
  /** Resources that the user may not list: `secrets`. */
  denied: Set<string>;
  /** The token that it takes; absent = every client may read. */
  token: string | undefined;
  /** The users by their tokens, with the rights that roles and bindings give them; absent = every client may do all. */
  users: ReadonlyMap<string, string> | undefined;
  /** The next so many requests are answered with this status and `Retry-After`. */
  busy: { times: number; status: number; retryAfter?: string };
  /** Do garbage collection and the other controllers run? */
  controllers: boolean;
  /** Resources that the user may not delete or change: `secrets`. */
  readOnly: Set<string>;
  /** Runs before each answer to a request that changes something; its result is the answer. */
  onWrite: ((received: AskedOfCluster) => Answer | undefined) | undefined;
  /** Runs before each answer to a read. */
  onRead: ((path: string) => void) | undefined;
  /** ms since the epoch. */
  now: () => number;
}

export interface AskedOfCluster {
  readonly method: string;
  /** With its query. */
  readonly url: string;
  readonly authorization: string | undefined;
  readonly accept: string | undefined;
  readonly impersonates: string | undefined;
  readonly body: string;
  /** Of the answer. */
  readonly status: number;
  /** ms since the epoch. */
  readonly at: number;
}
