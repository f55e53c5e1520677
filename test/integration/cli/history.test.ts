/** `holystone history` with filters, on a real Redis, in this process: what *Activity* shows, and its footer says. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { systemClock } from '../../../src/core/common/clock.ts';
import { namespaceOf } from '../../../src/core/resource/namespace.ts';
import { commandAt } from '../../support/commandAt.ts';
import { DAY, startOperator } from '../http/fixture.ts';
import { openState, type StateFixture } from '../state/support.ts';

const place = { provider: 'aws', account: 'test', location: 'us-east-1' };
const IMAGES = namespaceOf({ ...place, resourceType: 'image' });
const RUNNING = namespaceOf({ ...place, resourceType: 'runningInstance' });
const TODAY = Math.floor(Date.now() / DAY) * DAY;

type Entry = Parameters<StateFixture['audit']['record']>[0];

let store: StateFixture;
let dir: string;
beforeAll(async () => {
  [store, dir] = await Promise.all([openState(), mkdtemp(join(tmpdir(), 'holystone-history-'))]);
  await writeFile(
    join(dir, 'holystone.yaml'),
    `
redis: { url: "redis://127.0.0.1:${store.redis.port}" }
accounts: [{ name: test, provider: aws, id: "111111111111", locations: [us-east-1] }]
cleanup: [{ type: image, when: [{ rule: unused }] }]
`,
  );
  await store.redis.flush();
  const entry = (at: number, event: Entry['event'], id: string, given: Partial<Entry> = {}): Entry => ({
    ...{ at, namespace: IMAGES, id, event, actor: 'holystone', reason: 'because' },
    ...given,
  });
  for (const one of [
    entry(TODAY - 2 * DAY + 1, 'marked', 'ami-1'),
    entry(TODAY - 2 * DAY + 2, 'optedOut', 'ami-1', { actor: 'ann@example.com' }),
    entry(TODAY - DAY + 1, 'deleted', 'ami-2'),
    entry(TODAY - DAY + 2, 'deleted', 'i-1', { namespace: RUNNING }),
    entry(TODAY + 1, 'marked', 'ami-3', { actor: 'ann@example.com.evil' }),
  ])
    await store.audit.record(one);
});
afterAll(async () => {
  await store?.close();
  await rm(dir, { recursive: true, force: true });
});

const history = (...args: readonly string[]) =>
  commandAt(systemClock, ['history', '-c', join(dir, 'holystone.yaml'), ...args]);
const idsOf = async (...args: readonly string[]) => {
  const { stdout } = await history(...args, '-o', 'json');
  return (JSON.parse(stdout) as { history: { id: string }[] }).history.map(({ id }) => id);
};
const day = (at: number) => new Date(at).toISOString().slice(0, 10);

test.each([
  ['a kind', ['--event', 'deleted'], ['ami-2', 'i-1']],
  ['a kind in another case', ['--event', 'OPTEDOUT'], ['ami-1']],
  ['a part of a name', ['--actor', 'ann@'], ['ami-1', 'ami-3']],
  ['a whole name', ['--person', 'ann@example.com'], ['ami-1']],
  ['a range, both days included', ['--from', day(TODAY - DAY), '--to', day(TODAY)], ['ami-2', 'i-1', 'ami-3']],
  ['the days before', ['--to', day(TODAY - 3 * DAY)], []],
  ['from a day on', ['--from', day(TODAY)], ['ami-3']],
  ['a namespace', [RUNNING, '--limit', '9'], ['i-1']],
  ['an id', ['ami-1', '--event', 'marked'], ['ami-1']],
  ['the newest two, oldest first', ['--limit', '2'], ['i-1', 'ami-3']],
] as const)('L77 history filters by %s', async (_what, args, ids) => {
  expect(await idsOf(...args)).toEqual(ids);
});

test('L77 each line names the resource, and says stopped of what was stopped; JSON keeps its words', async () => {
  const { stdout } = await history('--event', 'deleted');
  const said = stdout.replace(/\s+/g, ' ');
  expect(said).toContain(`deleted ami-2 in ${IMAGES} holystone because`);
  expect(said).toContain(`stopped i-1 in ${RUNNING} holystone because`);
  const limited = await history('--limit', '2');
  expect(limited.stdout).toContain('Older events match too: --limit shows more than 2.');
  const whole = await history('--limit', '5');
  expect(whole.stdout).not.toContain('Older events match');
});

test.each([
  [['--event', 'delete'], /Allowed choices are marked, /],
  [['--from', '2026-02-30'], /It must be a day/],
  [['--to', 'yesterday'], /It must be a day/],
  [['--limit', '0'], /a number from 1 to/],
  [['--from', '2026-11-30', '--to', '2026-11-01'], /is before `--from`/],
  [['aws:test:us-east-1', 'ami-2', '--event', 'deleted'], /aws:test:us-east-1 is no namespace/],
] as const)('Law 15 %j is refused', async (args, why) => {
  const { code, stdout, stderr } = await history(...args);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr.replace(/\s+/g, ' ')).toMatch(why);
});

test.each([
  ['', 'holystone history --limit 100'],
  [
    'event=deleted&actor=ann%20o&from=2026-11-01&to=2026-11-30',
    "holystone history --actor 'ann o' --event deleted --from 2026-11-01 --to 2026-11-30",
  ],
  ['person=ann%40example.com', 'holystone history --person ann@example.com'],
])('L77 the footer of Activity repeats its filters: %s', async (query, command) => {
  const site = await startOperator(store);
  try {
    const page = await (await fetch(`${site.url}/activity?${query}`)).text();
    expect(page.replaceAll('&#39;', "'").replaceAll('&quot;', '"')).toContain(command);
  } finally {
    await site.app.close();
  }
});
