/** The claims of an identity provider about a person, read with suspicion. Pure. */
import { parseAddress } from '../../../core/text/address.ts';

/** The claims of an ID token or of the userinfo answer, unchecked. */
export type Claims = Readonly<Record<string, unknown>>;

/**
 * The groups that a claim names; `undefined` = the claim is absent. Anything but texts in it is no group.
 * @param path `groups`, `realm_access.roles`; a claim of exactly that name comes first, as some names are addresses
 */
export function groupsIn(claims: Claims, path: string): readonly string[] | undefined {
  const value = Object.hasOwn(claims, path) ? claims[path] : path.split('.').reduce(step, claims as unknown);
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : undefined;
}

/** Does the provider say that there are more groups than it sends (Entra ID, from about 200 on)? */
export function hasTooManyGroups(claims: Claims): boolean {
  return claims.hasgroups === true || step(claims._claim_names, 'groups') !== undefined;
}

/**
 * The name of a person in the audit log: the address that the provider verified, else its subject. A name that people
 * choose themselves (`name`, `preferred_username`) is none.
 */
export function actorIn(claims: Claims, trustEmail: boolean): string | undefined {
  const { email, email_verified: verified, sub } = claims;
  const address = typeof email === 'string' && (verified === true || trustEmail) ? parseAddress(email) : undefined;
  if (address !== undefined) return address;
  // At most 255 ASCII characters (OpenID Connect Core, section 2).
  return typeof sub === 'string' && /^[\x21-\x7e]{1,255}$/.test(sub) ? `oidc:${sub}` : undefined;
}

function step(value: unknown, key: string): unknown {
  const isMapping = typeof value === 'object' && value !== null && Object.hasOwn(value, key);
  return isMapping ? (value as Claims)[key] : undefined;
}
