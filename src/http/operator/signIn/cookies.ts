/** Cookies that only this listener reads: not a script, and not another site but by a link that a person follows. Pure. */

/** A cookie for the whole listener; no script reads it. */
export interface Cookie {
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
export function setCookie({ name, value, maxAgeSeconds }: Cookie, origin: string): string {
  const secure = isSecure(origin) ? '; Secure' : '';
  return `${cookieName(name, origin)}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`;
}

/** The value of a cookie in a `Cookie` header; `undefined` where it is absent, or there twice. */
export function readCookie(header: string | undefined, name: string, origin: string): string | undefined {
  const wanted = `${cookieName(name, origin)}=`;
  const found = (header ?? '').split(/; */).filter((pair) => pair.startsWith(wanted));
  return found.length === 1 ? found[0]?.slice(wanted.length) : undefined;
}

function isSecure(origin: string): boolean {
  return origin.startsWith('https:');
}
