import type { App } from './validation.ts';

/**
 * Collects the routes that are registered on `app` from now on.
 * @returns the methods of the routes at a path (as the client sent it, without its query), sorted; empty: there is none
 */
export function collectMethods(app: App): (path: string) => readonly string[] {
  const routes: { readonly segments: readonly string[]; readonly methods: readonly string[] }[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    routes.push({ segments: url.split('/'), methods: [method].flat() });
  });
  return (path) => {
    const asked = path.split('/');
    const there = routes.filter(({ segments }) => isAt(segments, asked));
    return [...new Set(there.flatMap(({ methods }) => methods))].toSorted();
  };
}

/** @param route its segments, as Fastify has them: `:id` is any text */
function isAt(route: readonly string[], asked: readonly string[]): boolean {
  return (
    route.length === asked.length &&
    route.every((segment, at) => (segment.startsWith(':') ? asked[at] !== '' : segment === asked[at]))
  );
}
