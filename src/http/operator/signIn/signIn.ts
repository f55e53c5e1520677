/**
 * Signing in through an identity provider, and the sessions that follow.
 *
 *   begin ──► (cookie of this sign-in) ──► provider ──► finish ──► session ── request, request … ──► over
 *                                                         │          idle, too old, signed out, here or everywhere,
 *                                                         └► refused: no group of the person has a right
 */
import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Clock } from '../../../core/common/clock.ts';
import { defined } from '../../../core/common/defined.ts';
import type { Logger } from '../../../core/common/logger.ts';
import type { Audit } from '../../../core/ports/ports.ts';
import type { Session, Sessions } from '../../../core/ports/sessions.ts';
import type { AuditEvent } from '../../../core/resource/audit.ts';
import type { Identity, Rights } from '../../app/identity.ts';
import { Problem } from '../../app/problem.ts';
import { returnPath } from '../../app/returnPath.ts';
import type { SignInSettings } from '../../app/signInSettings.ts';
import { actorIn, type Claims, groupsIn, hasTooManyGroups } from './claims.ts';
import { OidcProvider } from './oidcProvider.ts';
import { PRE_LOGIN_MS, readPreLogin, writePreLogin } from './preLogin.ts';

/** The operator's app passes these; sessions are in Redis, so that every instance knows them. */
export interface SignInDeps {
  readonly clock: Clock;
  readonly log: Logger;
  /** Gets each sign-in, refused ones included, and each sign-out. */
  readonly audit: Pick<Audit, 'log'>;
  readonly sessions: Sessions;
}

const SESSION = 'holystone-session';
const BEGUN = 'holystone-sign-in';
/** 256 bits. */
const ID_BYTES = 32;
/** The use of a session is noted at most so often. */
const NOTED_EVERY_MS = 60_000;

export class SignIn {
  readonly provider: OidcProvider;
  readonly #settings: SignInSettings;
  readonly #deps: SignInDeps;
  readonly #signOutListeners = new Set<() => void>();

  constructor(settings: SignInSettings, deps: SignInDeps) {
    this.#settings = settings;
    this.#deps = deps;
    this.provider = new OidcProvider(settings, deps.log);
  }

  /** As browsers see the listener. */
  get origin(): string {
    return this.#settings.origin;
  }

  /** The person behind a `Cookie` header; `undefined`: no session, or one that is over. Rejects with `StoreError`. */
  async identify(cookies: string | undefined): Promise<Identity | undefined> {
    const { id, session } = await this.#sessionIn(cookies);
    if (id === undefined || session === undefined) return undefined;
    const now = this.#deps.clock.now();
    const rights = this.#rightsNow(session, now);
    if (rights === undefined) {
      await this.#deps.sessions.end(hashOf(id));
      return undefined;
    }
    if (now - session.seenAt >= NOTED_EVERY_MS) {
      await this.#deps.sessions.see(hashOf(id), { ...session, seenAt: now }, this.#keptMs(session, now));
    }
    return { actor: session.actor, by: 'session', ...rights, csrf: csrfOf(id) };
  }

  async lives(cookies: string | undefined): Promise<boolean> {
    const { session } = await this.#sessionIn(cookies);
    return session !== undefined && this.#rightsNow(session, this.#deps.clock.now()) !== undefined;
  }

  /** Calls the listener whenever a person has signed out at this instance. */
  readonly onSignOut = (listener: () => void): void => {
    this.#signOutListeners.add(listener);
  };

  /** @param to the path to return to @throws Problem 502 */
  async begin(to: string | undefined): Promise<{ readonly url: string; readonly cookie: string }> {
    const { url, challenge } = await this.provider.begin();
    const until = this.#deps.clock.now() + PRE_LOGIN_MS;
    return { url, cookie: this.#begun(writePreLogin({ ...challenge, to: returnPath(to), until })) };
  }

  /**
   * Opens a session with a new id; the one that the browser had ends.
   * @param query of the callback, with its `?`
   * @throws Problem when the provider, the checks or the groups of the person refuse
   */
  async finish(query: string, cookies: string | undefined) {
    const begun = readPreLogin(readCookie(cookies, BEGUN, this.origin), this.#deps.clock.now());
    if (begun === undefined) {
      const why = 'This browser has not begun a sign-in, or did so too long ago. Nothing changed; sign in again.';
      throw new Problem('signInFailed', why);
    }
    const claims = await this.provider.finish(query, begun);
    const id = await this.#open(claims);
    await this.#end(cookies);
    const maxAgeSeconds = Math.ceil(this.#settings.lifetimeMs / 1_000);
    const session = setCookie({ name: SESSION, value: id, maxAgeSeconds }, this.origin);
    return { to: returnPath(begun.to), cookies: [session, this.#begun('')] };
  }

  /** @returns the cookie that removes the session's */
  async signOut(cookies: string | undefined, actor: string, scope: 'here' | 'everywhere'): Promise<string> {
    const session = await this.#end(cookies);
    if (session && scope === 'everywhere') await this.#deps.sessions.endAll(session.subject);
    if (session) this.#event('signedOut', actor, scope);
    for (const listener of this.#signOutListeners) listener();
    return setCookie({ name: SESSION, value: '', maxAgeSeconds: 0 }, this.origin);
  }

  async #open(claims: Claims): Promise<string> {
    const { groupsClaim, trustEmail, issuer, lifetimeMs } = this.#settings;
    const actor = actorIn(claims, trustEmail);
    if (actor === undefined) throw new Problem('signInFailed', 'The identity provider sent no usable subject.');
    const groups = groupsIn(claims, groupsClaim) ?? [];
    const rights = rightsOf(groups, this.#settings);
    if (rights === undefined) {
      const why = hasTooManyGroups(claims)
        ? 'the provider left out the groups because there are too many; let it send only those assigned to Holystone'
        : `none of the ${groups.length} groups in the claim "${groupsClaim}" has rights here`;
      this.#event('signInRefused', actor, why);
      throw new Problem('noRights', `${actor} is known to the identity provider, but ${why}.`);
    }
    const { readers, operators } = this.#settings;
    const counted = groups.filter((one) => readers.includes(one) || operators.some(({ group }) => group === one));
    const id = randomBytes(ID_BYTES).toString('base64url');
    const startedAt = this.#deps.clock.now();
    const subject = JSON.stringify([issuer, claims.sub]);
    const session = { subject, actor, groups: counted, startedAt, seenAt: startedAt, endsAt: startedAt + lifetimeMs };
    await this.#deps.sessions.open(hashOf(id), session, lifetimeMs);
    this.#event('signedIn', actor, rightsInWords(rights));
    return id;
  }

  async #end(cookies: string | undefined): Promise<Session | undefined> {
    const { id, session } = await this.#sessionIn(cookies);
    if (id !== undefined) await this.#deps.sessions.end(hashOf(id));
    return session;
  }

  async #sessionIn(cookies: string | undefined): Promise<{ readonly id?: string; readonly session?: Session }> {
    const id = this.#idIn(cookies);
    const session = id === undefined ? undefined : await this.#deps.sessions.get(hashOf(id));
    return defined({ id, session });
  }

  /** `undefined`: the session is over, or no group of the person has a right any more. */
  #rightsNow({ endsAt, seenAt, groups }: Session, now: number) {
    const isOver = now >= endsAt || now - seenAt >= this.#settings.idleMs;
    return isOver ? undefined : rightsOf(groups, this.#settings);
  }

  #idIn(cookies: string | undefined): string | undefined {
    const id = readCookie(cookies, SESSION, this.origin);
    return id !== undefined && /^[\w-]{43}$/.test(id) ? id : undefined;
  }

  #begun(value: string): string {
    return setCookie({ name: BEGUN, value, maxAgeSeconds: value === '' ? 0 : PRE_LOGIN_MS / 1_000 }, this.origin);
  }

  /** Redis forgets it then; the instants in it decide. */
  #keptMs({ endsAt }: Session, now: number): number {
    return Math.max(1, Math.min(this.#settings.idleMs, endsAt - now));
  }

  #event(event: AuditEvent, actor: string, reason: string): void {
    this.#deps.audit.log({ at: this.#deps.clock.now(), namespace: 'fleet', event, actor, reason });
  }
}

/** Redis has the hash only, which opens no session. */
function hashOf(id: string): string {
  return createHash('sha256').update(id).digest('hex');
}

/** Bound to the session and stored nowhere; it says nothing about the id. */
function csrfOf(id: string): string {
  return createHmac('sha256', id).update('csrf').digest('base64url');
}

/** Cookies that only this listener reads: not a script, and not another site but by a link that a person follows. Pure. */

/** A cookie for the whole listener; no script reads it. */
interface Cookie {
  readonly name: string;
  /** Characters of base64url. */
  readonly value: string;
  readonly maxAgeSeconds: number;
}

/**
 * With `https` the prefix `__Host-` binds the cookie to this host and to TLS, so that no other host of the domain can
 * set it (RFC 6265bis, section 4.1.3).
 */
function cookieName(name: string, origin: string): string {
  return isSecure(origin) ? `__Host-${name}` : name;
}

/** For `Set-Cookie`. `Lax`: the provider sends the browser back by a link, which must carry it. */
function setCookie({ name, value, maxAgeSeconds }: Cookie, origin: string): string {
  const secure = isSecure(origin) ? '; Secure' : '';
  return `${cookieName(name, origin)}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`;
}

/** The value of a cookie in a `Cookie` header; `undefined` where it is absent, or there twice. */
function readCookie(header: string | undefined, name: string, origin: string): string | undefined {
  const wanted = `${cookieName(name, origin)}=`;
  const found = (header ?? '').split(/; */).filter((pair) => pair.startsWith(wanted));
  return found.length === 1 ? found[0]?.slice(wanted.length) : undefined;
}

function isSecure(origin: string): boolean {
  return origin.startsWith('https:');
}

/** The rights of a member of these groups: those of all its groups together; `undefined` = none at all. Pure. */
function rightsOf(
  groups: readonly string[],
  { readers, operators }: Pick<SignInSettings, 'readers' | 'operators'>,
): Rights | undefined {
  const operates = operators.filter(({ group }) => groups.includes(group));
  if (operates.some(({ accounts }) => accounts === undefined)) return { access: 'operator' };
  const accounts = [...new Set(operates.flatMap((one) => one.accounts ?? []))];
  if (accounts.length > 0) return { access: 'operator', accounts };
  return readers.some((group) => groups.includes(group)) ? { access: 'reader' } : undefined;
}

/** @example `operator of prod-*, test` */
function rightsInWords({ access, accounts }: Rights): string {
  if (access === 'reader') return 'reader';
  return accounts === undefined ? 'operator' : `operator of ${accounts.join(', ')}`;
}
