/**
 * The previous version and this one on one Redis, real processes of two builds, in `.ci/nightly`: what one wrote the other
 * reads, and while both live nothing is deleted. `HOLYSTONE_PREVIOUS` names another commit.
 */
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { commandLine, runToEnd } from '../support/cliRun.ts';
import { Daemon, endAllDaemons, PATIENCE_MS } from '../support/daemon.ts';
import { buildPrevious, previousRef } from '../support/previousBuild.ts';
import { until } from '../support/until.ts';
import { HERE, IMAGES, Stage } from './stage.ts';

jest.setTimeout(3_600_000);

/** Entry points; `undefined` is this build. */
interface Builds {
  readonly previous: string;
  /** The previous one, with another form of marks. */
  readonly other: string;
  readonly current: undefined;
}
type Name = keyof Builds;

let dir: string;
let builds: Builds;
let stage: Stage;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'holystone-versions-'));
  const previous = buildPrevious(previousRef(), join(dir, 'previous'));
  builds = { previous, other: withOtherMarks(join(dir, 'previous'), join(dir, 'other')), current: undefined };
});
beforeEach(async () => {
  stage = await Stage.start();
});
afterEach(async () => {
  await endAllDaemons();
  await stage?.stop();
});
afterAll(() => rm(dir, { recursive: true, force: true }));

function withOtherMarks(from: string, folder: string): string {
  cpSync(join(from, 'dist'), join(folder, 'dist'), { recursive: true });
  symlinkSync(join(from, 'node_modules'), join(folder, 'node_modules'));
  const file = join(folder, 'dist/src/state/redis/markValue.js');
  const before = readFileSync(file, 'utf8');
  const after = before.replace(/^const FORMAT = (\d+);/m, 'const FORMAT = 9$1;');
  if (after === before) throw new Error('marks of the previous version have no form that can be changed');
  writeFileSync(file, after);
  return join(folder, 'dist/src/main.js');
}

/** A command of that build. */
async function run(build: Name, ...args: readonly string[]): Promise<void> {
  const { code, stderr } = await runToEnd(commandLine(args, builds[build]), { env: stage.env });
  if (code !== 0) throw new Error(`${build}: ${args.join(' ')} ended with ${code}: ${stderr}`);
}

function serve(build: Name, config: string): Daemon {
  const entry = builds[build];
  return new Daemon({ config, env: stage.env, name: build, ...(entry === undefined ? {} : { entry }) });
}

interface Marks {
  readonly items: readonly { readonly id: string; readonly projectedDeletionAt: string }[];
}

const datesOf = async (daemon: Daemon) =>
  new Map(
    (await daemon.api<Marks>(`/marks?namespace=${IMAGES}`)).items.map((mark) => [mark.id, mark.projectedDeletionAt]),
  );
const idsIn = (text: string) => new Set(text.match(/ami-[0-9a-f]{17}/g));
const told = (since: number) =>
  stage.mail
    .messages()
    .filter(({ receivedAt }) => receivedAt >= since)
    .map(({ text, html, receivedAt }) => ({ ids: idsIn(text + html), receivedAt }));

/** One version marks, tells, keeps one, stops the queue with its work in it, and dies. */
async function writeState(build: Name, config: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  await run(build, 'stage', 'image', '--set', 'notify', '-c', config);
  const first = serve(build, config);
  const noticed = () => new Set(first.lines.filter(({ event }) => event === 'noticed').map(({ id }) => id));
  await until('every owner was told', () => ids.every((id) => noticed().has(id)), PATIENCE_MS);
  await run(build, 'keep', IMAGES, ids[0] ?? '', '-c', config);
  await run(build, 'limits', '-c', config, '--capacity', '0');
  const dates = await datesOf(first);
  await first.ticks(3);
  await first.kill();
  return dates;
}

const CONFIG = { every: '{ mark: 4s, notify: 1s, delete: 1s }', defaults: 'unusedFor: off' };
const LONG = '[{ type: image, live: true, when: [{ rule: unused }], keepNewest: off, retention: 12s }]';

describe.each<[Name, Name]>([
  ['previous', 'current'],
  ['current', 'previous'],
])('%s wrote the state, %s goes on with it', (writer, reader) => {
  test('marks, dates, decisions, limits and waiting work are those that the other one wrote', async () => {
    const ids = stage.addImages(4);
    const config = stage.config({ ...CONFIG, cleanup: LONG });
    const dates = await writeState(writer, config, ids);
    const mails = stage.mail.messages().length;

    const second = serve(reader, config);
    await second.serving();
    await second.ticks(3);
    expect((await second.api<{ capacity: number }>('/limits')).capacity).toBe(0);
    expect(second.lines.filter(({ msg }) => msg === 'pass')).toEqual([]);
    expect(await datesOf(second)).toEqual(dates);
    const optOuts = await second.api<{ items: readonly object[] }>(`/opt-outs/${IMAGES}`);
    expect(optOuts.items).toMatchObject([{ target: { value: ids[0] }, inForce: true }]);

    await run(reader, 'stage', 'image', '--set', 'live', '--reason', 'test', '-c', config);
    await run(reader, 'limits', '-c', config, '--capacity', '8');
    await until('all but the kept one are gone', () => stage.deregistered().length >= ids.length - 1, PATIENCE_MS);
    await second.ticks(3);
    expect(stage.deregistered().toSorted()).toEqual(ids.slice(1).toSorted());
    // Nobody was told twice, and no date was earlier than the one that was told.
    expect(stage.mail.messages()).toHaveLength(mails);
    for (const { id, at } of requests()) expect(at).toBeGreaterThanOrEqual(Date.parse(dates.get(id) ?? ''));
    expect((await second.stop()).code).toBe(0);
  });
});

describe.each<[Name, Name]>([
  ['other', 'current'],
  ['current', 'other'],
])('%s wrote the state, %s reads another form of marks', (writer, reader) => {
  test('whatever it cannot read stays until its owner was told anew; the kept one stays', async () => {
    const ids = stage.addImages(4);
    const config = stage.config({ ...CONFIG, cleanup: LONG });
    await writeState(writer, config, ids);
    const since = Date.now();

    const second = serve(reader, config);
    await second.serving();
    await run(reader, 'stage', 'image', '--set', 'live', '--reason', 'test', '-c', config);
    await run(reader, 'limits', '-c', config, '--capacity', '8');
    await until('it has surveyed and tried to delete', () => {
      const passes = (action: string) => second.passes(IMAGES, action).length;
      return passes('mark') >= 4 && passes('delete') >= 4;
    });
    expect(stage.deregistered()).not.toContain(ids[0]);
    for (const { id, at } of requests()) {
      const [anew] = told(since).filter(({ ids: named }) => named.has(id));
      expect(at - (anew?.receivedAt ?? Number.POSITIVE_INFINITY)).toBeGreaterThanOrEqual(12_000);
    }
    expect((await second.stop()).code).toBe(0);
  });
});

describe.each<[Name, Name]>([
  ['previous', 'current'],
  ['current', 'previous'],
  ['other', 'current'],
])('%s serves, and %s starts beside it', (first, second) => {
  test('neither deletes while both live; the one that is left deletes all but what the other kept', async () => {
    const ids = stage.addImages(3);
    const config = stage.config({ ...CONFIG, every: '{ mark: 4s, notify: 2s, delete: 1s }' });
    await run(first, 'stage', 'image', '--set', 'notify', '-c', config);
    const one = serve(first, config);
    await one.serving();
    await until('they are marked', async () => (await datesOf(one)).size === ids.length, PATIENCE_MS);
    await run(first, 'kill', '-c', config);
    await run(first, 'stage', 'image', '--set', 'live', '--reason', 'test', '-c', config);
    const two = serve(second, config);
    await two.serving();
    await run(first, 'keep', IMAGES, ids[0] ?? '', '-c', config);
    await run(second, 'kill', '--lift', '-c', config);
    const refused = () =>
      [one, two]
        .flatMap(({ lines }) => lines)
        .filter(({ msg, action, problem }) => msg === 'pass' && action === 'delete' && /different/.test(`${problem}`));
    await until('delete passes were refused', () => refused().length >= 3, PATIENCE_MS);
    expect(stage.deregistered()).toEqual([]);
    await one.kill();
    if (first === 'other') return;
    await until('the one that is left deletes', () => stage.deregistered().length >= ids.length - 1, PATIENCE_MS);
    expect(stage.deregistered().toSorted()).toEqual(ids.slice(1).toSorted());
  });
});

/** Requests that delete, with the instant when they arrived. */
function requests() {
  return stage.sandbox.control
    .calls({ operation: 'DeregisterImage', ...HERE })
    .filter(({ dryRun }) => !dryRun)
    .map(({ at, input }) => ({ id: String(input.ImageId), at: Date.parse(at) }));
}
