import { afterAll, beforeAll, expect } from '@jest/globals';
import { OPERATIONS } from '../../../src/http/operator/openapi/operations.ts';

const API = '/api/v1';

const ROUTES = Object.entries(OPERATIONS).map(([key, { answer, isStream }]) => {
  const [method = '', path = ''] = key.split(' ');
  const pattern = path.replace(/\{\w+\}/g, '([^/]+)');
  return { key, method, path: new RegExp(`^${API}${pattern}$`), hasName: path.includes('{'), answer, isStream };
});

/** The routes whose answers were held against their schemas in this file so far. */
const checked = new Set<string>();

/** The entry of {@link OPERATIONS} for a request; the address without a parameter goes first, as in the router. */
function routeOf(method: string, { pathname }: URL) {
  const matching = ROUTES.filter((one) => one.method === method && one.path.test(pathname));
  return matching.find(({ hasName }) => !hasName) ?? matching[0];
}

/**
 * From now on, in this file of tests, each answer of the API that is a success is held against the schema that the
 * OpenAPI document has for it (P10).
 */
export function checkAnswers(): void {
  const original = globalThis.fetch;
  const problems: string[] = [];
  const watched: typeof fetch = async (input, init) => {
    const answer = await original(input, init);
    const url = new URL(input instanceof Request ? input.url : input);
    const route = url.pathname.startsWith(`${API}/`) ? routeOf(init?.method ?? 'GET', url) : undefined;
    if (route && answer.ok && !route.isStream) {
      checked.add(route.key);
      const parsed = route.answer.safeParse(await answer.clone().json());
      if (!parsed.success) problems.push(`${route.key}: ${parsed.error.message}`);
    }
    return answer;
  };
  beforeAll(() => {
    globalThis.fetch = watched;
  });
  afterAll(() => {
    globalThis.fetch = original;
    expect(problems).toEqual([]);
  });
}

export const checkedRoutes = (): ReadonlySet<string> => checked;
