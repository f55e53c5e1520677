/**
 * Two types that judge one thing: an instance is stopped while it runs, and terminated when it is stopped; an image of CDK goes
 * with its tags.
 */
import { beforeEach, expect, test } from '@jest/globals';
import type { OptOutTarget } from '../../../src/core/owner/optOut.ts';
import { DAY, HERE, HOUR, namespaceOf, worldForAll } from '../../support/awsWorld.ts';
import { hashOf } from '../../support/cdkEnvironment.ts';
import { assetOptions, assetWorld } from '../../support/cdkWorld.ts';
import { addStopped, stoppedInstance, stopReason } from '../../support/graph/instances.ts';
import { runningSeed } from '../../support/graph/runningInstances.ts';

const RUNNING = namespaceOf('runningInstance');
const STOPPED = namespaceOf('instance');
const ID = 'i-0ddddddddddddddd1';
const ANN = 'ann@example.com';
const tags = { Name: 'old-build', owner: ANN };
const entry = (type: string, keys = '') =>
  `{ type: ${type}, accounts: [test], live: true, when: [{ rule: unused }], acceptIncomplete: { until: 2099-12-31, reason: a test }${keys} }`;
const world = worldForAll();
beforeEach(async () => {
  await world.reset({
    cleanup: `[${entry('runningInstance', ', unusedFor: { days: 32, below: { percent: 5, bytes: 5000000 } }')}, ${entry('instance')}]`,
    defaults: 'tripwires: { markedShare: 100%, dueShare: 100%, unmarkedShare: 100%, shrunkBy: 100% }',
  });
  world.clock.advance(Date.now() - world.clock.now());
});

const given = () => ({ id: ID, address: '10.41.0.9', now: world.clock.now(), tags });
const change = (seed: object) => world.sandbox.control.update(HERE, 'instance', ID, seed as never);
const stop = () =>
  change({ State: { Name: 'stopped', Code: 80 }, StateTransitionReason: stopReason(world.clock.now()) });
const tagsNow = () =>
  new Map(world.sandbox.control.state(HERE).instances[0]?.Tags?.map(({ Key, Value }) => [Key, Value]));
const decide = (namespace: typeof RUNNING, target: OptOutTarget, until: number | 'forever' = 'forever', actor = ANN) =>
  world.wired.deps.optOuts.optOut(namespace, { target, until, actor, at: world.clock.now() });
const undo = (namespace: typeof RUNNING, target: OptOutTarget) =>
  world.wired.deps.optOuts.undo(namespace, target, {
    ...{ at: world.clock.now(), namespace, event: 'optOutUndone', actor: ANN, reason: 'a test' },
  });
/** Of the one that was stopped long ago. */
const isMarkedAsStopped = async () => {
  await world.watched(40, STOPPED);
  world.clock.advance(HOUR);
  await world.pass('mark', STOPPED);
  return (await world.markOf(ID, STOPPED)) !== undefined;
};

const BY_ID: OptOutTarget = { kind: 'id', value: ID };
const TARGETS: readonly OptOutTarget[] = [
  BY_ID,
  { kind: 'pattern', value: 'i-0ddd*' },
  { kind: 'pattern', value: 'old-*' },
];

test.each([undefined, ...TARGETS])(
  'Law 4 its owner keeps it by the message about its stop (%j), and somebody stops it → only a kept one stays',
  async (target) => {
    addStopped(world.sandbox.control, HERE, [runningSeed(given())]);
    await world.pass('mark', RUNNING);
    await world.notify(RUNNING);
    expect(await world.markOf(ID, RUNNING)).toBeDefined();
    if (target) await decide(RUNNING, target);
    stop();
    expect(await isMarkedAsStopped()).toBe(target === undefined);
  },
);

test.each(TARGETS)(
  'Law 4 who keeps the stopped one (%j) keeps the one that runs, and takes its mark',
  async (target) => {
    addStopped(world.sandbox.control, HERE, [runningSeed(given())]);
    await world.pass('mark', RUNNING);
    expect(await decide(STOPPED, target)).toMatchObject({ deletionBegun: false });
    expect(await world.markOf(ID, RUNNING)).toBeUndefined();
    await world.pass('mark', RUNNING);
    expect(await world.markOf(ID, RUNNING)).toBeUndefined();

    expect(await undo(RUNNING, target)).toBe(true);
    world.clock.advance(HOUR);
    await world.pass('mark', RUNNING);
    expect(await world.markOf(ID, RUNNING)).toBeDefined();
  },
);

test('Law 4 it is stopped before the keep tag is written → the tag is written, and keeps it where Redis lost the decision', async () => {
  addStopped(world.sandbox.control, HERE, [runningSeed(given())]);
  await world.pass('mark', RUNNING);
  await decide(RUNNING, BY_ID);
  stop();
  await world.protect(RUNNING);
  expect(tagsNow().get('holystone:keep')).toBe('always');
  await world.redis.flush();
  expect(await isMarkedAsStopped()).toBe(false);
});

test('of one that is terminated no tag is written, and it is not tried again', async () => {
  addStopped(world.sandbox.control, HERE, [runningSeed(given())]);
  await world.pass('mark', RUNNING);
  await decide(RUNNING, BY_ID);
  change({ State: { Name: 'terminated', Code: 48 } });
  await world.protect(RUNNING);
  expect(tagsNow().has('holystone:keep')).toBe(false);
  expect(await world.wired.deps.optOuts.pendingTags(RUNNING, world.clock.now() + HOUR, 9)).toEqual([]);
});

test('Law 4 two people keep it, each as another type → the tag lasts as long as the longer one, in any order', async () => {
  addStopped(world.sandbox.control, HERE, [stoppedInstance(given())]);
  await decide(STOPPED, BY_ID, 'forever', 'ben@example.com');
  await decide(RUNNING, BY_ID, world.clock.now() + 50 * HOUR);
  await world.protect(STOPPED);
  await world.protect(RUNNING);
  expect(tagsNow().get('holystone:keep')).toBe('always');

  await undo(RUNNING, BY_ID);
  await world.protect(RUNNING);
  expect(tagsNow().get('holystone:keep')).toBe('always');
});

const IMAGES = namespaceOf('cdkEcrImage');
const TAGS = namespaceOf('ecrTag');
const OF_TAG: readonly ((repository: string) => OptOutTarget)[] = [
  (repository) => ({ kind: 'id', value: `${repository}:${hashOf('old')}` }),
  (repository) => ({ kind: 'pattern', value: `${repository}:${hashOf('old').slice(0, 9)}*` }),
  () => ({ kind: 'pattern', value: `${hashOf('old').slice(0, 9)}*` }),
];

test.each(OF_TAG)('Law 4 who keeps a tag (%#) keeps the image of CDK that it names, and no other', async (target) => {
  const { repository, push, imageTags } = await assetWorld(world, { type: 'cdkEcrImage', more: ', notice: off' });
  push([hashOf('old')]);
  push([hashOf('other')]);
  await world.pass('mark', IMAGES);
  expect(await world.marks(IMAGES)).toHaveLength(2);
  await decide(TAGS, target(repository));
  expect((await world.marks(IMAGES)).map(({ resource }) => resource.name)).toEqual([hashOf('other')]);
  await world.pass('mark', IMAGES);
  world.clock.advance(11 * DAY);
  await world.pass('delete', IMAGES);
  expect(imageTags()).toEqual([hashOf('old')]);
});

test.each<(digest: string) => OptOutTarget>([
  (value) => ({ kind: 'id', value }),
  (digest) => ({ kind: 'pattern', value: `${digest.slice(0, 20)}*` }),
])('Law 4 who keeps an image of CDK (%#) keeps its tags, where an entry names the repository', async (target) => {
  const { repository, push } = await assetWorld(world);
  const { defaults } = assetOptions();
  await world.configure({
    cleanup: `[{ type: ecrTag, accounts: [test], live: true, repositories: [${repository}], nameRegexDelete: ".*", olderThan: 1d, unusedFor: off, allowDeleteAll: true }]`,
    defaults,
  });
  const digest = push([hashOf('old')]);
  push([hashOf('other')]);
  await world.pass('mark', TAGS);
  expect(await world.marks(TAGS)).toHaveLength(2);
  await decide(IMAGES, target(digest));
  await world.pass('mark', TAGS);
  expect((await world.marks(TAGS)).map(({ resource }) => resource.name)).toEqual([hashOf('other')]);
});
