/** The names of resource types: `provider.type`, or the type alone if only one provider has it. */
import type { Handler } from './handler.ts';

/** The full name: `aws.image`. */
export function fullName({ provider, resourceType }: Pick<Handler, 'provider' | 'resourceType'>): string {
  return `${provider}.${resourceType}`;
}

/** Every name of the handler in the configuration: the short one first, if no other provider has it. */
export function namesOf(handler: Handler, known: readonly Handler[]): readonly [string, ...string[]] {
  const same = known.filter(({ resourceType }) => equals(resourceType, handler.resourceType));
  return same.length > 1 ? [fullName(handler)] : [handler.resourceType, fullName(handler)];
}

/**
 * The handler of a type, compared without case.
 * @throws Error if there is none, or if the short name is ambiguous: it lists them all
 */
export function handlerOf(known: readonly Handler[], type: string): Handler {
  const found = known.filter((handler) => equals(fullName(handler), type));
  const fitting = found.length > 0 ? found : known.filter(({ resourceType }) => equals(resourceType, type));
  const [handler, another] = fitting;
  if (!handler) throw new Error(`there is no handler for the resource type "${type}"`);
  if (another) throw new Error(`the resource type "${type}" is ambiguous: ${fitting.map(fullName).join(' or ')}`);
  return handler;
}

/**
 * The namespaces of a type in an account, as a pattern for `matchesNamespace`: `aws.image` → `aws:*:*:image`. An
 * unknown name gives a pattern that matches nothing.
 * @throws Error as {@link handlerOf} if the short name is ambiguous
 */
export function patternOfType(known: readonly Handler[], type: string, account = '*'): string {
  const isKnown = known.some((handler) => equals(handler.resourceType, type) || equals(fullName(handler), type));
  const { provider, resourceType } = isKnown ? handlerOf(known, type) : { provider: '*', resourceType: type };
  return `${isKnown && type.includes('.') ? provider : '*'}:${account}:*:${resourceType}`;
}

function equals(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/** For whoever stores decisions: which of them count for several types. */
export interface KnownTypes {
  /** The resource types of a provider, in the order of its handlers. */
  readonly typesOf: (provider: string) => readonly string[];
  /** `Handler.takesTypes` and `alsoKeptAs` of a type by its full name, in any case; none of an unknown one. */
  readonly partsOf: (type: string) => readonly string[];
}

/** The types among `known`. */
export function typesIn(known: readonly Handler[]): KnownTypes {
  return {
    typesOf: (provider) =>
      known.filter((handler) => equals(handler.provider, provider)).map(({ resourceType }) => resourceType),
    partsOf(type) {
      const { takesTypes = [], alsoKeptAs = [] } = known.find((handler) => equals(fullName(handler), type)) ?? {};
      return [...takesTypes, ...alsoKeptAs];
    },
  };
}

/**
 * The users of a type that no source finds, in words, whether none ever can or none does yet; a live entry of such a type
 * needs `acceptIncomplete`. `undefined`: some source reads each.
 */
export function usersNotFound({
  unlistedUsers,
  unreadUsers = {},
}: Pick<Handler, 'unlistedUsers' | 'unreadUsers'>): string | undefined {
  return unlistedUsers ?? (Object.keys(unreadUsers).join(', ') || undefined);
}
