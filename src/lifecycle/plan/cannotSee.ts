import { typeOf } from '../../core/resource/namespace.ts';
import type { Handler } from '../../handlers/contract/handler.ts';
import { type CannotSee, type NamespacePlan, toDelete } from './planDocument.ts';

/** The handler of a type; absent: none is known. */
export type Seeing = (type: string) => Pick<Handler, 'resourceType' | 'unreadUsers' | 'writtenKeeps'> | undefined;

/** The users that no source reads yet, of each type with something to delete, in the order of the plan; without any, nothing. */
export function cannotSee(
  namespaces: readonly NamespacePlan[],
  handlerOf: Seeing,
): { cannotSee?: readonly CannotSee[] } {
  const types = new Set(
    namespaces.flatMap(({ namespace, counts }) => (toDelete(counts) > 0 ? [typeOf(namespace)] : [])),
  );
  const all = [...types].flatMap((type) => {
    const { resourceType = '', unreadUsers = {} } = handlerOf(type) ?? {};
    const users = Object.keys(unreadUsers);
    return users.length > 0 ? [{ resourceType, users }] : [];
  });
  return all.length > 0 ? { cannotSee: all } : {};
}
