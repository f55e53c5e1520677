/** Repositories that GitLab, Harbor or a document names, in place of the catalog of the registry. */
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type RunningRegistry, startRegistry } from '../../../sandbox/registry/server.ts';
import { importGitlab } from '../../../tools/import-gitlab/import.ts';
import { AS_WRITTEN, ago, commandOf, type Planned, planned } from './fixture.ts';

let hub: RunningRegistry;
let server: Server;
let url: string;
let folder: string;
/** The names that the API has, by path; and how it answers. */
let api: {
  names: readonly string[];
  key: 'path' | 'name';
  total: number | undefined;
  isLinked: boolean;
  next: (page: number) => string;
};
let seen: { readonly url: string; readonly headers: IncomingMessage['headers'] }[];
/** Statuses of the next answers, by page; then the real ones. */
let faults: Map<number, number[]>;
const PAGE = 2;

beforeEach(async () => {
  hub = await startRegistry();
  for (const name of ['shop/web', 'shop/api', 'shop/db', 'blog/web'])
    hub.store.image(name, 'v1', { created: ago(100) });
  seen = [];
  faults = new Map();
  server = createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  api = {
    names: ['Shop/web', 'shop/api', 'shop/db', 'blog/web', 'gone/web'],
    key: 'path',
    total: undefined,
    isLinked: true,
    next: (page) => `${url}${new URL(seen.at(-1)?.url ?? '/', url).pathname}?page=${page}`,
  };
  folder = await mkdtemp(join(tmpdir(), 'holystone-catalogs-'));
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
  await hub.close();
  await rm(folder, { recursive: true, force: true });
});

function answer(request: IncomingMessage, response: ServerResponse): void {
  const { url: path = '/', headers } = request;
  seen.push({ url: path, headers });
  const page = Number(new URL(path, url).searchParams.get('page') ?? 1);
  const status = faults.get(page)?.shift();
  if (status !== undefined) {
    response.writeHead(status, { 'retry-after': '0' }).end('{"message":"no"}');
    return;
  }
  const names = api.names.slice((page - 1) * PAGE, page * PAGE);
  if (page * PAGE < api.names.length && api.isLinked) response.setHeader('link', `<${api.next(page + 1)}>; rel="next"`);
  if (api.total !== undefined) response.setHeader(api.key === 'path' ? 'x-total' : 'x-total-count', String(api.total));
  response.end(JSON.stringify(names.map((name) => ({ id: 1, [api.key]: name }))));
}

const withCatalog = (catalog: string, more = '') =>
  planned(hub.url, AS_WRITTEN.replace('locations:', `${more}catalog: ${catalog}, locations:`));
const places = ({ document }: Planned) =>
  document.namespaces.map(({ namespace }) => decodeURIComponent(namespace.split(':')[2] ?? '')).sort();
const SHOP = ['shop/api', 'shop/db', 'shop/web'];
const harbor = () => withCatalog(`{ harbor: "${url}" }`, 'credentials: { username: "robot$x", password: secret }, ');
const refusal = async (catalog: string) => {
  const text = AS_WRITTEN.replace('locations:', `catalog: ${catalog}, locations:`);
  const { stdout, stderr } = await commandOf(hub.url, text);
  return { hasPlan: stdout.trim() !== '', output: `${stdout}\n${stderr}` };
};
const gitlab = () => withCatalog(`{ gitlab: "${url}", groups: [shop/team], token: tok-en }`);

test('R8 a registry that shows its catalog to administrators only is said to do so', async () => {
  const challenge = `Bearer realm="${hub.url}/token",service="registry",scope="registry:catalog:*"`;
  hub.switches.faults.set('/v2/_catalog', {
    status: 401,
    body: '{"errors":[{"code":"UNAUTHORIZED"}]}',
    headers: { 'www-authenticate': challenge },
  });
  hub.switches.faults.set('/token', { status: 200, body: '{"token":"without-the-catalog"}' });
  const credentials = 'credentials: { username: janitor, password: secret }, ';
  const { stderr } = await commandOf(hub.url, AS_WRITTEN.replace('locations:', `${credentials}locations:`));
  expect(stderr).toContain('administrators only: name them in `locations`, or set `catalog`');
});

describe('GitLab', () => {
  test('R1 R8 two projects that are imported have one account, and each its own policy', async () => {
    const host = new URL(hub.url).host;
    const project = (path: string, keep_n: number) => ({
      path_with_namespace: path,
      container_registry_image_prefix: `${host}/${path}`,
      web_url: `${url}/${path}`,
      container_expiration_policy: { name_regex_delete: '.*', older_than: '7d', keep_n },
    });
    for (const name of ['shop/web', 'shop/web/app', 'shop/api']) hub.store.image(name, 'v2', { created: ago(50) });
    api.names = ['shop/web', 'shop/web/app', 'shop/api'];
    const { text } = importGitlab(JSON.stringify([project('shop/web', 1), project('shop/api', 2)]), 'p.json');
    const env = { GITLAB_USER: 'janitor', GITLAB_TOKEN: 'tok-en' };
    // As the head of the file says for a GitLab that counts from the build.
    const byBuild = text.replaceAll('first-seen\n', 'image-created\n').replaceAll('orderBy: push\n', 'orderBy: date\n');
    const plan = await planned(hub.url, byBuild.replace(`https://${host}`, hub.url), env);
    expect([plan.code, places(plan)]).toEqual([0, ['shop/api', 'shop/web', 'shop/web/app']]);
    expect(new Set(seen.map(({ url: path }) => path.split('?')[0]))).toEqual(
      new Set(['web', 'api'].map((name) => `/api/v4/projects/shop%2F${name}/registry/repositories`)),
    );
    expect(plan.document.namespaces.map(({ namespace, counts }) => [namespace, counts?.candidate]).sort()).toEqual([
      ['registry:gitlab:shop%2Fapi:tag', 0],
      ['registry:gitlab:shop%2Fweb%2Fapp:tag', 0],
      ['registry:gitlab:shop%2Fweb:tag', 1],
    ]);
  });

  test('R8 every page of a group is read, with the token, and patterns choose', async () => {
    const plan = await gitlab();
    expect([plan.code, places(plan)]).toEqual([0, SHOP]);
    expect(new Set(seen.map(({ headers }) => headers['private-token']))).toEqual(new Set(['tok-en']));
    expect(seen[0]?.url).toContain('/api/v4/groups/shop%2Fteam/registry/repositories?per_page=100');
    expect(seen.length).toBe(3);
    expect(hub.requests.some(({ path }) => path.includes('_catalog'))).toBe(false);
  });

  test.each<[string, () => void, string]>([
    [
      'says that there are more than its pages have',
      () => Object.assign(api, { total: 6 }),
      'it has 6 repositories, and its pages only 5',
    ],
    [
      'sends its pages elsewhere',
      () => Object.assign(api, { next: () => 'http://127.0.0.1:9/next' }),
      'its next page is elsewhere',
    ],
    [
      'sends the same page for ever',
      () => Object.assign(api, { next: () => `${url}/api/v4/groups/shop%2Fteam/registry/repositories?per_page=100` }),
      'its pages go round in a circle',
    ],
    ['lists something else', () => Object.assign(api, { key: 'name' }), 'it is no list of repositories with a path'],
  ])('R8 a listing that %s makes the plan incomplete', async (_what, given, why) => {
    given();
    const { code, output, document } = await gitlab();
    expect([code, document.namespaces]).toEqual([3, []]);
    expect(output).toContain(why);
    expect(output).not.toContain('tok-en');
  });
});

describe('projects of GitLab', () => {
  test('R8 every page of a project is read, beside those of a group, and a repository of both counts once', async () => {
    const plan = await withCatalog(`{ gitlab: "${url}", groups: [shop], projects: [shop/team/web], token: tok-en }`);
    expect([plan.code, places(plan)]).toEqual([0, SHOP]);
    const paths = new Set(seen.map((one) => new URL(one.url, url).pathname));
    expect([...paths]).toEqual([
      '/api/v4/groups/shop/registry/repositories',
      '/api/v4/projects/shop%2Fteam%2Fweb/registry/repositories',
    ]);
  });

  test.each([404, 301])(
    'R25 one that does not exist, was moved or is hidden (%i) is named with its key in `plan` and `validate --online`',
    async (status) => {
      faults.set(1, [status, status]);
      const catalog = `{ gitlab: "${url}", projects: [shop/typo], token: tok-en }`;
      const why = /the project shop\/typo .*correct it in `catalog.projects` of the account/;
      const { code, output, document } = await withCatalog(catalog);
      expect([code, document.namespaces, output.replace(/\s+/g, ' ')]).toEqual([3, [], expect.stringMatching(why)]);
      const text = AS_WRITTEN.replace('locations:', `catalog: ${catalog}, locations:`);
      const online = await commandOf(hub.url, text, {}, ['validate', '--online']);
      expect(`${online.stdout}${online.stderr}`.replace(/\s+/g, ' ')).toMatch(why);
      expect(output).not.toContain('tok-en');
    },
  );

  test.each([
    ['neither groups nor projects', '{ gitlab: "http://127.0.0.1:9" }'],
    ['no group in the list', '{ gitlab: "http://127.0.0.1:9", groups: [] }'],
    ['a document with tags of projects', '{ from: repositories.json, projectTags: true }'],
  ])('R8 a catalog of %s is refused before anything is asked', async (_what, catalog) => {
    const { hasPlan, output } = await refusal(catalog);
    expect([hasPlan, seen.length]).toEqual([false, 0]);
    expect(output).toMatch(/`groups` or `projects`|too small|at least 1/i);
  });
});

describe('pages without a Link', () => {
  test.each(['path', 'name'] as const)('R8 R19 are asked for by number, until nothing new comes (%s)', async (key) => {
    Object.assign(api, { key, isLinked: false });
    const plan = await (key === 'path' ? gitlab() : harbor());
    expect([plan.code, places(plan)]).toEqual([0, SHOP]);
    expect(seen.map((one) => new URL(one.url, url).searchParams.get('page'))).toEqual([null, '2', '3', '4']);
  });

  test('R8 R19 are asked for until all are there that the answers count', async () => {
    Object.assign(api, { key: 'name', isLinked: false, total: 5 });
    expect(places(await harbor())).toEqual(SHOP);
    expect(seen).toHaveLength(3);
  });

  test('R8 R19 fewer than the answers count make the plan incomplete', async () => {
    Object.assign(api, { key: 'name', isLinked: false, total: 6 });
    const { code, output } = await harbor();
    expect([code, output.includes('it has 6 repositories, and its pages only 5')]).toEqual([3, true]);
  });

  test('R8 R19 a failure in the middle makes the plan incomplete', async () => {
    Object.assign(api, { key: 'name', isLinked: false });
    faults.set(3, [403]);
    const { code, document } = await harbor();
    expect([code, document.namespaces]).toEqual([3, []]);
  });
});

describe('an API that fails', () => {
  test('R8 one that is busy in the middle is asked again', async () => {
    faults.set(2, [429, 503]);
    const plan = await gitlab();
    expect([plan.code, places(plan)]).toEqual([0, SHOP]);
  });

  test.each([401, 403, 404])(
    'R8 a page with %i makes the plan incomplete, and no output has the token',
    async (status) => {
      faults.set(2, [status]);
      const { code, output, document } = await gitlab();
      expect([code, document.namespaces]).toEqual([3, []]);
      expect(output).toContain('the plan lacks the resources there: the locations of account hub');
      expect(output).not.toContain('tok-en');
    },
  );
});

describe('Harbor', () => {
  test('R8 every page is read with the password of the account', async () => {
    Object.assign(api, { key: 'name', total: 5 });
    expect(places(await harbor())).toEqual(SHOP);
    const basic = `Basic ${Buffer.from('robot$x:secret').toString('base64')}`;
    expect(new Set(seen.map(({ headers }) => headers.authorization))).toEqual(new Set([basic]));
  });

  test('R8 an account without a password is named', async () => {
    const { code, output } = await withCatalog(`{ harbor: "${url}" }`);
    expect([code, output.includes('set `credentials`')]).toEqual([3, true]);
  });
});

describe('a document', () => {
  const file = async (content: unknown) => {
    const path = join(folder, 'repositories.json');
    await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
    return withCatalog(`{ from: ${path}, maxAge: 1d }`);
  };

  test('R8 its repositories are the locations', async () => {
    expect(places(await file({ generatedAt: ago(0), repositories: ['shop/web', 'blog/web'] }))).toEqual(['shop/web']);
  });

  test.each([
    ['is too old', () => ({ generatedAt: ago(2), repositories: [] }), 'was generated 2 days ago'],
    ['is from the future', () => ({ generatedAt: ago(-2), repositories: [] }), 'generated in the future'],
    ['is no JSON', () => 'shop/web', 'it needs `generatedAt`'],
    ['has no list', () => ({ generatedAt: ago(0) }), 'it needs `generatedAt`'],
  ])('R8 a document that %s makes the plan incomplete', async (_what, content, why) => {
    const { code, output } = await file(content());
    expect(code).toBe(3);
    expect(output).toContain(why);
  });
});

test('R25 a pattern that matches no repository is a warning with its line, in `plan` and in `validate`', async () => {
  const hub = await startRegistry();
  try {
    hub.store.image('karpenter/controller', 'v1', { created: ago(100) });
    const text = AS_WRITTEN.replace('["shop/*"]', '["karpenter/.*", "karpenter/*"]');
    const { output } = await planned(hub.url, text);
    expect(output).toContain('warning');
    expect(output).toContain('no location matches "karpenter/.*"');
    expect(output).not.toContain('no location matches "karpenter/*"');
  } finally {
    await hub.close();
  }
});

test('R25 a pattern of an entry that none of its accounts has is a warning with its line', async () => {
  const hub = await startRegistry();
  try {
    hub.store.image('a/web', 'v1', { created: ago(100) });
    const text = AS_WRITTEN.replace('["shop/*"]', '["a/*"]').replace(
      'type: tag',
      'type: tag\n    locations: ["a/*", "c/*"]',
    );
    const { output } = await planned(hub.url, text);
    expect(output).toMatch(
      /warning: .*cleanup\[0\]\.locations\[1\]: no account of this entry has the location "c\/\*"/,
    );
    expect(output).not.toContain('the location "a/*"');
  } finally {
    await hub.close();
  }
});
