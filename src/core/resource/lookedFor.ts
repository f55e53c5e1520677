/** What an entry of the configuration names, and whether a listing has it. Nothing found looks like nothing to do. */

import { type Namespace, typeOf } from './namespace.ts';

/** One name or pattern, with the answer of a complete listing of one namespace. */
export interface LookedFor {
  /** If nothing was found, for people: `no repository matches "shop/*"`; equal for all places with the same name. */
  readonly what: string;
  /** Null: this listing cannot tell. */
  readonly isFound: boolean | null;
  /** It is missing only if no place of the entry has it: a pattern may be meant for another region. */
  readonly mayBeElsewhere?: true;
  /** Nobody wrote this name: it is the usual one. Its absence is said, and leaves the plan complete. */
  readonly isUsualName?: true;
}

/** The names that were looked for in one namespace; null: nothing could be listed, or it was not yet. */
export interface NamesIn {
  readonly namespace: Namespace;
  readonly names: readonly LookedFor[] | null;
}

/** What was not found in each namespace, without names that another place of the same type has, or may have. */
export function notFoundIn(all: readonly NamesIn[]): ReadonlyMap<Namespace, readonly LookedFor[]> {
  const unread = new Set(all.flatMap(({ namespace, names }) => (names ? [] : [typeOf(namespace)])));
  const keyOf = (namespace: Namespace, { what }: LookedFor) => JSON.stringify([typeOf(namespace), what]);
  const elsewhere = new Set(
    all.flatMap(({ namespace, names }) =>
      (names ?? []).flatMap((one) => (one.isFound === false ? [] : [keyOf(namespace, one)])),
    ),
  );
  const isMissing = (namespace: Namespace, one: LookedFor) =>
    one.isFound === false &&
    !(one.mayBeElsewhere && (unread.has(typeOf(namespace)) || elsewhere.has(keyOf(namespace, one))));
  const missingIn = ({ namespace, names }: NamesIn) => (names ?? []).filter((one) => isMissing(namespace, one));
  return new Map(all.map((one) => [one.namespace, missingIn(one)]));
}

/**
 * {@link notFoundIn} turned around: the words, each once, with the namespaces that lack it. Without the usual names,
 * which nobody wrote: a daemon says again and again what a person should correct.
 */
export function missingNames(all: readonly NamesIn[]): ReadonlyMap<string, readonly Namespace[]> {
  const missing = new Map<string, Namespace[]>();
  for (const [namespace, names] of notFoundIn(all)) {
    for (const { what, isUsualName } of names) {
      if (!isUsualName) missing.set(what, [...(missing.get(what) ?? []), namespace]);
    }
  }
  return missing;
}
