/** Signing in at the operator's listener through a real OpenID provider on loopback. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { OperatorDeps } from '../../../src/http/app/deps.ts';
import type { SignInSettings } from '../../../src/http/app/signInSettings.ts';
import { buildOperator } from '../../../src/http/operator/operatorApp.ts';
import { NOBODYS_PORT, onFreePort } from '../../support/freePort.ts';
import { CLIENT, IdentityProvider } from '../../support/identityProvider.ts';
import { ManualClock } from '../../support/queue.ts';
import { WebUser } from '../../support/webUser.ts';
import { openState, type StateFixture } from '../state/support.ts';
import { IMAGES, type Listening, NOW, operatorDeps, startOperator } from './fixture.ts';

const HOUR = 3_600_000;
const PEOPLE = {
  olga: { email: 'olga@example.com', email_verified: true, groups: ['cloud', 'all'] },
  tess: { email: 'tess@example.com', email_verified: true, groups: ['team-test'] },
  prod: { email: 'prod@example.com', email_verified: true, groups: ['team-prod'] },
  rita: { email: 'rita@example.com', email_verified: true, groups: ['viewers'] },
  mallory: { email: 'olga@example.com', email_verified: false, name: 'olga', groups: ['viewers'] },
  nadia: { email: 'nadia@example.com', email_verified: true, groups: ['others'] },
  many: { hasgroups: true },
};
const TOKEN = { name: 'grafana', access: 'reader' as const, secret: 'a-token-of-the-tests' };
const KEEP = `/api/v1/opt-outs/${encodeURIComponent(IMAGES)}/ami-1`;

let store: StateFixture;
let provider: IdentityProvider;
let clock: ManualClock;
let one: Listening;
let two: Listening;

beforeAll(async () => {
  store = await openState();
  provider = await IdentityProvider.start(PEOPLE);
  clock = new ManualClock(NOW);
  one = await start();
  two = await start();
  provider.register(one.url, two.url);
});
beforeEach(async () => {
  await store.redis.flush();
  store.log.lines.length = 0;
  provider.claimsIn = 'token';
});
afterAll(async () => {
  await one?.app.close();
  await two?.app.close();
  await provider?.stop();
  await store?.close();
});

function settings(origin: string, given: Partial<SignInSettings> = {}): SignInSettings {
  return {
    origin,
    issuer: provider.issuer,
    clientId: CLIENT.id,
    clientSecret: () => CLIENT.secret,
    scopes: ['openid', 'email'],
    groupsClaim: 'groups',
    trustEmail: false,
    readers: ['viewers'],
    operators: [
      { group: 'cloud' },
      { group: 'team-test', accounts: ['te*'] },
      { group: 'team-prod', accounts: ['prod*'] },
    ],
    idleMs: HOUR,
    lifetimeMs: 8 * HOUR,
    ...given,
  };
}

/** The origin is part of the settings, so the port has to be known before. */
async function start(given: Partial<SignInSettings> = {}, deps: Partial<OperatorDeps> = {}): Promise<Listening> {
  return onFreePort(async (port) => {
    const origin = `http://127.0.0.1:${port}`;
    const rateLimit = { max: 10_000, costly: 10_000, windowMs: 60_000 };
    const all = operatorDeps(store, { clock, tokens: [TOKEN], signIn: settings(origin, given), rateLimit, ...deps });
    const app = await buildOperator(all);
    try {
      await app.listen({ host: '127.0.0.1', port });
    } catch (error) {
      await app.close();
      throw error;
    }
    return { app, url: origin };
  });
}

async function signedIn(name: string, site = one): Promise<WebUser> {
  const user = new WebUser();
  const { answer } = await user.signIn(site.url, name);
  expect(answer.status).toBe(200);
  return user;
}

const sessionOf = async (user: WebUser, site = one) =>
  (await (await user.ask(`${site.url}/sign-in/session`)).json()) as { actor: string; csrf: string; access: string };

const events = () =>
  store.log.lines.filter(({ message }) => message === 'audit').map(({ fields }) => fields as Record<string, unknown>);

const putKeep = async (user: WebUser, headers: Record<string, string> = {}, site = one) => {
  const { csrf } = await sessionOf(user, site);
  const own = { origin: site.url, 'x-csrf-token': csrf, 'content-type': 'application/json' };
  return user.ask(site.url + KEEP, { method: 'PUT', body: '{}', headers: { ...own, ...headers } });
};

describe('a whole sign-in', () => {
  test('P11 a person without a session is sent to sign in, and comes back to the page that was asked for', async () => {
    const user = new WebUser();
    const first = await user.open(`${one.url}/stages?x=1`);
    expect(first.path.at(-1)).toBe(`${one.url}/sign-in?to=%2Fstages%3Fx%3D1`);
    expect(await first.answer.text()).toContain('href="/sign-in/start?to=%2Fstages%3Fx%3D1"');
    const { answer, path } = await user.signIn(one.url, 'olga', '/stages');
    expect([answer.status, path.at(-1)]).toEqual([200, `${one.url}/stages`]);
    expect(await sessionOf(user)).toMatchObject({ actor: 'olga@example.com', access: 'operator', by: 'session' });
    expect(events()).toMatchObject([{ event: 'signedIn', actor: 'olga@example.com', reason: 'operator' }]);
  });

  test('P11 the request to the provider has a state, a nonce and a PKCE challenge', async () => {
    const answer = await new WebUser().ask(`${one.url}/sign-in/start`);
    const { searchParams } = new URL(answer.headers.get('location') ?? '');
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: `${one.url}/sign-in/callback`,
    });
    const lengths = ['state', 'nonce', 'code_challenge'].map((name) => searchParams.get(name)?.length);
    expect(lengths).toEqual([43, 43, 43]);
  });

  test('P11 Redis has only the hash of a session’s id, and no text of the provider’s tokens', async () => {
    const user = await signedIn('olga');
    const id = user.cookie(one.url, 'holystone-session') ?? '';
    expect(Buffer.from(id, 'base64url')).toHaveLength(32);
    const keys = await store.connection.client.keys('holystone:{session:*');
    expect(keys).toEqual([`holystone:{session:${createHash('sha256').update(id).digest('hex')}}:session`]);
    expect(await store.connection.client.get(keys[0] ?? '')).not.toContain(id);
    const left = await store.connection.client.pttl(keys[0] ?? '');
    expect(left > 0 && left <= 8 * HOUR).toBe(true);
  });

  test('P11 the cookies are HttpOnly and SameSite=Lax; with https they are Secure and bound to the host', async () => {
    const lines = (await new WebUser().ask(`${one.url}/sign-in/start`)).headers.getSetCookie();
    expect(lines).toEqual([
      expect.stringMatching(/^holystone-sign-in=[\w-]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/),
    ]);
    const secure = await startOperator(store, { clock, signIn: settings('https://ops.example.com') });
    try {
      const [line] = (await new WebUser().ask(`${secure.url}/sign-in/start`)).headers.getSetCookie();
      expect(line).toMatch(/^__Host-holystone-sign-in=[\w-]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/);
    } finally {
      await secure.app.close();
    }
  });

  test('P11 each sign-in gives a new session, and the browser’s earlier one ends', async () => {
    const user = await signedIn('olga');
    const earlier = user.cookie(one.url, 'holystone-session');
    await user.signIn(one.url, 'olga');
    expect(user.cookie(one.url, 'holystone-session')).not.toBe(earlier);
    const answer = await fetch(`${one.url}/api/v1/service`, { headers: { cookie: `holystone-session=${earlier}` } });
    expect(answer.status).toBe(401);
  });

  test('P11 a session that one instance opened works at another', async () => {
    const user = await signedIn('olga');
    const cookie = `holystone-session=${user.cookie(one.url, 'holystone-session')}`;
    expect((await fetch(`${two.url}/api/v1/service`, { headers: { cookie } })).status).toBe(200);
  });

  test('P11 groups that only the UserInfo endpoint names count', async () => {
    provider.claimsIn = 'userinfo';
    expect(await sessionOf(await signedIn('rita'))).toMatchObject({ actor: 'rita@example.com', access: 'reader' });
  });
});

describe('a sign-in that is not one', () => {
  const code = (user: WebUser) =>
    user.ask(`${one.url}/sign-in/callback?code=abc&state=of-an-attacker&iss=${encodeURIComponent(provider.issuer)}`);

  test('P11 a callback in a browser that began no sign-in is refused', async () => {
    const answer = await code(new WebUser());
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([400, []]);
    expect(await answer.text()).toContain('has not begun a sign-in');
  });

  test('P11 a callback with the state of another sign-in is refused', async () => {
    const user = new WebUser();
    await user.ask(`${one.url}/sign-in/start`);
    expect((await code(user)).status).toBe(400);
    expect(user.cookie(one.url, 'holystone-session')).toBeUndefined();
  });

  test('P11 the callback of one browser does not sign another one in', async () => {
    const [victim, attacker] = [new WebUser(), new WebUser()];
    const begun = await attacker.open(`${one.url}/sign-in/start`);
    const form = { method: 'POST', body: new URLSearchParams({ name: 'rita' }) };
    let answer = await attacker.ask(begun.path.at(-1) ?? '', form);
    let location = answer.headers.get('location') ?? '';
    while (!location.startsWith(one.url)) {
      answer = await attacker.ask(location);
      location = new URL(answer.headers.get('location') ?? '', location).href;
    }
    await victim.ask(`${one.url}/sign-in/start`);
    expect((await victim.ask(location)).status).toBe(400);
    expect(victim.cookie(one.url, 'holystone-session')).toBeUndefined();
    // The code is good all the same, once, in the browser that asked for it.
    expect((await attacker.ask(location)).status).toBe(303);
    expect((await attacker.ask(location)).status).toBe(400);
  });

  test('P11 a sign-in that takes longer than ten minutes is refused', async () => {
    const user = new WebUser();
    const begun = await user.open(`${one.url}/sign-in/start`);
    clock.advance(10 * 60_000);
    const form = { method: 'POST', body: new URLSearchParams({ name: 'olga' }) };
    const { answer } = await user.open(begun.path.at(-1) ?? '', form);
    expect(answer.status).toBe(400);
  });

  test('P11 a refusal of the provider is shown, and its own text is not repeated', async () => {
    const user = new WebUser();
    const start = await user.ask(`${one.url}/sign-in/start`);
    const state = new URL(start.headers.get('location') ?? '').searchParams.get('state') ?? '';
    const query = new URLSearchParams({
      error: 'access_denied',
      error_description: '<b>call me</b>',
      state,
      iss: provider.issuer,
    });
    const answer = await user.ask(`${one.url}/sign-in/callback?${query}`);
    const text = await answer.text();
    expect([answer.status, text.includes('access_denied'), text.includes('call me')]).toEqual([400, true, false]);
  });

  test('P11 a person whose groups have no rights gets no session, a page that says so, and an event', async () => {
    const user = new WebUser();
    const { answer } = await user.signIn(one.url, 'nadia');
    expect([answer.status, user.cookie(one.url, 'holystone-session')]).toEqual([403, undefined]);
    expect(await answer.text()).toContain('none of the 1 groups in the claim');
    expect(events()).toMatchObject([{ event: 'signInRefused', actor: 'nadia@example.com' }]);
  });

  test('P11 a provider that leaves groups out because they are too many is named as the cause', async () => {
    const { answer } = await new WebUser().signIn(one.url, 'many');
    expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining('there are too many')]);
  });

  test.each([
    '//evil.example.com',
    '/\\evil.example.com',
    'https://evil.example.com/',
    '/.//evil.example.com',
    '/sign-in/start',
  ])('P11 a sign-in does not lead to "%s"', async (to) => {
    const user = new WebUser();
    const { path } = await user.signIn(one.url, 'olga', to);
    expect(path.at(-1)).toBe(`${one.url}/`);
  });
});

describe('the actor', () => {
  test('P11 an address that the provider did not verify, and a name that people choose, are no actor', async () => {
    expect(await sessionOf(await signedIn('mallory'))).toMatchObject({ actor: 'oidc:mallory' });
  });

  test('P11 the actor of a change is the identity, whatever the request says', async () => {
    const user = await signedIn('olga');
    const headers = { 'x-forwarded-user': 'ann', 'x-actor': 'ann', from: 'ann@example.com' };
    expect((await putKeep(user, headers)).status).toBe(200);
    expect([...(await store.optOuts.all(IMAGES)).values()]).toMatchObject([{ actor: 'olga@example.com' }]);
    const { csrf } = await sessionOf(user);
    const asked = await user.ask(one.url + KEEP, {
      method: 'PUT',
      body: JSON.stringify({ actor: 'ann' }),
      headers: { origin: one.url, 'x-csrf-token': csrf, 'content-type': 'application/json' },
    });
    expect(asked.status).toBe(400);
  });
});

describe('the rights', () => {
  test('P11 a reader who posts gets 403 and an event', async () => {
    const answer = await putKeep(await signedIn('rita'));
    expect(answer.status).toBe(403);
    expect(events().at(-1)).toMatchObject({ event: 'changeRefused', actor: 'rita@example.com' });
    expect((await store.optOuts.all(IMAGES)).size).toBe(0);
  });

  test('P11 an operator of an account changes that account and no other one', async () => {
    expect((await putKeep(await signedIn('prod'))).status).toBe(403);
    expect((await putKeep(await signedIn('tess'))).status).toBe(200);
  });

  test('P11 a person who left a group has its rights until the session ends, and then no more', async () => {
    const user = await signedIn('olga');
    try {
      provider.people.set('olga', { ...PEOPLE.olga, groups: ['viewers'] });
      for (let hours = 0; hours < 7; hours++) {
        clock.advance(HOUR - 1);
        expect((await sessionOf(user)).access).toBe('operator');
      }
      clock.advance(HOUR + 7);
      expect((await user.ask(`${one.url}/sign-in/session`)).status).toBe(303);
      // The provider still knows the browser, and answers with today's groups.
      const { answer } = await user.signIn(one.url, 'olga');
      expect(answer.status).toBe(200);
      expect(await sessionOf(user)).toMatchObject({ access: 'reader' });
    } finally {
      provider.people.set('olga', PEOPLE.olga);
    }
  });

  test('P11 a group that the configuration no longer names ends a running session', async () => {
    const user = await signedIn('rita');
    const later = await start({ readers: ['somebody else'] });
    try {
      const cookie = `holystone-session=${user.cookie(one.url, 'holystone-session')}`;
      expect((await fetch(`${later.url}/api/v1/service`, { headers: { cookie } })).status).toBe(401);
    } finally {
      await later.app.close();
    }
  });
});

describe('a session', () => {
  test('P11 a session that nobody uses for an hour is over', async () => {
    const user = await signedIn('olga');
    clock.advance(HOUR - 1);
    expect((await user.ask(`${one.url}/`)).status).toBe(200);
    clock.advance(HOUR);
    expect((await user.ask(`${one.url}/`)).status).toBe(303);
  });

  test('P11 signing out ends this session only, and says where the provider’s ends', async () => {
    const [here, there] = [await signedIn('olga'), await signedIn('olga')];
    const { csrf } = await sessionOf(here);
    const cookie = `holystone-session=${here.cookie(one.url, 'holystone-session')}`;
    const answer = await here.submit(`${one.url}/sign-out`, { csrf });
    expect([answer.status, here.cookie(one.url, 'holystone-session')]).toEqual([303, undefined]);
    expect((await fetch(`${one.url}/api/v1/service`, { headers: { cookie } })).status).toBe(401);
    expect((await there.ask(`${one.url}/`)).status).toBe(200);
    const page = await (await here.ask(new URL(answer.headers.get('location') ?? '', one.url).href)).text();
    expect(page).toContain(`href="${provider.issuer}/session/end?client_id=holystone`);
    expect(events().at(-1)).toMatchObject({ event: 'signedOut', actor: 'olga@example.com', reason: 'here' });
  });

  test('P11 signing out ends the live events of the session at once, and no others', async () => {
    const [here, there] = [await signedIn('olga'), await signedIn('olga')];
    const streams = [here, there].map((user) => user.ask(`${one.url}/api/v1/events/live`));
    const [mine, other] = await Promise.all(streams);
    const rest = mine?.text();
    const { csrf } = await sessionOf(here);
    await here.submit(`${one.url}/sign-out`, { csrf });
    expect(await rest).toContain('retry: 1000');
    const reader = other?.body?.getReader();
    await reader?.read();
    expect(await Promise.race([reader?.read(), Promise.resolve('still open')])).toBe('still open');
    await reader?.cancel();
  });

  test('P11 signing out everywhere ends every session of the person on every instance, and nobody else’s', async () => {
    const [here, there, other] = [await signedIn('olga'), await signedIn('olga', two), await signedIn('rita')];
    const { csrf } = await sessionOf(here);
    await here.submit(`${one.url}/sign-out/everywhere`, { csrf });
    expect((await there.ask(`${two.url}/`)).status).toBe(303);
    expect((await other.ask(`${one.url}/`)).status).toBe(200);
    expect((await signedIn('olga')).cookie(one.url, 'holystone-session')).toBeDefined();
  });

  test.each(['', 'x', 'a'.repeat(43), '../../etc', '%00'.repeat(20)])(
    'P11 the cookie "%s" opens nothing',
    async (id) => {
      const answer = await fetch(`${one.url}/api/v1/service`, { headers: { cookie: `holystone-session=${id}` } });
      expect(answer.status).toBe(401);
    },
  );
});

describe('a change by a session', () => {
  const refused = async (user: WebUser, headers: Record<string, string>) => {
    const answer = await putKeep(user, headers);
    expect((await store.optOuts.all(IMAGES)).size).toBe(0);
    return answer.status;
  };

  test.each([
    ['another origin', { origin: 'https://evil.example.com' }],
    ['a hidden origin', { origin: 'null' }],
    ['another port of this host', { origin: 'http://127.0.0.1:1' }],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another subdomain', { 'sec-fetch-site': 'same-site' }],
    ['no page', { 'sec-fetch-site': 'none' }],
    ['the token of nobody', { 'x-csrf-token': 'x'.repeat(43) }],
    ['no token', { 'x-csrf-token': '' }],
  ])('P11 a change that comes from %s is refused', async (_what, headers) => {
    expect(await refused(await signedIn('olga'), headers)).toBe(403);
  });

  test('P11 the token of another session of the same person is refused', async () => {
    const [user, other] = [await signedIn('olga'), await signedIn('olga')];
    expect(await refused(user, { 'x-csrf-token': (await sessionOf(other)).csrf })).toBe(403);
  });

  test('P11 a change without an origin is refused', async () => {
    const user = await signedIn('olga');
    const { csrf } = await sessionOf(user);
    const answer = await user.ask(one.url + KEEP, { method: 'PUT', headers: { 'x-csrf-token': csrf } });
    expect(answer.status).toBe(403);
  });

  test.each(['/', '/stages', '/marks', '/namespaces', '/blocked', '/sign-in'])(
    'P11 each form of the page %s has the token of the session, and the page names the person',
    async (path) => {
      const user = await signedIn('olga');
      const html = await (await user.ask(one.url + path)).text();
      const forms = html.split(/<form\b[^>]*method="post"[^>]*>/).slice(1);
      expect(forms.length).toBeGreaterThan(0);
      const tokens = forms.map((form) => /^\s*<input type="hidden" name="csrf" value="([\w-]{43})"/.exec(form)?.[1]);
      expect(new Set(tokens)).toEqual(new Set([(await sessionOf(user)).csrf]));
      expect(html).toContain('olga@example.com');
    },
  );

  test('P11 a form changes something with the token of the session, and nothing without', async () => {
    const user = await signedIn('olga');
    const form = { namespace: 'aws:test:*:image', stage: 'notify', reason: 'a test' };
    expect((await user.submit(`${one.url}/stages`, form)).status).toBe(403);
    const { csrf } = await sessionOf(user);
    expect((await user.submit(`${one.url}/stages`, { ...form, csrf })).status).toBe(303);
  });
});

describe('tokens beside sessions', () => {
  const bearer = { authorization: `Bearer ${TOKEN.secret}` };

  test('P11 a request with a token has the rights of the token, whatever session comes with it', async () => {
    const user = await signedIn('olga');
    const session = await (await user.ask(`${one.url}/sign-in/session`, { headers: bearer })).json();
    expect(session).toMatchObject({ actor: 'grafana', access: 'reader', by: 'token' });
    expect((await putKeep(user, bearer)).status).toBe(403);
    const wrong = await user.ask(`${one.url}/api/v1/service`, { headers: { authorization: 'Bearer nonsense' } });
    expect(wrong.status).toBe(401);
  });

  test('P11 a change by a token needs neither cookie nor form token', async () => {
    const operator = { name: 'bob', access: 'operator' as const, secret: 'operator-secret' };
    const site = await start({}, { tokens: [operator] });
    try {
      const headers = { authorization: `Bearer ${operator.secret}` };
      expect((await fetch(site.url + KEEP, { method: 'PUT', headers })).status).toBe(200);
    } finally {
      await site.app.close();
    }
  });

  test('P11 a browser is asked for a token only where a person chose that', async () => {
    const asked = await new WebUser().ask(`${one.url}/sign-in-with-token`);
    expect([asked.status, asked.headers.get('www-authenticate')]).toEqual([401, expect.stringContaining('Basic')]);
    const api = await fetch(`${one.url}/api/v1/service`);
    expect([api.status, api.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="holystone"']);
  });

  test('P11 a provider that is down: a page says so, sessions and tokens work', async () => {
    const site = await start({ issuer: `http://127.0.0.1:${NOBODYS_PORT}` });
    try {
      const answer = await new WebUser().ask(`${site.url}/sign-in/start`);
      expect([answer.status, await answer.text()]).toEqual([
        502,
        expect.stringContaining('does not answer as it should'),
      ]);
      expect((await fetch(`${site.url}/api/v1/service`, { headers: bearer })).status).toBe(200);
      const user = await signedIn('olga');
      const cookie = `holystone-session=${user.cookie(one.url, 'holystone-session')}`;
      expect((await fetch(`${site.url}/api/v1/service`, { headers: { cookie } })).status).toBe(200);
    } finally {
      await site.app.close();
    }
  });
});

test('P11 one client begins only so many sign-ins a minute, and everything else of it goes on', async () => {
  const site = await start({}, { rateLimit: { max: 100, windowMs: 60_000 } });
  try {
    const statuses: number[] = [];
    for (let count = 0; count < 62; count++)
      statuses.push((await new WebUser().ask(`${site.url}/sign-in/start`)).status);
    expect([statuses.filter((status) => status === 302).length, statuses.at(-1)]).toEqual([60, 429]);
    const headers = { authorization: `Bearer ${TOKEN.secret}` };
    expect((await fetch(`${site.url}/api/v1/service`, { headers })).status).toBe(200);
  } finally {
    await site.app.close();
  }
});

test('P11 without a provider there is no page to sign in', async () => {
  const site = await startOperator(store, { tokens: [TOKEN] });
  try {
    const headers = { authorization: `Bearer ${TOKEN.secret}` };
    expect((await fetch(`${site.url}/sign-in`, { headers })).status).toBe(404);
  } finally {
    await site.app.close();
  }
});
