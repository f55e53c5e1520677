/** Two instances, one killed with SIGKILL in the middle of its deletions: its work is done by the other, once. */
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { FaultRule } from '../../sandbox/aws/index.ts';
import { messageOf } from '../../src/core/common/errors.ts';
import { askRedis } from '../support/askRedis.ts';
import type { Daemon } from '../support/daemon.ts';
import { endAllDaemons, PATIENCE_MS } from '../support/daemon.ts';
import { EXHAUSTIVE } from '../support/sampled.ts';
import { until } from '../support/until.ts';
import { type KilledUnit, killUnit } from './killedUnit.ts';
import { ACCOUNT, HERE, IMAGES, Stage } from './stage.ts';
import { type WatchedEndpoint, watchEndpoint } from './watchedEndpoint.ts';

jest.setTimeout(1_800_000);

const THERE = { account: ACCOUNT, region: 'eu-west-1' };
const IMAGES_THERE = 'aws:test:eu-west-1:image';

/** Slow enough to be met in the middle of it. */
const SLOW: FaultRule = { kind: 'slow', operation: 'DeregisterImage', delayMs: 150 };

/** Chooses when to kill and whom; answers the victim, which is dead then. */
type Kill = (scene: Scene) => Promise<Daemon>;

interface Scene {
  readonly stage: Stage;
  readonly endpoint: WatchedEndpoint;
  readonly instances: readonly Daemon[];
  /** namespace → ids that are due. */
  readonly due: Readonly<Record<string, readonly string[]>>;
}

interface Aftermath {
  readonly due: readonly string[];
  /** The deleting requests, in order; `ok`: the sandbox did it. */
  readonly requests: readonly { readonly id: string; readonly ok: boolean }[];
  /** id → events of its audit log in Redis. */
  readonly history: ReadonlyMap<string, readonly string[]>;
  readonly victim: Daemon;
  readonly survivor: Daemon;
  /** The work under way at the moment of the kill. */
  readonly cut: readonly string[];
}

/** The sixth takes so long that it is certainly under way when it has been for a second. */
const LONG: FaultRule = { kind: 'slow', operation: 'DeregisterImage', nth: 6, times: 1, delayMs: 5_000 };

const whileItsRequestIsUnderWay: Kill = async ({ stage, endpoint, instances }) => {
  stage.sandbox.control.clearFaults();
  stage.sandbox.control.addFault(LONG);
  stage.sandbox.control.addFault(SLOW);
  const since = new Map<string, number>();
  let id: string | undefined;
  const found = () => {
    const now = performance.now();
    for (const image of imagesOf(endpoint)) if (!since.has(image)) since.set(image, now);
    id = imagesOf(endpoint).find((image) => now - (since.get(image) ?? now) > 1_000);
    return id !== undefined && ownerOf(instances, id) !== undefined;
  };
  await until('a deletion is under way', found, PATIENCE_MS);
  const victim = ownerOf(instances, id as string) as Daemon;
  await victim.kill();
  return victim;
};

/** A while after the first permit, as a seed says; the instance with the last permit is killed. */
function atARandomMoment(seed: number): Kill {
  return async ({ instances }) => {
    await until('a permit was given', () => events(instances, 'permitted').length > 0, PATIENCE_MS);
    const at = performance.now() + random(seed) * 1_500;
    await until('the moment has come', () => performance.now() >= at, PATIENCE_MS);
    const last = events(instances, 'permitted').at(-1) as string;
    const victim = ownerOf(instances, last) as Daemon;
    await victim.kill();
    return victim;
  };
}

/** In CI the demo and `integration/queue/killed.test.ts` kill at other moments, and the model at each effect. */
const SEEDS = EXHAUSTIVE ? [1, 2, 3] : [];

const KILLS: Readonly<Record<string, Kill>> = {
  'while its request is under way': whileItsRequestIsUnderWay,
  ...Object.fromEntries(SEEDS.map((seed) => [`at a random moment (seed ${seed})`, atARandomMoment(seed)])),
};

const closers: (() => Promise<unknown>)[] = [];
let runs: Readonly<Record<string, Promise<Aftermath>>>;
let unit: Promise<KilledUnit>;

beforeAll(() => {
  // All at once: most of their time is waiting for the dead instance's lock to run out.
  runs = Object.fromEntries(Object.entries(KILLS).map(([name, kill]) => [name, play(kill)]));
  unit = killUnit(closers);
  for (const run of [...Object.values(runs), unit]) run.catch(() => undefined);
});
afterAll(async () => {
  await endAllDaemons();
  await Promise.all(closers.map((close) => close()));
});

describe.each(Object.keys(KILLS))('L18 L24 killed %s', (name) => {
  test('the instances delete every due resource once, and touch nothing else', async () => {
    const { due, requests } = await (runs[name] as Promise<Aftermath>);
    expect(requests.filter(({ ok }) => !ok)).toEqual([]);
    expect(requests.map(({ id }) => id).sort()).toEqual([...due].sort());
  });

  test('the audit log has one deletion of each due resource', async () => {
    const { due, history, victim, survivor } = await (runs[name] as Promise<Aftermath>);
    const deletions = due.map((id) => [id, history.get(id)?.filter((event) => event === 'deleted').length]);
    expect(deletions).toEqual(due.map((id) => [id, 1]));
    expect(events([victim], 'permitted').length).toBeGreaterThan(0);
    expect(events([survivor], 'deleted').length).toBeGreaterThan(0);
    const logged = events([victim, survivor], 'deleted');
    expect(new Set(logged).size).toBe(logged.length);
  });
});

test('L56 a worker dies after the effect of its request → another one counts the deletion, and sends no second request', async () => {
  const { cut, requests, survivor, victim } = await (runs['while its request is under way'] as Promise<Aftermath>);
  expect(cut.length).toBeGreaterThan(0);
  for (const id of cut) {
    expect(events([victim], 'deleted')).not.toContain(id);
    expect(requests.filter((request) => request.id === id)).toEqual([{ id, ok: true }]);
    const line = survivor.lines.find((one) => one.msg === 'audit' && one.event === 'deleted' && one.id === id);
    expect(line?.reason).toBe('gone after the deletion that Holystone requested; the Recycle Bin does not have it');
  }
});

test('R12 R13 a unit of a registry goes on with a new listing, deletes nothing twice, and the only place is free again', async () => {
  const { due, requests, statuses, cut, askedAgain, left, said } = await unit;
  expect(requests.toSorted()).toEqual(due);
  expect(statuses).toEqual([202]);
  expect(askedAgain).toContain(`GET /v2/${cut.repository}/tags/list`);
  expect(said).toContain('gone after the deletion that Holystone requested');
  expect(left).toEqual({ 'shop/api': ['v9'], 'shop/web': ['v9'] });
});

async function play(kill: Kill): Promise<Aftermath> {
  const instances: Daemon[] = [];
  try {
    return await perform(kill, instances);
  } catch (error) {
    throw new Error(`${messageOf(error)}${instances.map((instance) => instance.lastWords()).join('\n')}`);
  }
}

async function perform(kill: Kill, instances: Daemon[]): Promise<Aftermath> {
  const stage = await Stage.start();
  closers.push(() => stage.stop());
  const endpoint = await watchEndpoint(stage.sandbox.url);
  closers.push(() => endpoint.close());
  const { due, usedLater } = seed(stage);
  const all = Object.values(due).flat();
  const config = stage.config({ accounts: `[${BOTH_REGIONS}]`, cleanup: CLEANUP, defaults: 'pace: { batch: 8 }' });
  const env = { AWS_ENDPOINT_URL: endpoint.url };
  // Until the later users exist, however long the marks take.
  await control(stage, 'stage', 'image', '--set', 'notify', '-c', config);
  instances.push(stage.serve(config, 'one', env), stage.serve(config, 'two', env));
  const marked = () => events(instances, 'marked').length;
  await until('all are marked', () => marked() === all.length + usedLater.length, 2 * PATIENCE_MS);
  stage.sandbox.control.addInstances(
    HERE,
    usedLater.map((ImageId) => ({ ImageId })),
  );
  stage.sandbox.control.addFault(SLOW);
  await control(stage, 'stage', 'image', '--set', 'live', '--reason', 'test', '-c', config);
  const victim = await kill({ stage, endpoint, instances, due });
  const cut = imagesOf(endpoint);
  const survivor = instances.find((instance) => instance !== victim) as Daemon;
  await until('nothing is marked any more', () => noMarks(stage, Object.keys(due)), 2 * PATIENCE_MS);
  const history = new Map<string, readonly string[]>();
  for (const [namespace, ids] of Object.entries(due)) {
    for (const id of ids) history.set(id, await historyOf(survivor, namespace, id));
  }
  const exit = await survivor.stop();
  if (exit.code !== 0) throw new Error(`the survivor ended with ${exit.code}`);
  const cutOfVictim = cut.filter((id) => events([victim], 'permitted').includes(id));
  return { due: all, requests: requestsOf(stage), history, victim, survivor, cut: cutOfVictim };
}

async function control(stage: Stage, ...args: readonly string[]): Promise<void> {
  const { code, stderr } = await stage.here(args);
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${stderr}`);
}

const BOTH_REGIONS =
  `{ name: test, provider: aws, id: "${ACCOUNT}", locations: [us-east-1, eu-west-1], ` +
  `readRole: "arn:aws:iam::${ACCOUNT}:role/reader", deleteRole: "arn:aws:iam::${ACCOUNT}:role/deleter" }`;

/** Surveyed once: only the check before a deletion can see a later use. */
const CLEANUP =
  '[{ type: image, live: true, when: [{ rule: unused }], keepNewest: off, every: { mark: 1h, notify: 5s }, retention: 4s }]';

function seed(stage: Stage): { due: Scene['due']; usedLater: readonly string[] } {
  const { control } = stage.sandbox;
  const here = stage.addImages(20);
  const usedLater = stage.addImages(3);
  const used = stage.addImages(3);
  control.addInstances(
    HERE,
    used.map((ImageId) => ({ ImageId })),
  );
  stage.addImages(2, { tags: { 'holystone:keep': 'always' } });
  const there = stage.addImages(12, { place: THERE, tags: { owner: 'bob@example.com' } });
  return { due: { [IMAGES]: here, [IMAGES_THERE]: there }, usedLater };
}

/** Ids of audit lines with this event, in order. */
function events(instances: readonly Daemon[], event: string): readonly string[] {
  const lines = instances.flatMap(({ lines }) => lines.filter((line) => line.msg === 'audit' && line.event === event));
  return lines.sort((a, b) => (a.time < b.time ? -1 : 1)).map(({ id }) => String(id));
}

/** Who had the permit for it. */
function ownerOf(instances: readonly Daemon[], id: string): Daemon | undefined {
  return instances.find((instance) => events([instance], 'permitted').includes(id));
}

/** Images whose deregistration has been asked for and not answered. */
function imagesOf(endpoint: WatchedEndpoint): readonly string[] {
  const forms = endpoint.underWay().map((body) => new URLSearchParams(body));
  const deleting = forms.filter((form) => form.get('Action') === 'DeregisterImage' && form.get('DryRun') !== 'true');
  return deleting.map((form) => form.get('ImageId') ?? '');
}

function requestsOf(stage: Stage): Aftermath['requests'] {
  return stage.writes().map(({ input, error, status }) => ({
    id: String(input.ImageId),
    ok: error === undefined && status === 200,
  }));
}

async function noMarks({ redis }: Stage, namespaces: readonly string[]): Promise<boolean> {
  const answers = await Promise.all(namespaces.map((name) => askRedis(redis.port, `HLEN holystone:{${name}}:marks`)));
  return answers.every((answer) => answer === ':0');
}

async function historyOf(daemon: Daemon, namespace: string, id: string): Promise<readonly string[]> {
  const path = `/marks/${encodeURIComponent(namespace)}/${encodeURIComponent(id)}`;
  const { history } = await daemon.api<{ history: { event: string }[] }>(path);
  return history.map(({ event }) => event);
}

/** 0–1, always the same for a seed. */
function random(seed: number): number {
  return (Math.imul(seed, 2_654_435_761) >>> 0) / 2 ** 32;
}
