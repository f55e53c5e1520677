import type { GroupKind } from '../objects/groupKind.ts';

/** One kind in its preferred version. */
export interface ServedKind extends GroupKind {
  readonly version: string;
  /** The plural name in paths: `deployments`. */
  readonly resource: string;
  readonly isNamespaced: boolean;
  readonly verbs: readonly string[];
}

export interface Discovered {
  readonly kinds: readonly ServedKind[];
  /** Groups whose kinds are not known now, with the reason. */
  readonly unread: ReadonlyMap<string, string>;
}
