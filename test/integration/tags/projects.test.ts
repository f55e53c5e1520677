/** The project of a repository in GitLab and Harbor: owners, and tags that keep. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type RunningRegistry, startRegistry } from '../../../sandbox/registry/server.ts';
import { AS_WRITTEN, ago, planned } from './fixture.ts';

let hub: RunningRegistry;
let server: Server;
let url: string;
/** By path of the API; another path is 404. */
let answers: Map<string, { status?: number; body: unknown }>;
let seen: { readonly path: string; readonly headers: Readonly<Record<string, unknown>> }[];

const REPOSITORIES = ['shop/web', 'shop/web/cache', 'blog/web'];

beforeEach(async () => {
  hub = await startRegistry();
  for (const name of REPOSITORIES)
    for (const [tag, days] of Object.entries({ v1: 100, v2: 90, v3: 3 }))
      hub.store.image(name, tag, { salt: tag, created: ago(days) });
  seen = [];
  server = createServer(({ url: path = '/', headers }, response) => {
    seen.push({ path, headers });
    const { status = 200, body } = answers.get(path.replace(/&page=\d+$/, '')) ?? {
      status: 404,
      body: { message: '404 Project Not Found' },
    };
    response.writeHead(status).end(JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
  await hub.close();
});

const gitlabProject = (path: string, topics: unknown) => ({
  body: { id: 7, path_with_namespace: path, namespace: { full_path: path.split('/')[0] }, topics },
});
const inGitlab = () =>
  new Map<string, { status?: number; body: unknown }>([
    ['/api/v4/groups/all/registry/repositories?per_page=100', { body: REPOSITORIES.map((path) => ({ path })) }],
    ['/api/v4/projects/shop%2Fweb', gitlabProject('shop/web', ['docker', 'owner=web@example.com'])],
    ['/api/v4/projects/blog%2Fweb', gitlabProject('blog/web', ['owner=mallory@evil.example'])],
  ]);
const inHarbor = () =>
  new Map<string, { status?: number; body: unknown }>([
    ['/api/v2.0/repositories?page_size=100', { body: REPOSITORIES.map((name) => ({ name })) }],
    ['/api/v2.0/projects/shop', { body: { project_id: 3, name: 'shop', owner_name: 'ann@example.com' } }],
    ['/api/v2.0/projects/blog', { body: { project_id: 4, name: 'blog', owner_name: 'bob' } }],
  ]);

/** @param tags keys of the account @param owner keys of `owner` */
async function plan(catalog: string, more = '', owner = '') {
  const account = `catalog: { ${catalog}, projectTags: true }, credentials: { username: robot, password: secret }, owner: account@example.com${more}, locations: ["**"]`;
  const text = AS_WRITTEN.replace('locations: ["shop/*"]', account);
  const made = await planned(hub.url, `owner: { domains: [example.com]${owner} }\n${text}`);
  const owners = made.document.namespaces.map(({ namespace, resources }) => [
    decodeURIComponent(namespace.split(':')[2] ?? ''),
    resources.find(({ id }) => id === 'v1')?.owner,
  ]);
  return { ...made, owners: Object.fromEntries(owners) as Record<string, string | undefined> };
}
const gitlab = (more = '', owner = '') => plan(`gitlab: "${url}", groups: [all], token: tok-en`, more, owner);
const harbor = (owner = '') => plan(`harbor: "${url}"`, '', owner);
const asked = (path: string) => seen.filter((one) => one.path.startsWith(path));

describe('the project of a repository in GitLab', () => {
  beforeEach(() => {
    answers = inGitlab();
  });

  test('R6 a topic names the owner, also of repositories below the project, and owner.domains limits it', async () => {
    const { code, owners } = await gitlab();
    expect(code).toBe(0);
    expect(owners).toEqual({
      'shop/web': 'web@example.com',
      'shop/web/cache': 'web@example.com',
      'blog/web': 'account@example.com',
    });
  });

  test('R6 the project is asked for once for all tags, with the token, and by no other credentials', async () => {
    await gitlab();
    expect(asked('/api/v4/projects/shop%2Fweb').map(({ path }) => path)).toEqual(
      expect.arrayContaining(['/api/v4/projects/shop%2Fweb', '/api/v4/projects/shop%2Fweb%2Fcache']),
    );
    expect(seen.filter(({ path }) => path === '/api/v4/projects/shop%2Fweb')).toHaveLength(1);
    expect(new Set(seen.map(({ headers }) => headers['private-token']))).toEqual(new Set(['tok-en']));
    expect(seen.some(({ headers }) => 'authorization' in headers)).toBe(false);
  });

  test('R6 `owner.registry` finds the owner by the group or by the project', async () => {
    answers.set('/owners.json', {
      body: {
        applications: [
          { app: 'shop', owner: 'shop@example.com' },
          { app: 'blog/web', owner: 'blog@example.com' },
        ],
      },
    });
    const { owners: found } = await gitlab(
      '',
      `, order: [registry, account], registry: { from: "${url}/owners.json", tags: [project, group] }`,
    );
    expect(found).toEqual({
      'shop/web': 'shop@example.com',
      'shop/web/cache': 'shop@example.com',
      'blog/web': 'blog@example.com',
    });
  });

  test('R6 the tags of the account come before the topics, and no topic renames the project or the repository', async () => {
    answers.set(
      '/api/v4/projects/blog%2Fweb',
      gitlabProject('blog/web', [
        'owner=late@example.com',
        'repository=shop/web',
        'project=shop/web',
        '__proto__=x',
        '=',
      ]),
    );
    const { code, owners } = await gitlab(
      ', repositoryTags: [{ repositories: ["blog/*"], tags: { owner: early@example.com } }]',
    );
    expect([code, owners['blog/web']]).toEqual([0, 'early@example.com']);
  });

  test('R6 a topic keeps all tags of the repository', async () => {
    answers.set('/api/v4/projects/blog%2Fweb', gitlabProject('blog/web', ['holystone:keep=always']));
    const made = await gitlab();
    const chosen = made.document.namespaces.filter(({ counts }) => (counts?.candidate ?? 0) > 0);
    expect(chosen.map(({ namespace }) => namespace).sort()).toEqual([
      'registry:hub:shop%2Fweb%2Fcache:tag',
      'registry:hub:shop%2Fweb:tag',
    ]);
  });

  test.each<[string, { status?: number; body: unknown } | undefined, string]>([
    ['is not shown to the token', undefined, 'GitLab shows the token no project'],
    ['is refused', { status: 403, body: {} }, 'read_api'],
    ['has no topics', { body: { namespace: { full_path: 'shop' } } }, 'it is no project with topics'],
    ['has topics that are no list', gitlabProject('shop/web', 'owner=web@example.com'), 'it is no project with topics'],
  ])(
    'R6 law 1 a project that %s leaves its repository unread, and selects nothing there',
    async (_what, answer, why) => {
      if (answer) answers.set('/api/v4/projects/shop%2Fweb', answer);
      else answers.delete('/api/v4/projects/shop%2Fweb');
      const { code, output, document } = await gitlab();
      expect(code).toBe(3);
      expect(output).toContain(why);
      expect(output).not.toContain('tok-en');
      const chosen = document.namespaces.filter(({ counts }) => (counts?.candidate ?? 0) > 0);
      expect(chosen.map(({ namespace }) => namespace)).toEqual(['registry:hub:blog%2Fweb:tag']);
    },
  );
});

describe('the project of a repository in Harbor', () => {
  beforeEach(() => {
    answers = inHarbor();
  });

  test('R6 its owner is a tag, and counts where it is an address that owner.domains allows', async () => {
    const { code, owners } = await harbor(', tags: [owner, projectOwner]');
    expect(code).toBe(0);
    expect(owners).toEqual({
      'shop/web': 'ann@example.com',
      'shop/web/cache': 'ann@example.com',
      'blog/web': 'account@example.com',
    });
    expect(asked('/api/v2.0/projects/shop')).toHaveLength(1);
    expect(asked('/api/v2.0/projects/shop')[0]?.headers['x-is-resource-name']).toBe('true');
  });

  test('R6 law 1 a project that Harbor does not show leaves its repositories unread', async () => {
    answers.delete('/api/v2.0/projects/shop');
    const made = await harbor();
    expect([made.code, made.output.includes('Harbor shows the user no such project')]).toEqual([3, true]);
    const chosen = made.document.namespaces.filter(({ counts }) => (counts?.candidate ?? 0) > 0);
    expect(chosen.map(({ namespace }) => namespace)).toEqual(['registry:hub:blog%2Fweb:tag']);
  });
});

test('R6 without projectTags no project is asked for', async () => {
  answers = inGitlab();
  const account = `catalog: { gitlab: "${url}", groups: [all], token: tok-en }, locations:`;
  await planned(hub.url, AS_WRITTEN.replace('locations:', account));
  expect(asked('/api/v4/projects')).toEqual([]);
});
