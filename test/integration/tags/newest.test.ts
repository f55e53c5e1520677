/** Which tags are the newest: by push, build or name, and never by when Holystone first saw them. */
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type RunningRegistry, startRegistry } from '../../../sandbox/registry/server.ts';
import { DAY, worldForAll } from '../../support/awsWorld.ts';
import { hubOptions, REPOSITORY, TAGS, tagsIn } from '../../support/hubWorld.ts';

const world = worldForAll();
let hub: RunningRegistry;
beforeEach(async () => {
  hub = await startRegistry();
  await world.reset(options());
});
afterEach(() => hub.close());

/** As a user writes it who says nothing about dates. */
const options = () => hubOptions(hub, { policy: 'nameRegexDelete: ".*", keepN: 3, olderThan: 30d' });
const VERSIONS = Array.from({ length: 20 }, (_, index) => `v1.${index + 1}`);
const NEWEST = ['v1.18', 'v1.19', 'v1.20'];

/** @param days since it was built and pushed; absent: the registry says nothing */
function push(tag: string, { built, pushed, salt = tag }: { built?: number; pushed?: number; salt?: string } = {}) {
  const ago = (days: number) => new Date(world.clock.now() - days * DAY);
  hub.store.image(REPOSITORY, tag, {
    salt,
    ...(built === undefined ? {} : { created: ago(built).toISOString() }),
    ...(pushed === undefined ? {} : { pushedAt: ago(pushed) }),
  });
}

/** The tags without a mark, 40 days after Holystone saw the repository for the first time. */
async function kept(): Promise<readonly string[]> {
  await world.pass('mark', TAGS);
  await world.watched(40, TAGS);
  await world.pass('mark', TAGS);
  const marked = new Set((await world.marks(TAGS)).map(({ id }) => id));
  return tagsIn(hub).filter((tag) => !marked.has(tag));
}

test('R3 R4 of a registry older than Holystone without any date, the highest versions stay', async () => {
  for (const tag of VERSIONS) push(tag);
  expect(await kept()).toEqual(NEWEST);
});

test('R3 R4 the build decides before the version, and the push before the build', async () => {
  for (const [index, tag] of VERSIONS.entries()) push(tag, { built: 200 + index, pushed: 300 - index });
  expect(await kept()).toEqual(['v1.1', 'v1.2', 'v1.3']);
  hub.switches.pushDates = true;
  await world.reset(options());
  expect(await kept()).toEqual(NEWEST);
});

test('R3 R4 of the tags of one image the highest number stays, and what has none stays too', async () => {
  for (let number = 1001; number <= 1012; number++) push(`pipeline-${number}`, { built: 200, salt: 'one' });
  for (const tag of ['stable', 'canary']) push(tag, { built: 200, salt: 'one' });
  expect(await kept()).toEqual(['canary', 'pipeline-1010', 'pipeline-1011', 'pipeline-1012', 'stable']);
});

test('R3 R4 hashes of commits without a date all stay, and the reason says so', async () => {
  for (const tag of ['3f2a9c1', '9b8d7e6', '1234567', '7654321', 'e3d9c13']) push(tag);
  expect(await kept()).toHaveLength(5);
});

test('R4 law 8 the records of when tags were first seen can be lost, in part or all: the newest stay', async () => {
  for (const tag of VERSIONS) push(tag);
  await world.pass('mark', TAGS);
  const { lastUsed } = world.wired.deps;
  const seen = [...(await lastUsed.allFirstSeen(TAGS)).keys()];
  const lost = seen.filter((key) => /:v1\.[1-5]@/.test(key));
  expect(lost).toHaveLength(5);
  await world.watched(40, TAGS);
  await lastUsed.forget(TAGS, { aliases: [], firstSeenKeys: lost });
  expect(await kept()).toEqual(NEWEST);
  await lastUsed.forget(TAGS, { aliases: [], firstSeenKeys: seen });
  expect(await kept()).toEqual(NEWEST);
});

test('law 1 a build date that cannot be read keeps its tag, and the others are judged', async () => {
  for (const [index, tag] of VERSIONS.entries()) push(tag, { built: 300 - index });
  const [blob] = [...hub.store.repository(REPOSITORY).blobs].filter(([, bytes]) => bytes.includes('v1.2"'));
  expect(blob).toBeDefined();
  hub.switches.faults.set(`/v2/${REPOSITORY}/blobs/${blob?.[0]}`, { status: 403 });
  expect(await kept()).toEqual(['v1.18', 'v1.19', 'v1.2', 'v1.20']);
});
