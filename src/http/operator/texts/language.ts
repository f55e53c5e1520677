/** The language of the pages: the one that a person chose in the header, else the browser's, else English. */
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { LANGUAGES, type Language, preferredLanguage } from '../../../core/common/language.ts';
import { returnPath } from '../../app/returnPath.ts';
import type { App } from '../../app/validation.ts';

const COOKIE = 'holystone-language';
const YEAR_SECONDS = 365 * 86_400;

/** The choice in the cookie, else that of the browser, else English. */
export function languageOf({ headers }: Pick<FastifyRequest, 'headers'>): Language {
  const chosen = new RegExp(`(?:^|; *)${COOKIE}=(\\w+)`).exec(headers.cookie ?? '')?.[1];
  return LANGUAGES.find((one) => one === chosen) ?? preferredLanguage(headers['accept-language']) ?? 'en';
}

/** The page that a choice of language returns to: this one, or the first page where a form made this one. */
export function pathHere({ method, url }: Pick<FastifyRequest, 'method' | 'url'>): string {
  return method === 'GET' ? returnPath(url) : '/';
}

/** @param to see {@link pathHere} @returns relative to the first page */
export function languagePath(language: Language, to: string): string {
  return `language?${new URLSearchParams({ set: language, to })}`;
}

const Query = z.object({ set: z.enum(LANGUAGES), to: z.string().max(5_000).optional() });

/** `GET language`: keeps the choice in a cookie, which says nothing else, and returns to the page. */
export function languageRoute(app: App): void {
  app.get('/language', { schema: { querystring: Query }, config: { open: true } }, async ({ query }, reply) => {
    const cookie = `${COOKIE}=${query.set}; Path=/; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Lax`;
    // Relative: a proxy may serve the console under a path.
    return reply.header('set-cookie', cookie).redirect(`.${returnPath(query.to)}`, 303);
  });
}
