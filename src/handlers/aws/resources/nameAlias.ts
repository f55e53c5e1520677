/** The key by which a value in a person's text may mean a resource that is called so. */
import { hash } from 'node:crypto';

/** 48 bits: among a million values, one is mistaken for one of a thousand names in one of 280,000 accounts. */
const DIGITS = 8;
const MOST_KNOWN = 20_000;
const known = new Map<string, string>();

/** Is it one of these keys? */
export function isNameAlias(alias: string): boolean {
  return alias.startsWith('name/');
}

/**
 * Of a name, in whatever letters. Values of people's texts may be secret, and evidence is stored: only a part of their hash is.
 * @param name of a resource, or a value that may be one
 */
export function nameAlias(name: string): string {
  let alias = known.get(name);
  if (alias !== undefined) return alias;
  alias = `name/${hash('sha256', `name ${name.toLowerCase()}`, 'base64url').slice(0, DIGITS)}`;
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(name, alias);
  return alias;
}
