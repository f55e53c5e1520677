/**
 * Somebody who can write to Redis, and has no key of `signing`, forges each kind of key in turn: nothing is deleted, no
 * resource that stays is marked, and no date comes earlier (law 8).
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import type { Mark } from '../../../src/core/mark/mark.ts';
import type { Namespace } from '../../../src/core/resource/namespace.ts';
import { EvidenceReader } from '../../../src/lifecycle/index.ts';
import { DAY, HERE, HOUR, IMAGES, VOLUMES, type WorldOptions, worldForAll } from '../../support/awsWorld.ts';
import { type Copies, copiesOf, FORGERIES, forge, plant, putBack, valuesOf } from '../../support/forgeries.ts';
import { isOfKind, KEY_KINDS, keyOf } from '../../support/keyKinds.ts';
import { monitorRedis } from '../../support/monitorRedis.ts';

const CLEANUP = `
  - { type: image, accounts: [test], live: true, when: [{ rule: unused }], keepNewest: off, unusedFor: off }
  - { type: volume, accounts: [test], live: true, when: [{ rule: unused }] }
`;
const KEY = 'signing: { keys: [{ id: k1, secret: "one secret of thirty-two letters" }] }';
/** A decision to keep that is removed is gone: SECURITY.md says so. Nothing is deleted all the same before a notice. */
const FORGETS: readonly string[] = ['holystone:{<ns>}:optouts', 'holystone:{account:<provider>:<id>}:names'];

const OPTIONS: WorldOptions = {
  top: KEY,
  cleanup: CLEANUP,
  defaults: 'tripwires: { markedShare: 100%, dueShare: 100%, shrunkBy: 100% }',
  // Each step is another instance, as far as evidence goes.
  swap: (parts) => ({
    ...parts,
    evidence: new Proxy(parts.evidence, { get: (_, name) => Reflect.get(reader, name).bind(reader) }),
  }),
};

const world = worldForAll();
let reader: EvidenceReader;
let ids: { readonly used: string; readonly kept: string; readonly recent: string; readonly idle: string };
/** Redis as it is, and as it was before the decision to keep. */
let now: Copies;
let before: Copies;
let dueAt: number;
let untouched: readonly string[];

beforeAll(async () => {
  await world.reset(OPTIONS);
  anotherReader();
  const [used = '', kept = '', idle = ''] = world.addImages(3);
  const [, user = ''] = [used, kept].flatMap((id) => world.sandbox.control.addInstances(HERE, [{ ImageId: id }]));
  const Attachments = [{ InstanceId: user, Device: '/dev/sdf', State: 'attached' as const }];
  const CreateTime = new Date(world.clock.now() - 100 * DAY).toISOString();
  const [recent = ''] = world.sandbox.control.addVolumes(HERE, [
    { CreateTime },
    { CreateTime, State: 'in-use', Attachments },
  ]);
  ids = { used, kept, recent, idle };
  await step(['mark']);
  before = await copiesOf(world.connection.client);
  world.clock.advance(6 * HOUR);
  await step(['mark']);
  await keep();
  world.sandbox.control.remove(HERE, 'instance', user);
  await world.notify();
  await world.watched(5, IMAGES, VOLUMES);
  const touched = await textsOf(() => step(['mark', 'delete']));
  untouched = KEY_KINDS.filter((kind) => !touched.some((text) => isOfKind(kind, text)));
  dueAt = (await world.markOf(idle))?.projectedDeletionAt ?? 0;
  now = await copiesOf(world.connection.client);
});

/** Every word of every command that Redis gets meanwhile, also from its scripts. */
async function textsOf(work: () => Promise<void>): Promise<readonly string[]> {
  const monitor = await monitorRedis(world.redis.port, (mark) => world.connection.client.echo(mark));
  await work();
  await world.wired.parts.markTable.settled();
  await monitor.stop();
  return [...monitor.words];
}

function anotherReader(): void {
  reader = new EvidenceReader(world.clock, { cache: world.wired.parts.evidenceCache, program: '1.0.0' });
}

async function step(actions: readonly ('mark' | 'delete')[]): Promise<void> {
  anotherReader();
  const all = async (namespace: Namespace) => {
    for (const action of actions) await world.pass(action, namespace).catch(() => undefined);
  };
  await Promise.all([IMAGES, VOLUMES].map(all));
}

async function marked(): Promise<readonly Mark[]> {
  const marks = await Promise.all([IMAGES, VOLUMES].map((namespace) => world.marks(namespace).catch(() => [])));
  return marks.flat();
}

const keep = () =>
  world.wired.deps.optOuts.optOut(IMAGES, {
    target: { kind: 'id', value: ids.kept },
    until: 'forever',
    actor: 'ann@example.com',
    at: world.clock.now(),
  });

test('as it is, only the idle image is marked, and it is not due yet', async () => {
  expect((await marked()).map(({ id }) => id)).toEqual([ids.idle]);
  expect(dueAt).toBeGreaterThan(world.clock.now() + DAY);
});

/** An instance that remembers nothing starts. */
async function startAgain(): Promise<void> {
  await rm(join(world.dir, 'redis-beat.json'), { force: true });
  await world.configure(OPTIONS);
}

/** What an older value does is the subject of replayedRedis.test.ts. */
const FORGED = FORGERIES.filter((forgery) => forgery !== 'older');

/** Each forgery of these kinds, all at once, that did something wrong, with the resources. */
async function wrongBy(kinds: readonly string[]): Promise<Record<string, readonly string[]>> {
  const { client } = world.connection;
  const written = [...now.keys()].filter((key) => kinds.some((kind) => isOfKind(kind, key)));
  const unwritten = kinds.filter((kind) => !written.some((key) => isOfKind(kind, key)));
  const valuesNow = async () => [await valuesOf(client, written), await existing(unwritten)].join(' ');
  const wrong: Record<string, readonly string[]> = {};
  await putBack(client, now);
  const tried = new Set([await valuesNow()]);
  for (const forgery of FORGED) {
    await putBack(client, now);
    await forge(client, forgery, written, before);
    for (const kind of unwritten) await plant(client, forgery, keyOf(kind, IMAGES), Object.values(ids));
    // Several ways to forge may lead to the same values.
    const values = await valuesNow();
    if (tried.has(values)) continue;
    tried.add(values);
    await startAgain();
    await step(['mark', 'delete']);
    // Without a notice its date begins nothing.
    const isWrong = ({ id, notice, projectedDeletionAt }: Mark) =>
      id !== ids.idle || (notice !== undefined && projectedDeletionAt < dueAt);
    const early = (await marked()).filter(isWrong).map(({ id }) => id);
    const deletes = world.writes().filter(({ operation }) => /^(Delete|Deregister)/.test(operation)).length;
    if (early.length + deletes > 0) wrong[forgery] = [...early, `${deletes} deletions`];
  }
  return wrong;
}

const existing = (kinds: readonly string[]) =>
  valuesOf(
    world.connection.client,
    kinds.map((kind) => keyOf(kind, IMAGES)),
  );

/** Kinds that no survey and no deletion reads or writes are forged together. */
let together: Promise<Record<string, readonly string[]>> | undefined;
const wrongTogether = () => {
  together ??= wrongBy(untouched);
  return together;
};

test.each(KEY_KINDS)('Law 8 somebody without a key forges %s: nothing goes that would stay', async (kind) => {
  const wrong = await (untouched.includes(kind) ? wrongTogether() : wrongBy([kind]));
  const isForgotten = FORGETS.includes(kind);
  const others = Object.entries(wrong).filter(
    ([, which]) => !isForgotten || which.some((id) => id !== ids.kept && id !== '0 deletions'),
  );
  expect(Object.fromEntries(others)).toEqual({});
});
