/** Another provider than AWS through the whole lifecycle: the walk of CONTRIBUTING.md. */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { WorkConfiguration } from '../../../src/core/policy/workConfiguration.ts';
import type { StoredDefinition } from '../../../src/core/resource/definition.ts';
import type { Namespace } from '../../../src/core/resource/namespace.ts';
import type { Handler } from '../../../src/handlers/contract/handler.ts';
import { handlers, providers } from '../../../src/handlers/index.ts';
import { restore } from '../../../src/lifecycle/index.ts';
import { DAY, HOUR, worldForAll } from '../../support/awsWorld.ts';
import { files } from '../../support/filesProvider.ts';

const DOCS = 'files:disk:docs:file' as Namespace;

const world = worldForAll();
let root: string;
beforeEach(async () => {
  root = join(world.dir, 'disk');
  await rm(root, { recursive: true, force: true });
  await mkdir(join(root, 'docs'), { recursive: true });
  await writeFile(join(root, 'id'), 'disk-1');
  await writeFile(join(root, 'docs', 'manifest.json'), '["used.txt"]');
  await world.reset(options());
  for (const name of ['first.txt', 'old.txt', 'used.txt']) await add(name);
});

/** @param more keys of the entry */
const options = (more = '') => ({
  known: {
    providers: [...providers, files],
    handlers: [...handlers, ...files.handlers],
    accounts: `  - { name: disk, provider: files, id: disk-1, directory: ${JSON.stringify(root)}, locations: [docs] }`,
  },
  cleanup: `[{ type: files.file, live: true, when: [{ rule: unused }]${more} }]`,
});
const add = (name: string) => {
  const content = { owner: 'ann@example.com', createdAt: world.clock.now() - 100 * DAY };
  return writeFile(join(root, 'docs', name), JSON.stringify(content));
};
const content = async (name: string) => JSON.parse(await readFile(join(root, 'docs', name), 'utf8')) as object;
const ids = async () => (await world.marks(DOCS)).map(({ id }) => id);

describe('the provider files', () => {
  test('a provider of files marks, notifies, waits, checks again and deletes, and keeps a used file', async () => {
    expect(await world.pass('mark', DOCS)).toMatchObject({ outcome: 'complete' });
    expect(await ids()).toEqual(['old.txt']);
    expect(await content('old.txt')).toMatchObject({ markedElsewhereAt: world.clock.now() });
    await world.notify(DOCS);
    expect(world.messages()).toHaveLength(1);
    world.clock.advance(DAY);
    await world.pass('delete', DOCS);
    expect(await readdir(join(root, 'docs'))).toContain('old.txt');
    await world.watched(15, DOCS);
    expect(await world.pass('delete', DOCS)).toMatchObject({ counts: { deleted: 1 } });
    expect((await readdir(join(root, 'docs'))).sort()).toEqual(['bin', 'first.txt', 'manifest.json', 'used.txt']);
    expect(world.events('old.txt')).toEqual(expect.arrayContaining(['marked', 'markedElsewhere', 'deleted']));
  });

  test('the quarantine comes first, and a new use releases the file', async () => {
    await world.configure(options(', quarantine: 14d'));
    await world.pass('mark', DOCS);
    await world.notify(DOCS);
    await world.watched(15, DOCS);
    expect(await world.pass('delete', DOCS)).toMatchObject({ counts: { quarantined: 1 } });
    expect(await content('old.txt')).toHaveProperty('quarantinedAt');
    await writeFile(join(root, 'docs', 'manifest.json'), '["used.txt", "old.txt"]');
    world.clock.advance(HOUR);
    await world.pass('mark', DOCS);
    expect(await content('old.txt')).not.toHaveProperty('quarantinedAt');
    expect(world.events('old.txt')).toEqual(expect.arrayContaining(['quarantined', 'unmarked', 'released']));
  });

  test('`restore` restores a deleted file and keeps it', async () => {
    await world.pass('mark', DOCS);
    await world.notify(DOCS);
    await world.watched(15, DOCS);
    await world.pass('delete', DOCS);
    const { deps, parts } = world.wired;
    const { generations } = await deps.definitions.read(DOCS, 'old.txt');
    const stored = generations[0]?.stored as StoredDefinition;
    const [wc] = world.configuration.workConfigurations as [WorkConfiguration];
    const request = { wc, stored, actor: 'ann@example.com', keepForMs: 30 * DAY };
    const restoring = { ...deps, optOuts: parts.optOuts };
    expect(await restore(restoring, request, new AbortController().signal)).toMatchObject({ kind: 'restored' });
    expect(await readdir(join(root, 'docs'))).toContain('old.txt');
    await world.pass('mark', DOCS);
    expect(await ids()).toEqual([]);
  });

  test('prints its own rights', () => {
    const [wc] = world.configuration.workConfigurations as [WorkConfiguration];
    const [handler] = files.handlers as [Handler];
    const evidence = [{ place: { account: 'disk', location: 'docs' }, permissions: ['files:read'] }];
    const printed = files.rights?.print({ uses: [{ wc, handler, evidence, deletes: true }], listed: [] });
    expect(printed).toEqual({ notes: [], document: { [DOCS]: ['files:list', 'files:read', 'files:rename'] } });
  });

  test('is written in 250 lines', async () => {
    const text = await readFile(new URL('../../support/filesProvider.ts', import.meta.url), 'utf8');
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(250);
  });

  test('law 4 a use that appears takes the mark away, and the mark of the other tool with it', async () => {
    await world.pass('mark', DOCS);
    await writeFile(join(root, 'docs', 'manifest.json'), '["used.txt", "old.txt"]');
    world.clock.advance(HOUR);
    await world.pass('mark', DOCS);
    expect(await ids()).toEqual([]);
    world.clock.advance(HOUR);
    await world.pass('mark', DOCS);
    expect(await content('old.txt')).not.toHaveProperty('markedElsewhereAt');
    expect(world.events('old.txt')).toContain('unmarkedElsewhere');
  });

  test('law 1 a manifest that cannot be read, and a directory that is another, mark nothing', async () => {
    await rm(join(root, 'docs', 'manifest.json'));
    expect(await world.pass('mark', DOCS)).toMatchObject({ outcome: 'incomplete' });
    await writeFile(join(root, 'id'), 'disk-2');
    expect(await world.pass('mark', DOCS)).toMatchObject({ outcome: 'incomplete' });
    expect(await ids()).toEqual([]);
  });
});
