/** Who gets the credentials of a registry, and who does not: redirects, foreign challenges, token services. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type RunningRegistry, startRegistry } from '../../../sandbox/registry/server.ts';
import { Registry } from './deleting.ts';
import { AS_WRITTEN, ago, candidates, planned } from './fixture.ts';

const REPOSITORY = 'shop/web';
const MANIFEST = `/v2/${REPOSITORY}/manifests/v1`;
const PASSWORD = Buffer.from('user:secret').toString('base64');

let hub: RunningRegistry;
let other: RunningRegistry;
beforeEach(async () => {
  [hub, other] = await Promise.all([startRegistry({ password: 'secret', scheme: 'bearer' }), startRegistry()]);
  // Both have the same images: a millisecond in a date makes another digest.
  for (const [tag, created] of [
    ['v1', ago(100)],
    ['v2', ago(3)],
  ] as const)
    for (const one of [hub, other]) one.store.image(REPOSITORY, tag, { salt: tag, created });
});
afterEach(() => Promise.all([hub.close(), other.close()]));

const signedIn = (more = '') =>
  planned(
    hub.url,
    AS_WRITTEN.replace('locations:', `credentials: { username: user, password: secret }, ${more}locations:`),
  );
const challengeOf = (realm: string) => ({
  status: 401,
  headers: { 'www-authenticate': `Bearer realm="${realm}",service="x"` },
});

describe('the registry redirects to another server, which asks for credentials', () => {
  beforeEach(() => {
    hub.switches.faults.set(MANIFEST, { status: 307, headers: { location: `${other.url}${MANIFEST}` } });
  });

  test.each([
    ['by its own token service', () => challengeOf(`${other.url}/token`)],
    ['by the token service of the registry', () => challengeOf(`${hub.url}/token`)],
    ['as Basic', () => ({ status: 401, headers: { 'www-authenticate': 'Basic realm="x"' } })],
  ])('R23 %s: it gets neither the password nor a token, and the plan says why', async (_how, answer) => {
    other.switches.faults.set(MANIFEST, answer());
    const plan = await signedIn();
    expect(candidates(plan)).toEqual([]);
    expect(plan.output).toContain(`it redirects to ${other.url}, which answers 401`);
    expect(other.requests.map(({ path }) => path)).not.toContainEqual(expect.stringContaining('/token'));
    expect(other.requests.filter(({ authorization }) => authorization !== undefined)).toEqual([]);
  });

  test('R23 law 2 its "there is no such tag" is not said by the registry', async () => {
    const body = JSON.stringify({ errors: [{ code: 'MANIFEST_UNKNOWN' }] });
    other.switches.faults.set(MANIFEST, { status: 404, body });
    const credentials = { username: 'user', password: 'secret' };
    const registry = new Registry(hub.url, { credentials });
    try {
      const why = expect.stringContaining('which answers 404') as unknown;
      expect((await registry.session().get(['v1'])).get('v1')).toEqual({ kind: 'unknown', why });
    } finally {
      registry.close();
    }
  });

  test('R23 an image that another server has for everybody is read there, without the token', async () => {
    expect(candidates(await signedIn())).toEqual(['v1']);
    expect(other.requests.filter(({ authorization }) => authorization !== undefined)).toEqual([]);
  });
});

describe('the registry names a token service on another server', () => {
  beforeEach(() => {
    hub.switches.before = ({ path, authorization }) => {
      if (path.startsWith('/v2/') && authorization === undefined) {
        hub.switches.faults.set('/v2/', challengeOf(`${other.url}/token`));
      }
    };
  });

  test('R23 it is asked nothing, and the plan names the key that would allow it', async () => {
    const plan = await signedIn();
    expect([plan.code, candidates(plan)]).toEqual([3, []]);
    expect(plan.output).toContain(`tokenServices: ["${other.url}"]`);
    expect(other.requests).toEqual([]);
  });

  test('R23 it is asked where the account names it', async () => {
    other.switches.password = 'secret';
    await signedIn(`tokenServices: ["${other.url}"], `);
    expect(other.requests[0]).toMatchObject({ authorization: `Basic ${PASSWORD}`, status: 200 });
  });

  test('R23 one that redirects is not followed', async () => {
    const third = await startRegistry();
    try {
      other.switches.faults.set('/token', { status: 307, headers: { location: `${third.url}/token` } });
      const plan = await signedIn(`tokenServices: ["${other.url}"], `);
      expect(plan.output).toContain('answers 307');
      expect(third.requests).toEqual([]);
    } finally {
      await third.close();
    }
  });
});

test('R23 where the account names token services, the registry itself is none', async () => {
  const plan = await signedIn('tokenServices: ["https://auth.example.com"], ');
  expect([plan.code, candidates(plan)]).toEqual([3, []]);
  expect(hub.requests.filter(({ authorization }) => authorization !== undefined)).toEqual([]);
});
