import fastifyFormbody from '@fastify/formbody';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { TOKEN_PATH } from '../../app/access.ts';
import { returnPath } from '../../app/returnPath.ts';
import type { App } from '../../app/validation.ts';
import { accountPage, signInPage } from './pages.tsx';
import type { SignIn } from './signIn.ts';

const To = z.object({ to: z.string().max(2_000).optional(), signedOut: z.literal('yes').optional() });

/** The routes of a sign-in that every client may call; see `isSignIn`. */
const OPEN = { open: true } as const;

/**
 * `GET /sign-in`, `/sign-in/start`, `/sign-in/callback`, `/sign-in/session`, `/sign-in-with-token`; `POST /sign-out` and
 * `/sign-out/everywhere`.
 */
export async function signInRoutes(app: App, signIn: SignIn): Promise<void> {
  const html = (reply: FastifyReply, text: string) => reply.type('text/html; charset=utf-8').send(text);

  app.get('/sign-in', { schema: { querystring: To }, config: OPEN }, async (request, reply) => {
    const { query, identity } = request;
    if (identity.by !== 'anonymous') return html(reply, accountPage(identity));
    const signedOut = query.signedOut && { signedOut: { endUrl: await signIn.provider.endUrl() } };
    return html(reply, signInPage({ to: returnPath(query.to), ...signedOut }));
  });

  app.get('/sign-in/start', { schema: { querystring: To }, config: OPEN }, async ({ query }, reply) => {
    const { url, cookie } = await signIn.begin(query.to);
    return reply.header('set-cookie', cookie).redirect(url, 302);
  });

  app.get('/sign-in/callback', { config: OPEN }, async ({ url, headers }, reply) => {
    const query = url.includes('?') ? url.slice(url.indexOf('?')) : '';
    const { to, cookies } = await signIn.finish(query, headers.cookie);
    return reply.header('set-cookie', cookies).redirect(to, 303);
  });

  /** For scripts of our own pages: no other site may read it. */
  app.get('/sign-in/session', async ({ identity: { actor, access, accounts, by, csrf } }) => {
    return { actor, access, accounts, by, csrf };
  });

  /** The guard asks for the password; a person who gets here has a token, which the browser now sends everywhere. */
  app.get(TOKEN_PATH, async (_request, reply) => reply.redirect('/', 303));

  await app.register(async (forms: App) => {
    await forms.register(fastifyFormbody);
    const signOut = (scope: 'here' | 'everywhere') => async (request: FastifyRequest, reply: FastifyReply) => {
      const cookie = await signIn.signOut(request.headers.cookie, request.actor, scope);
      return reply.header('set-cookie', cookie).redirect('/sign-in?signedOut=yes', 303);
    };
    forms.post('/sign-out', { config: { access: 'reader' } }, signOut('here'));
    forms.post('/sign-out/everywhere', { config: { access: 'reader' } }, signOut('everywhere'));
  });
}

/** Are these requests counted apart, because each may cost a request to the provider? */
export function isSignIn({ url }: FastifyRequest): boolean {
  return /^\/sign-in\/(start|callback)(\?|$)/.test(url);
}
