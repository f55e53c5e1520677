/** What changes between the mark of a tag and its deletion: the policy, the repository, what Holystone remembers. */
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type RunningRegistry, startRegistry } from '../../../sandbox/registry/server.ts';
import { namespaceKeys } from '../../../src/state/redis/keys.ts';
import { DAY, worldForAll } from '../../support/awsWorld.ts';
import { addImage, hubOptions, POLICY, REPOSITORY, TAGS, tagsIn, untilDue } from '../../support/hubWorld.ts';

const world = worldForAll();
let hub: RunningRegistry;
beforeEach(async () => {
  hub = await startRegistry();
});
afterEach(() => hub.close());

const options = (policy = POLICY, at = hub) => hubOptions(at, { policy });
const image = (tag: string, days: number, salt = tag, at = hub) => addImage(at, world, tag, days, salt);
const tags = () => tagsIn(hub);
const digestsOf = ({ store }: RunningRegistry) =>
  [...store.repository(REPOSITORY).tags].map(([tag, { digest }]) => `${tag} ${digest}`);
const deletions = () =>
  hub.requests.filter(({ method }) => method === 'DELETE').map(({ path }) => path.split('/').at(-1));
const due = () => untilDue(world);
const DAYS = { v1: 120, v2: 110, v9: 90 };
/** Three tags, of which the policy keeps v9, the newest. */
const dueTags = async (policy?: string) => {
  await world.reset(options(policy));
  for (const [tag, days] of Object.entries(DAYS)) image(tag, days);
  await due();
  expect((await world.marks(TAGS)).map(({ id }) => id)).toEqual(['v1', 'v2']);
};

test.each([
  ['keeps the tag by its name', `${POLICY}, nameRegexKeep: "v1"`, ['v1', 'v9']],
  ['keeps one more', POLICY.replace('keepN: 1', 'keepN: 2'), ['v2', 'v9']],
  ['protects them', `${POLICY}, protect: ["v[0-5]"]`, ['v1', 'v2', 'v9']],
  ['no longer means them', POLICY.replace('"v.*"', '"w.*"'), ['v1', 'v2', 'v9']],
  ['wants them older', POLICY.replace('30d', '500d'), ['v1', 'v2', 'v9']],
])(
  'R1 R2 law 3 a policy that is edited after the mark and now %s decides about the deletion',
  async (_what, policy, left) => {
    await dueTags();
    await world.configure(options(policy));
    await world.pass('delete', TAGS);
    expect(tags()).toEqual(left);
  },
);

test('L35 law 3 when the account names another registry after the notices, tags with the same names and digests stay there', async () => {
  await dueTags();
  const other = await startRegistry();
  try {
    for (const [name, days] of Object.entries(DAYS)) image(name, days + 15, name, other);
    expect(digestsOf(other)).toEqual(digestsOf(hub));
    await world.configure(options(POLICY, other));
    await world.pass('delete', TAGS);
    expect({
      left: [...other.store.repository(REPOSITORY).tags.keys()].sort(),
      marks: await world.marks(TAGS),
    }).toEqual({
      left: ['v1', 'v2', 'v9'],
      marks: [],
    });
  } finally {
    await other.close();
  }
});

test('R3 law 3 when somebody deletes the newest tag after the marks, keepN keeps the next one', async () => {
  await dueTags();
  hub.store.repository(REPOSITORY).tags.delete('v9');
  await world.pass('delete', TAGS);
  expect(tags()).toEqual(['v2']);
});

test('R3 law 1 a listing that fails before the deletion deletes nothing', async () => {
  await dueTags();
  hub.switches.faults.set(`/v2/${REPOSITORY}/tags/list`, { status: 500 });
  await world.pass('delete', TAGS);
  expect(deletions()).toEqual([]);
});

test('R4 law 8 when Redis has lost the first-seen times of the tags, their deletion waits', async () => {
  const policy = POLICY.replace('image-created', 'first-seen');
  await world.reset(options(policy));
  for (const tag of ['v1', 'v2']) image(tag, 900);
  await world.pass('mark', TAGS);
  await world.watched(40, TAGS);
  image('v9', 900);
  await due();
  expect((await world.marks(TAGS)).length).toBeGreaterThan(0);
  await world.connection.client.del(namespaceKeys(TAGS).record);
  await world.pass('delete', TAGS);
  expect([tags(), deletions()]).toEqual([['v1', 'v2', 'v9'], []]);
});

test('R4 a tag that is pushed again in the future of every clock is kept, and takes no place of keepN', async () => {
  await dueTags();
  image('v9', -400);
  await world.pass('delete', TAGS);
  expect(tags()).toEqual(['v2', 'v9']);
});

test('R7 R9 law 11 an instance that takes over after a deletion whose answer is lost deletes nothing else', async () => {
  await dueTags();
  hub.switches.before = ({ method, path }) => {
    // The registry deletes, and its answer says that it is busy.
    if (method !== 'DELETE') return;
    hub.store.repository(REPOSITORY).tags.delete(path.split('/').at(-1) ?? '');
    hub.switches.faults.set(path.replace(/^/, 'DELETE '), { status: 502 });
  };
  await world.pass('delete', TAGS);
  hub.switches.before = undefined;
  hub.switches.faults.clear();
  // Somebody pushes another image under the name.
  image('v1', 1, 'new');
  await world.configure(options());
  world.clock.advance(DAY / 24);
  await world.wired.deps.lastUsed.surveyed(TAGS, world.clock.now());
  await world.pass('delete', TAGS);
  expect(tags()).toEqual(expect.arrayContaining(['v1', 'v9']));
});

test('R8 L56 L57 a tag that goes after the answer to its request counts as deleted, and keeps its place of the day', async () => {
  await dueTags();
  hub.switches.busy = { times: 1, status: 504, method: 'DELETE' };
  await world.pass('delete', TAGS);
  const [sent = ''] = deletions();
  expect((await world.markOf(sent, TAGS))?.state).toBe('deleting');
  hub.store.repository(REPOSITORY).tags.delete(sent);
  world.clock.advance(60_000);
  await world.pass('delete', TAGS);
  const day = new Date(world.clock.now()).toISOString().slice(0, 10);
  const budget = await world.connection.client.get(namespaceKeys(TAGS).budget(day));
  const deleted = world.audit.filter(({ event }) => event === 'deleted').map(({ id }) => id);
  expect([deletions().filter((tag) => tag === sent), deleted.includes(sent)]).toEqual([[sent], true]);
  expect(budget).toBe(String(deleted.length));
});
