const LONGEST = 2_000;
/** Any origin: only the path after it counts. */
const HERE = 'http://here.invalid';

/**
 * Where a person goes after signing in: a path of this listener, or the first page. Never another site, and never the
 * sign-in itself. Pure.
 */
export function returnPath(asked: string | undefined): string {
  if (asked === undefined || asked.length > LONGEST || !/^\/(?![/\\])[\x21-\x7e]*$/.test(asked)) return '/';
  if (asked.includes('\\') || !URL.canParse(asked, HERE)) return '/';
  const { origin, pathname, search } = new URL(asked, HERE);
  // `/.//elsewhere` becomes `//elsewhere`, which names another host.
  if (origin !== HERE || pathname.startsWith('//') || /^\/sign-(in|out)(\/|$)/.test(pathname)) return '/';
  return `${pathname}${search}`;
}
