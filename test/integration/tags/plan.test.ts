/** The type `tag` in plans of a sandbox registry whose switches play the behaviour of real registries. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type RunningSandbox, startSandbox } from '../../../sandbox/aws/index.ts';
import { type RunningRegistry, startRegistry } from '../../../sandbox/registry/server.ts';
import { AS_WRITTEN, ago, candidates, planned, reasonsOf, rows } from './fixture.ts';

let hub: RunningRegistry;
beforeEach(async () => {
  hub = await startRegistry();
});
afterEach(() => hub.close());

const image = (tag: string, days: number | undefined, salt = tag) =>
  hub.store.image('shop/web', tag, { salt, ...(days === undefined ? {} : { created: ago(days) }) });

test('R8 a plan whose repositories cannot be listed is not complete, and says so after it', async () => {
  image('v1', 100);
  const { url } = hub;
  await hub.close();
  const { code, output, document } = await planned(url);
  expect(code).toBe(3);
  expect(document.namespaces).toEqual([]);
  expect(output).toContain('warning: the locations of account hub could not be listed');
  expect(output).toContain('the plan lacks the resources there: the locations of account hub');
  hub = await startRegistry();
});

test('P19 a repository that an entry names and that has no tag is a problem of the plan; one that a pattern found is none', async () => {
  image('v1', 100);
  hub.store.repository('shop/wbe');
  const found = await planned(hub.url);
  expect(found.document.namespaces.map(({ problem }) => problem)).toEqual([null, null]);
  const named = await planned(hub.url, AS_WRITTEN.replace('"shop/*"', 'shop/web, shop/wbe'));
  expect(named.code).toBe(3);
  expect(named.document.namespaces.map(({ problem }) => problem)).toEqual([null, 'repository "shop/wbe" has no tag']);
});

test('P19 a pattern of `repositoryTags` that matches no repository of the account is a problem: what it tags has no owner, and no keep', async () => {
  image('v1', 100);
  hub.store.image('shop/api', 'v1', { created: ago(100) });
  const tagged = (pattern: string) =>
    AS_WRITTEN.replace(
      'locations:',
      `repositoryTags: [{ repositories: ["shop/web", "${pattern}"], tags: { "holystone:keep": always } }], locations:`,
    );
  const wrong = await planned(hub.url, tagged('shpo/**'));
  const why = 'no repository of account hub matches "shpo/**" in `repositoryTags`';
  expect([wrong.code, ...wrong.document.namespaces.map(({ problem }) => problem)]).toEqual([3, why, why]);
  const right = await planned(hub.url, tagged('shop/a*'));
  expect([right.code, ...right.document.namespaces.map(({ problem }) => problem)]).toEqual([0, null, null]);
});

describe('the policy', () => {
  test('R1 the configuration of the behaviour page plans as written', async () => {
    for (const [tag, days] of Object.entries({ v1: 100, v2: 50, v3: 10, v4: 3, 'production-1': 100, latest: 90 }))
      image(tag, days);
    hub.store.image('other', 'old', { created: ago(100) });
    const plan = await planned(hub.url);
    expect(plan.document.namespaces).toMatchObject([{ namespace: 'registry:hub:shop%2Fweb:tag', status: 'complete' }]);
    expect(candidates(plan)).toEqual(['v1', 'v2', 'v3']);
    expect(plan.document.namespaces[0]).toMatchObject({ live: false, missingEvidence: [] });
  });

  test('R1 a tag that shares its digest with a kept tag is a candidate, and its row says the consequence', async () => {
    const created = ago(100);
    for (const tag of ['v1', 'v2', 'production-1'])
      hub.store.image('shop/web', tag, { created, salt: tag === 'v2' ? 'other' : '' });
    image('v3', 3);
    const plan = await planned(hub.url);
    expect(candidates(plan)).toEqual(['v1', 'v2']);
    expect(reasonsOf(plan, 'v1')).toContain(
      'it shares its digest with production-1: goes alone where the registry can; else stays',
    );
    expect(reasonsOf(plan, 'v2')).not.toContain('shares');
  });

  test('R4 a tag without a date that a build can have is kept', async () => {
    image('none', undefined);
    hub.store.image('shop/web', 'epoch', { created: '1970-01-01T00:00:00Z' });
    hub.store.image('shop/web', 'zero', { created: '0001-01-01T00:00:00Z' });
    hub.store.image('shop/web', 'words', { created: 'yesterday' });
    image('future', -400);
    for (const tag of ['v1', 'v2']) image(tag, 100);
    const plan = await planned(hub.url);
    expect(candidates(plan)).toHaveLength(1);
    for (const tag of ['none', 'epoch', 'zero', 'words', 'future'])
      expect(reasonsOf(plan, tag)).toContain('no readable creation date');
  });

  test('R4 with `push` an image built long ago and pushed an hour ago is young, and one without a push date is kept', async () => {
    hub.switches.pushDates = true;
    const pushed = (tag: string, pushedAt?: Date) =>
      hub.store.image('shop/web', tag, { created: ago(900), salt: tag, ...(pushedAt ? { pushedAt } : {}) });
    pushed('young', new Date(Date.now() - 3_600_000));
    pushed('old', new Date(ago(30)));
    pushed('unknown');
    const plan = await planned(hub.url, AS_WRITTEN.replace('image-created', 'push'));
    expect(candidates(plan)).toEqual(['old']);
  });

  test.each(['Thu, 01 Jan 1970 00:00:00 GMT', 'Mon, 01 Jan 0001 00:00:00 GMT', '0', '5', 'yesterday'])(
    'R4 with `push` the date %j of a registry is none',
    async (date) => {
      const digest = image('v1', 900);
      const headers = { 'docker-content-digest': digest, 'last-modified': date };
      hub.switches.faults.set('HEAD /v2/shop/web/manifests/v1', { status: 200, headers });
      const plan = await planned(
        hub.url,
        AS_WRITTEN.replace('image-created', 'push').replace('keepN: 1', 'protect: [x]'),
      );
      expect(candidates(plan)).toEqual([]);
      expect(reasonsOf(plan, 'v1')).toContain('no readable creation date');
    },
  );

  test('R4 without a word about dates Holystone counts from the time it first saw each tag, so a first plan selects nothing', async () => {
    for (const tag of ['v1', 'v2', 'v3']) image(tag, 900);
    const plan = await planned(hub.url, AS_WRITTEN.replace('    timestampSource: image-created\n', ''));
    expect(candidates(plan)).toEqual([]);
  });

  test('R4 an index is as young as its newest image, and undated if one of its images is', async () => {
    const old = hub.store.image('shop/web', undefined, { created: ago(100), salt: 'a' });
    const young = hub.store.image('shop/web', undefined, { created: ago(2), salt: 'b' });
    const undated = hub.store.image('shop/web', undefined, { salt: 'c' });
    hub.store.index('shop/web', 'old', [old]);
    hub.store.index('shop/web', 'mixed', [old, young]);
    hub.store.index('shop/web', 'undated', [old, undated]);
    const plan = await planned(hub.url);
    expect(candidates(plan)).toEqual(['old']);
    expect(reasonsOf(plan, 'undated')).toContain('no readable creation date');
  });

  test('R9 signatures and other referrers are kept, and use no place of keepN', async () => {
    const subject = image('v1', 100);
    image('v2', 50);
    image(`${subject.replace(':', '-')}.sig`, 9);
    hub.store.image('shop/web', 'sbom', { created: ago(9), subject });
    const plan = await planned(hub.url);
    expect(candidates(plan)).toEqual(['v1']);
    expect(reasonsOf(plan, 'sbom')).toContain(`it belongs to ${subject}`);
  });

  test('a manifest that Holystone does not understand is kept, whatever its date', async () => {
    hub.store.manifest('shop/web', 'strange', 'application/x', '{"mediaType":"application/x"}');
    hub.store.manifest('shop/web', 'text', 'text/plain', 'hello');
    hub.store.manifest('shop/web', 'huge', 'application/x', JSON.stringify({ x: 'x'.repeat(5_000_000) }));
    for (const tag of ['v1', 'v2']) image(tag, 100);
    const plan = await planned(hub.url);
    expect(candidates(plan)).toHaveLength(1);
    for (const tag of ['strange', 'text', 'huge']) expect(reasonsOf(plan, tag)).toContain('unreadable');
  });
});

describe('listings', () => {
  const many = () => {
    for (let index = 0; index < 25; index++) image(`v${String(index).padStart(2, '0')}`, 100 - index);
  };
  const young = () => image('young', 1);

  test.each(['link', 'last', 'whole'] as const)(
    'R3 R19 keepN counts over all pages of a registry that pages by `%s`',
    async (paging) => {
      many();
      young();
      Object.assign(hub.switches, { paging, pageSize: 5 });
      const plan = await planned(hub.url);
      expect(rows(plan)).toHaveLength(26);
      expect(candidates(plan)).toHaveLength(25);
    },
  );

  test('R19 a page of exactly n without a Link is asked on with `last`', async () => {
    many();
    Object.assign(hub.switches, { paging: 'last', pageSize: 25 });
    expect(rows(await planned(hub.url))).toHaveLength(25);
    expect(hub.requests.some(({ path }) => path.includes('tags/list') && path.includes('last=v24'))).toBe(true);
  });

  test('R19 `tags: null` is an empty repository', async () => {
    hub.store.repository('shop/web');
    hub.switches.paging = 'whole';
    const plan = await planned(hub.url);
    expect(plan.document.namespaces).toMatchObject([{ status: 'complete', counts: { listed: 0 } }]);
  });

  test.each([
    ['a page that fails', 500, undefined],
    ['a text that is no listing', 200, '<html>'],
    ['names that cannot be tags', 200, '{"tags":["v1","../../x"]}'],
    ['no list', 200, '{"tags":"v1"}'],
  ])('R3 law 1 %s selects nothing', async (_what, status, body) => {
    many();
    hub.switches.faults.set('/v2/shop/web/tags/list', { status, ...(body === undefined ? {} : { body }) });
    const plan = await planned(hub.url);
    expect(plan.document.namespaces).toMatchObject([{ status: 'incomplete', counts: { candidate: 0 } }]);
  });

  test('law 1 a tag that cannot be read selects nothing, and a 404 that the registry did not write says nothing', async () => {
    many();
    hub.switches.faults.set('/v2/shop/web/manifests/v03', { status: 404, body: '<html>no such page</html>' });
    const plan = await planned(hub.url);
    expect(plan.document.namespaces).toMatchObject([{ status: 'incomplete', counts: { candidate: 0 } }]);
  });

  test('a manifest with another digest than the registry says is not believed', async () => {
    const digest = image('v1', 100);
    young();
    hub.store.repository('shop/web').manifests.set(digest, { mediaType: 'application/json', body: Buffer.from('{}') });
    const plan = await planned(hub.url);
    expect(plan.document.namespaces).toMatchObject([{ status: 'incomplete' }]);
    expect(plan.output).toContain('its digest is another');
  });
});

describe('signing in', () => {
  const SECRET = 'correct-horse-battery';
  const text = (password = SECRET) =>
    AS_WRITTEN.replace('locations:', `credentials: { username: user, password: "${password}" }, locations:`);
  beforeEach(() => {
    for (const [tag, days] of Object.entries({ v1: 100, v2: 3 })) image(tag, days);
    hub.switches.password = SECRET;
  });

  test.each(['basic', 'bearer'] as const)('R8 Holystone signs in by `%s`', async (scheme) => {
    hub.switches.scheme = scheme;
    expect(candidates(await planned(hub.url, text()))).toEqual(['v1']);
  });

  test('R8 a 401 in the middle brings a new token, and the listing goes on', async () => {
    Object.assign(hub.switches, { scheme: 'bearer', tokenUses: 2 });
    expect(candidates(await planned(hub.url, text()))).toEqual(['v1']);
    expect(hub.requests.filter(({ path }) => path.startsWith('/token')).length).toBeGreaterThan(2);
  });

  test.each(['basic', 'bearer'] as const)(
    'law 1 a wrong password (`%s`) selects nothing, and no output has it',
    async (scheme) => {
      hub.switches.scheme = scheme;
      const plan = await planned(hub.url, text('wrong-staple-wrong').replace('"shop/*"', 'shop/web'));
      expect(plan.document.namespaces).toMatchObject([{ status: 'incomplete' }]);
      expect(plan.output).not.toContain('wrong-staple-wrong');
      expect(plan.output).not.toContain(Buffer.from('user:wrong-staple-wrong').toString('base64'));
    },
  );

  test('another host that blobs redirect to gets no credentials', async () => {
    const other = await startRegistry();
    try {
      hub.switches.blobsAt = `${other.url.replace('127.0.0.1', 'localhost')}/v2/store/blobs`;
      for (const [digest, blob] of hub.store.repository('shop/web').blobs)
        other.store.repository('store').blobs.set(digest, blob);
      expect(candidates(await planned(hub.url, text()))).toEqual(['v1']);
      expect(other.requests.length).toBeGreaterThan(0);
      expect(other.requests.map(({ authorization }) => authorization).filter(Boolean)).toEqual([]);
    } finally {
      await other.close();
    }
  });

  test('R8 a registry that is busy is asked again', async () => {
    hub.switches.busy = { times: 3, retryAfter: '0' };
    expect(candidates(await planned(hub.url, text()))).toEqual(['v1']);
  });

  test('R8 a registry that asks to wait for an hour is not waited for: nothing is selected', async () => {
    hub.switches.busy = { times: Number.POSITIVE_INFINITY, retryAfter: '3600' };
    const plan = await planned(hub.url, text().replace('"shop/*"', 'shop/web'));
    expect(plan.document.namespaces).toMatchObject([{ status: 'incomplete' }]);
  });
});

test('law 1 an id that names another registry selects nothing', async () => {
  for (const [tag, days] of Object.entries({ v1: 100, v2: 3 })) image(tag, days);
  const text = AS_WRITTEN.replace('provider: registry,', 'provider: registry, id: registry.example.com,').replace(
    '"shop/*"',
    'shop/web',
  );
  const plan = await planned(hub.url, text);
  expect(plan.document.namespaces).toMatchObject([{ status: 'incomplete' }]);
  expect(plan.output).toContain('its id is registry.example.com');
});

describe('R22 users of an image', () => {
  let cloud: RunningSandbox;
  beforeEach(async () => {
    cloud = await startSandbox({ accounts: [{ id: '111111111111' }] });
  });
  afterEach(() => cloud.close());

  const HERE = { account: '111111111111', region: 'us-east-1' };
  const planAll = () => {
    const [key] = cloud.control.accounts()[0]?.accessKeys ?? [];
    if (!key) throw new Error('the sandbox has no access key');
    const env = {
      AWS_ENDPOINT_URL: cloud.url,
      AWS_ACCESS_KEY_ID: key.accessKeyId,
      AWS_SECRET_ACCESS_KEY: key.secretAccessKey,
      AWS_MAX_ATTEMPTS: '1',
    };
    const both = AS_WRITTEN.replace(
      'accounts: [',
      'accounts: [{ name: prod, provider: aws, id: "111111111111", locations: [us-east-1] }, ',
    );
    return planned(hub.url, both, env);
  };
  const run = (family: string, image: string) =>
    cloud.control.addEcsTaskDefinitions(HERE, [{ family, containerDefinitions: [{ name: 'web', image }] }]);
  const host = () => new URL(hub.url).host;

  test('R22 a task definition of an AWS account keeps the tag that it names, and the tag of the digest of one image of an index', async () => {
    for (const [tag, days] of Object.entries({ v1: 100, v2: 99, v3: 98 })) image(tag, days);
    const part = hub.store.image('shop/web', undefined, { created: ago(100), salt: 'part' });
    hub.store.index('shop/web', 'multi', [part]);
    run('web', `${host()}/shop/web:v1`);
    run('parts', `${host()}/shop/web@${part}`);
    const plan = await planAll();
    expect(reasonsOf(plan, 'v1')).toContain('ECS task definition web (its newest revision)');
    expect(reasonsOf(plan, 'multi')).toContain('ECS task definition parts (its newest revision)');
    expect(candidates(plan)).toEqual(['v2']);
  });

  test('Law 1 ECS cannot be read → every tag that the policy selects is unknown', async () => {
    for (const tag of ['v1', 'v2', 'v3']) image(tag, 100);
    cloud.control.deny({ account: HERE.account, action: 'ecs:ListClusters' });
    expect(candidates(await planAll())).toEqual([]);
  });
});
