/**
 * A namespace is `provider:account:location:resourceType`, the unit of configuration, work and locking.
 * Parts are percent-encoded, so that account names and locations with colons, slashes or braces work (a brace would
 * move a Redis key to another cluster slot), and all of it is in lower case. Only the percent-encoding of a location has
 * upper case, as RFC 3986 (section 6.2.2.1) has it; that of the other parts is in lower case in the keys of older versions.
 */
import { matchesStars } from '../common/stars.ts';

declare const brand: unique symbol;
/** {@link namespaceOf} writes a place always in the same form, so equal texts mean the same namespace. */
export type Namespace = string & { readonly [brand]: 'Namespace' };

/** Decoded. {@link partsOf} gives them in lower case; the work configuration has the original case. */
export interface NamespaceParts {
  readonly provider: string;
  readonly account: string;
  readonly location: string;
  readonly resourceType: string;
}

/** The canonical form; spellings that differ only in case give the same namespace. */
export function namespaceOf(parts: NamespaceParts): Namespace {
  const { provider, account, location, resourceType } = parts;
  const place = encodePart(location).replace(/%[0-9a-f]{2}/g, (digits) => digits.toUpperCase());
  return [encodePart(provider), encodePart(account), place, encodePart(resourceType)].join(':') as Namespace;
}

/** Parses a namespace from a person's input; `undefined` if it does not have four non-empty parts. */
export function parseNamespace(text: string): Namespace | undefined {
  const parts = text.trim().split(':');
  if (parts.length !== 4 || parts.some((part) => part === '')) return undefined;
  try {
    const [provider, account, location, resourceType] = parts.map(decodeURIComponent) as [
      string,
      string,
      string,
      string,
    ];
    return namespaceOf({ provider, account, location, resourceType });
  } catch {
    return undefined;
  }
}

/** The providers of some namespaces, each once. */
export function providersIn(some: readonly { readonly namespace: Namespace }[]): readonly string[] {
  return [...new Set(some.map(({ namespace }) => partsOf(namespace).provider))];
}

/** The parts in lower case, decoded; for display and filters. The original case is in the work configuration. */
export function partsOf(namespace: Namespace): NamespaceParts {
  const [provider, account, location, resourceType] = namespace.split(':').map(decodeURIComponent) as [
    string,
    string,
    string,
    string,
  ];
  return { provider, account, location, resourceType };
}

/** The namespaces of the other types in the same account and location. @param types all types of the provider */
export function siblingsOf(namespace: Namespace, types: readonly string[]): readonly Namespace[] {
  const parts = partsOf(namespace);
  return types
    .map((resourceType) => namespaceOf({ ...parts, resourceType }))
    .filter((sibling) => sibling !== namespace);
}

/** The part that all types of an account and location share: `aws:acme-prod:us-east-1`. */
export function placeOf(namespace: Namespace): string {
  return namespace.slice(0, namespace.lastIndexOf(':'));
}

/** The type with its provider, `aws.image`, in lower case: the argument of `handlerOf`. */
export function typeOf(namespace: Namespace): string {
  const { provider, resourceType } = partsOf(namespace);
  return `${provider}.${resourceType}`;
}

/**
 * Does a pattern with `*` (any characters, colons included) match? Case makes no difference.
 * @example matchesNamespace('aws:*:*:image', ns)
 */
export function matchesNamespace(pattern: string, namespace: Namespace): boolean {
  return matchesStars(pattern.toLowerCase(), namespace.toLowerCase());
}

function encodePart(part: string): string {
  // Lower case before (letters beyond ASCII) and after (the hexadecimal digits).
  return encodeURIComponent(part.toLowerCase()).replace(/\*/g, '%2A').toLowerCase();
}
