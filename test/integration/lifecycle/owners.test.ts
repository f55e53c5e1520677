import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { WorkConfiguration } from '../../../src/core/policy/workConfiguration.ts';
import { planNamespace, storeResponse } from '../../../src/lifecycle/index.ts';
import { DAY, HOUR, IMAGES, type WorldOptions, worldForAll } from '../../support/awsWorld.ts';

const world = worldForAll();
beforeEach(() => world.reset());

const plan = () =>
  planNamespace(
    world.wired.deps,
    world.configuration.workConfigurations[0] as WorkConfiguration,
    new AbortController().signal,
  );

describe('resources that nobody owns', () => {
  test('P1 the pass counts resources without an owner apart, and so those with an invalid address', async () => {
    world.addImages(2);
    world.addImages(3, { tags: { owner: '' } });
    world.addImages(1, { tags: { owner: 'ann@example.com\r\nBcc: all@example.com', creator: 'bob@example.com' } });
    const { counts } = await world.pass('mark');
    expect(counts).toMatchObject({ candidate: 6, unowned: 3, invalidOwner: 4 });
  });

  test('P1 the plan shows a resource without an owner, with the place that named no valid one', async () => {
    world.addImages(1);
    const [unowned] = world.addImages(1, { tags: { owner: 'nobody' } });
    const { owners, resources } = await plan();
    expect(owners).toEqual({ unowned: 1, invalidOwner: 1, unsureOwner: 0 });
    expect(resources.find(({ id }) => id === unowned)).toMatchObject({
      owner: 'cloud@example.com',
      ownerVia: 'notice.fallback',
      unowned: true,
      invalidOwners: ['tag owner'],
    });
  });

  test('P1 an owner outside `owner.domains` gets no message, is counted, and their resource is not deleted', async () => {
    await world.reset({ top: 'owner: { domains: [example.com] }' });
    const [evil = ''] = world.addImages(1, { tags: { owner: 'eve@evil.example' } });
    const { counts } = await world.pass('mark');
    expect(counts).toMatchObject({ candidate: 1, unowned: 1, invalidOwner: 1 });
    await world.notify();
    expect(world.messages().flatMap(({ recipients }) => recipients)).toEqual(['cloud@example.com']);
    expect(await world.markOf(evil)).toMatchObject({ owner: 'cloud@example.com', unowned: true });
    expect((await plan()).resources[0]).toMatchObject({
      invalidOwners: ['tag owner (evil.example is not in owner.domains)'],
    });
  });

  test('P1 an owner whose domain is no longer allowed cannot expedite a deletion: the fallback gets a notice, with the full retention', async () => {
    const [id = ''] = world.addImages(1, { tags: { owner: 'eve@evil.example' } });
    await world.pass('mark');
    await world.notify();
    world.clock.advance(DAY);
    const { generation } = (await world.markOf(id)) ?? {};
    const said = { namespace: IMAGES, id, owner: 'eve@evil.example', generation, statement: 'deleteEarly' } as const;
    expect(await storeResponse(world.wired.deps, said)).toMatchObject({ kind: 'done' });
    await world.configure({ top: 'owner: { domains: [example.com] }' });
    await world.pass('delete');
    expect(world.deregistered()).toEqual([]);
    expect(await world.markOf(id)).toMatchObject({ owner: 'cloud@example.com', state: 'marked' });
  });

  test('P1 Holystone looks for owners in the configured places only, in their order', async () => {
    await world.reset({ top: 'owner: { domains: any, order: [fallback] }' });
    world.addImages(1);
    await world.pass('mark');
    expect(await world.marks()).toMatchObject([{ owner: 'cloud@example.com', unowned: true }]);
  });
});

describe('the application registry', () => {
  const SHOP = 'shop@example.com';
  const write = (...owners: readonly string[]) =>
    writeFile(
      file(),
      JSON.stringify(owners.map((owner, index) => ({ app: index === 0 ? 'shop' : `app${index}`, owner }))),
    );
  const file = () => join(world.dir, 'apps.json');
  const withRegistry = (more: Partial<WorldOptions> = {}): WorldOptions => ({
    ...more,
    top: `owner: { domains: any, registry: { from: ${JSON.stringify(file())}, maxAge: 1h } }`,
  });
  const addShop = () => world.addImages(1, { tags: { owner: 'nobody', App: 'Shop' } })[0] ?? '';
  /** Until the next attempt to read it, and until the last answer is too old. */
  const later = () => world.clock.advance(2 * HOUR);

  beforeEach(async () => {
    await write(SHOP);
    await world.reset(withRegistry());
  });

  test('P1 the registry names the recipient of the notice, and is read again before the deletion', async () => {
    const image = addShop();
    await world.pass('mark');
    await world.notify();
    expect(world.messages().map(({ recipients }) => recipients)).toEqual([[SHOP]]);
    world.clock.advance(11 * DAY);
    const { counts } = await world.pass('delete');
    expect([counts.deleted, world.deregistered()]).toEqual([1, [image]]);
  });

  test('P1 Holystone cannot read the registry → it notifies the owner of the next place, counts this, and deletes nothing', async () => {
    await rm(file());
    addShop();
    const { counts, problem } = await world.pass('mark');
    expect(counts).toMatchObject({ candidate: 1, unowned: 1, unsureOwner: 1 });
    expect(problem).toMatch(/the owner of 1 resource is uncertain.*ENOENT/);
    expect((await plan()).ownersProblem).toMatch(/ENOENT/);
    await world.notify();
    expect(world.messages().map(({ recipients }) => recipients)).toEqual([['cloud@example.com']]);
    world.clock.advance(40 * DAY);
    await world.pass('mark');
    expect((await world.pass('delete')).problem).toMatch(/its owner is uncertain/);
    expect(world.deregistered()).toEqual([]);
  });

  test('L50 the registry names the owner later → the new owner gets a notice, with the full retention from then on', async () => {
    await rm(file());
    const image = addShop();
    await world.pass('mark');
    await world.notify();
    world.clock.advance(40 * DAY);
    await write(SHOP);
    await world.pass('delete');
    expect(await world.markOf(image)).toMatchObject({ state: 'marked', owner: SHOP, ownerVia: 'registry shop' });
    await world.notify();
    await world.pass('delete');
    expect(world.deregistered()).toEqual([]);
    expect((await world.markOf(image))?.projectedDeletionAt).toBeGreaterThanOrEqual(world.clock.now() + 10 * DAY);
  });

  test('L50 a registry that fails meanwhile takes no notice away: Holystone deletes once the registry names the same owner again', async () => {
    const image = addShop();
    await world.pass('mark');
    await world.notify();
    world.clock.advance(11 * DAY);
    await rm(file());
    await world.pass('mark');
    await world.pass('delete');
    expect(await world.markOf(image)).toMatchObject({ state: 'noticed', owner: SHOP, notice: { recipient: SHOP } });
    later();
    await write(SHOP);
    await world.pass('delete');
    expect(world.deregistered()).toEqual([image]);
    expect(world.messages()).toHaveLength(1);
  });

  test('P1 Holystone cannot read the registry → it unmarks nothing that `only` allows by its owner', async () => {
    const cleanup = `[{ type: image, accounts: [test], live: true, when: [{ rule: unused }], keepNewest: off, only: [{ owner: ${SHOP} }] }]`;
    await world.reset(withRegistry({ cleanup }));
    const image = addShop();
    await world.pass('mark');
    await world.notify();
    await rm(file());
    world.clock.advance(11 * DAY);
    await world.pass('mark');
    await world.pass('delete');
    expect(await world.markOf(image)).toMatchObject({ state: 'noticed', notice: { recipient: SHOP } });
    expect(world.deregistered()).toEqual([]);
  });

  test('P1 Holystone cannot read the registry → it leaves resources undecided that `keep` keeps by their owner', async () => {
    await world.reset(
      withRegistry({
        cleanup: `[{ type: image, accounts: [test], live: true, when: [{ rule: unused }], keepNewest: off, keep: [{ owner: ${SHOP} }] }]`,
      }),
    );
    await rm(file());
    addShop();
    const { counts } = await world.pass('mark');
    expect([counts, await world.marks()]).toMatchObject([{ candidate: 0, unknown: 1, unsureOwner: 1 }, []]);
    await write(SHOP);
    later();
    expect((await world.pass('mark')).counts).toMatchObject({ keep: 1, unknown: 0, unsureOwner: 0 });
  });
});
