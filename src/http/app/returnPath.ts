const LONGEST = 2_000;
/** Any origin: only the path after it counts. */
const HERE = 'http://here.invalid';

/**
 * Where a person goes after signing in: a path of this listener, or the first page. Never another site, and never the
 * sign-in itself. Pure.
 */
export function returnPath(path: string | undefined): string {
  if (path === undefined || path.length > LONGEST || !/^\/(?![/\\])[\x21-\x7e]*$/.test(path)) return '/';
  if (path.includes('\\') || !URL.canParse(path, HERE)) return '/';
  const { origin, pathname, search } = new URL(path, HERE);
  // `/.//elsewhere` becomes `//elsewhere`, which names another host.
  if (origin !== HERE || pathname.startsWith('//') || /^\/sign-(in|out)(\/|$)/.test(pathname)) return '/';
  return `${pathname}${search}`;
}
