/** Who is notified about the tags of a repository: a registry itself knows no owners. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type RunningRegistry, startRegistry } from '../../../sandbox/registry/server.ts';
import { AS_WRITTEN, ago, planned, rows } from './fixture.ts';

let hub: RunningRegistry;
let folder: string;
beforeEach(async () => {
  hub = await startRegistry();
  for (const name of ['shop/web', 'shop/db', 'blog/web', 'ops/bot'])
    for (const [tag, days] of Object.entries({ v1: 100, v2: 3 }))
      hub.store.image(name, tag, { salt: tag, created: ago(days) });
  folder = await mkdtemp(join(tmpdir(), 'holystone-owners-'));
});
afterEach(async () => {
  await hub.close();
  await rm(folder, { recursive: true, force: true });
});

/** @param account keys of the account @param owner keys of `owner` */
async function ownersOf(account: string, owner = '') {
  const text = AS_WRITTEN.replace('["shop/*"]', `["**"], owner: account@example.com${account}`);
  const plan = await planned(hub.url, `owner: { domains: [example.com]${owner} }\n${text}`);
  const owners = plan.document.namespaces.map(({ namespace, resources }) => [
    decodeURIComponent(namespace.split(':')[2] ?? ''),
    resources.find(({ id }) => id === 'v1')?.owner,
  ]);
  return { plan, owners: Object.fromEntries(owners) as Record<string, string | undefined> };
}

describe('the owner of a repository', () => {
  test('R6 tags of the account for a pattern of repositories name it, the first entry that fits, and the account the rest', async () => {
    const { owners } = await ownersOf(
      ', repositoryTags: [{ repositories: [shop/db], tags: { owner: dba@example.com } }, { repositories: ["shop/*", "blog/**"], tags: { owner: shop@example.com } }]',
    );
    expect(owners).toEqual({
      'blog/web': 'shop@example.com',
      'ops/bot': 'account@example.com',
      'shop/db': 'dba@example.com',
      'shop/web': 'shop@example.com',
    });
  });

  test('R6 `owner.registry` names it by the repository or by an application that the account gives it', async () => {
    const from = join(folder, 'owners.yaml');
    await writeFile(
      from,
      'applications: [{ app: shop/web, owner: web@example.com }, { app: blog, owner: b@example.com }]',
    );
    const { owners } = await ownersOf(
      ', repositoryTags: [{ repositories: ["blog/*"], tags: { app: Blog } }]',
      `, registry: { from: ${from}, tags: [app, repository] }`,
    );
    expect(owners).toMatchObject({ 'shop/web': 'web@example.com', 'blog/web': 'b@example.com' });
    expect(owners['ops/bot']).toBe('account@example.com');
  });

  test('R6 a tag of a repository keeps each image tag in it', async () => {
    const { plan } = await ownersOf(
      ', repositoryTags: [{ repositories: ["shop/*"], tags: { "holystone:keep": always } }]',
    );
    const chosen = plan.document.namespaces.filter(({ counts }) => (counts?.candidate ?? 0) > 0);
    expect(chosen.map(({ namespace }) => namespace)).toEqual([
      'registry:hub:blog%2Fweb:tag',
      'registry:hub:ops%2Fbot:tag',
    ]);
    expect(rows(plan)).toHaveLength(8);
  });
});
