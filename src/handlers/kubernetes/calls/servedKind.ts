/** The kinds that an API server serves now, and which of their objects can be deleted. Pure. */
import { canonical, type GroupKind, isListed, kindText } from '../objects/groupKind.ts';

/** One kind in its preferred version. */
export interface ServedKind extends GroupKind {
  readonly version: string;
  /** In which the server has the same objects, too; absent: none. */
  readonly otherVersions?: readonly string[];
  /** The plural name in paths: `deployments`. */
  readonly resource: string;
  readonly isNamespaced: boolean;
  readonly verbs: readonly string[];
}

/** The kinds that the API server serves now; a group that cannot be read is unknown, not absent. */
export interface Discovered {
  readonly kinds: readonly ServedKind[];
  /** Groups whose kinds are not known now, with the reason. */
  readonly unread: ReadonlyMap<string, string>;
}

/** The kinds whose objects may be listed and deleted; each once: where two groups serve it, under its canonical one. */
export function deletableKinds({ kinds, unread }: Discovered): readonly ServedKind[] {
  const once = new Map<string, ServedKind>();
  for (const kind of kinds) {
    const key = kindText(canonical(kind));
    const isCanonical = kindText(kind) === key;
    const isUsable = isListed(kind) && !unread.has(kind.group) && isDeletable(kind);
    if (isUsable && (isCanonical || !once.has(key))) once.set(key, kind);
  }
  return [...once.values()];
}

/**
 * The kind under which an object is served.
 * @param reference with the canonical name of its kind
 * @returns `undefined` = it is not known now
 */
export function servedAs(discovered: Discovered, reference: GroupKind): ServedKind | undefined {
  if (discovered.unread.has(reference.group)) return undefined;
  return deletableKinds(discovered).find((kind) => kindText(canonical(kind)) === kindText(reference));
}

function isDeletable({ verbs }: ServedKind): boolean {
  return verbs.includes('list') && verbs.includes('delete');
}
