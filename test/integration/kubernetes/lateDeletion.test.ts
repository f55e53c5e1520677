/** An API server that carries a deletion out after its answer, as one does whose time-out or webhook ended the request. */
import { beforeEach, expect, test } from '@jest/globals';
import type { SandboxCluster } from '../../../sandbox/kubernetes/server.ts';
import { failure } from '../../../sandbox/kubernetes/status.ts';
import { namespaceKeys } from '../../../src/state/redis/keys.ts';
import type { World } from '../../support/awsWorld.ts';
import { eachEnvironment, OBJECTS, shop } from './eachEnvironment.ts';
import { applied } from './fixture.ts';

const OLD = '/ConfigMap/shop/old';

let world: World;
let cluster: SandboxCluster;
let folder: string;
const { known, requests } = eachEnvironment((environment) => {
  ({ world, cluster, folder } = environment);
});

beforeEach(async () => {
  await world.reset({
    known: known(),
    cleanup: `[{ type: object, live: true, source: { dir: "${folder}/rendered" }, when: [{ rule: notInSource }] }]`,
  });
  cluster.apply(applied('v1', 'ConfigMap', 'old', shop));
  await world.pass('mark', OBJECTS);
  await world.notify(OBJECTS);
  await world.watched(15, OBJECTS);
  cluster.switches.onWrite = ({ url: path }) =>
    path.includes('dryRun') ? undefined : failure(504, 'Timeout', 'request did not complete within requested timeout');
});

const budget = () => {
  const day = new Date(world.clock.now()).toISOString().slice(0, 10);
  return world.connection.client.get(namespaceKeys(OBJECTS).budget(day));
};
const ends = () => world.events(OLD).filter((event) => ['deleted', 'gone', 'refused'].includes(event));

test('L56 L57 an object that goes after the answer to its request counts as deleted, and keeps its place of the day', async () => {
  expect(await world.pass('delete', OBJECTS)).toMatchObject({ counts: { retried: 1, deleted: 0 } });
  expect((await world.markOf(OLD, OBJECTS))?.state).toBe('deleting');
  expect(await budget()).toBe('1');
  cluster.remove('v1', 'ConfigMap', 'shop', 'old');
  world.clock.advance(60_000);
  expect(await world.pass('delete', OBJECTS)).toMatchObject({ counts: { deleted: 1, gone: 0 } });
  expect([ends(), await budget()]).toEqual([['deleted'], '1']);
});

test('L56 an object that stays after such an answer is asked for again, later each time', async () => {
  const waits: number[] = [];
  for (let sent = 1; sent <= 6; sent++) {
    await world.pass('delete', OBJECTS);
    expect(requests()).toHaveLength(sent);
    const waitMs = ((await world.markOf(OLD, OBJECTS))?.nextAttemptAt ?? 0) - world.clock.now();
    waits.push(waitMs / 60_000);
    world.clock.advance(waitMs);
  }
  expect(waits).toEqual([1, 10, 20, 40, 60, 60]);
});
