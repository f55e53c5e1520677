/** The person or program that sends a request, and its rights. Pure. */
import { matchesStars } from '../../core/common/stars.ts';
import type { StageUnit } from '../../core/policy/stage.ts';
import type { Namespace } from '../../core/resource/namespace.ts';
import { Problem } from './problem.ts';

/** The two levels of rights, for tokens and for people who sign in alike; a route names the level that it needs. */
export type TokenAccess = 'reader' | 'operator';

/** The rights of a token, or of a person who signed in. */
export interface Rights {
  /** A reader only reads, an operator also changes. */
  readonly access: TokenAccess;
  /** The accounts that an operator may change: patterns of their names, `*` = any characters. Absent = the whole fleet. */
  readonly accounts?: readonly string[];
}

/** The sender of a request, once its token or session is checked. */
export interface Identity extends Rights {
  /** In the audit log. Comes from the configuration or from the identity provider, never from the request. */
  readonly actor: string;
  readonly by: 'token' | 'session' | 'loopback' | 'anonymous';
  /** Only of a session: each form and each script must show it with a change. */
  readonly csrf?: string;
}

/** May this identity change everything, and the switches of the fleet? */
export function mayChangeFleet({ access, accounts }: Rights): boolean {
  return access === 'operator' && accounts === undefined;
}

/** May this identity change the account of a namespace, or of the unit of a stage? Case makes no difference. */
export function mayChange(rights: Rights, place: Namespace | StageUnit): boolean {
  if (rights.access !== 'operator') return false;
  if (rights.accounts === undefined) return true;
  const account = accountOf(place);
  return account !== '*' && rights.accounts.some((pattern) => matchesStars(pattern.toLowerCase(), account));
}

/**
 * Lets a change of these namespaces or units through; for routes that declare `perAccount`.
 * @throws Problem 403 that names the first account that the identity may not change
 */
export function requireChange({ identity }: { readonly identity: Identity }, ...places: readonly string[]): void {
  const foreign = places.find((place) => !mayChange(identity, place));
  if (foreign === undefined) return;
  throw new Problem('forbidden', `"${identity.actor}" is not an operator of the account "${accountOf(foreign)}".`);
}

function accountOf(place: string): string {
  return decodeURIComponent(place.split(':')[1] ?? '').toLowerCase();
}
