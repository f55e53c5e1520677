/** One run: images appear, people decide about them while a fault happens, and at the end somebody looks what is kept. */
import { setTimeout as delay } from 'node:timers/promises';
import { until } from '../support/until.ts';
import { People } from './people.ts';
import { INSTANCES } from './servers.ts';
import type { Image, World } from './world.ts';

const IMAGES = 6;
const PEOPLE_MS = 12_000;

export type Random = () => number;

/** What happens meanwhile; each ends healed. */
const FAULTS = {
  'nothing happens': async () => undefined,
  'the primary dies': failover(async ({ servers }) => servers.killPrimary()),
  'the replica is cut off, and the primary dies': failover(async ({ servers }, random) => {
    await servers.cutReplication();
    await delay(random() * 2_500);
    await servers.killPrimary();
  }),
  'the primary is cut off from all but its clients': failover((world, random) => cutOff(world, random, false)),
  'the primary and its clients are cut off from all others': failover((world, random) => cutOff(world, random, true)),
  'an instance is cut off': async ({ servers }: World, random: Random) => {
    servers.cutInstance(INSTANCES[random() < 0.5 ? 0 : 1]);
    await delay(1_000 + random() * 8_000);
    servers.openAll();
  },
  'an instance is stopped': async ({ daemons }: World, random: Random) => {
    const daemon = daemons[random() < 0.5 ? 0 : 1];
    daemon?.signal('SIGSTOP');
    await delay(1_000 + random() * 8_000);
    daemon?.signal('SIGCONT');
  },
} satisfies Record<string, (world: World, random: Random) => Promise<void>>;

export type Fault = keyof typeof FAULTS;

export const NAMES = Object.keys(FAULTS) as readonly Fault[];
/** Which of them make another server the primary, and which divide the network. */
export const FAILOVERS = new Set<Fault>(NAMES.slice(1, 5));
export const PARTITIONS = new Set<Fault>(NAMES.slice(2, 6));

export async function run(world: World, fault: Fault, random: Random): Promise<void> {
  const images = world.addImages(IMAGES);
  const people = new People(world);
  const busy = decide(world, people, images, random);
  await delay(random() * PEOPLE_MS);
  await FAULTS[fault](world, random);
  await busy;
  world.servers.openAll();
  await world.servers.settled();
  // Whoever stopped deletions, they go on; and what is kept is what was acknowledged.
  const [first] = world.daemons;
  if (!first) throw new Error('no instance runs');
  const patiently = async (done: Promise<boolean>) => (await done) || (await delay(500, false));
  await until('deletions may go on', () => patiently(people.control('resume', first))).catch((error: Error) => {
    throw new Error(`${error.message}; the last answer: ${people.lastRefusal}`);
  });
  await until('somebody says what is kept', () => patiently(people.look(images, first)));
}

/** Somebody decides every now and then, and waits for nobody. */
async function decide(world: World, people: People, images: readonly Image[], random: Random): Promise<void> {
  const asked: Promise<unknown>[] = [];
  const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)] as T;
  for (const end = Date.now() + PEOPLE_MS; Date.now() < end; ) {
    const [image, daemon, what] = [pick(images), pick(world.daemons), random()];
    if (what < 0.02) asked.push(people.control('kill', daemon).then(() => people.control('resume', daemon)));
    else if (what < 0.6) asked.push(people.keep(image, daemon));
    else asked.push(people.undo(image, daemon));
    await delay(100 + random() * 700);
  }
  await Promise.all(asked);
}

/** What happens makes another server the primary; a second before, the replica had everything for sure. */
function failover(happen: (world: World, random: Random) => Promise<void>) {
  return async (world: World, random: Random) => {
    const from = Date.now() - 1_000;
    await happen(world, random);
    await world.servers.settled();
    world.failovers.push({ from, to: Date.now() });
  };
}

async function cutOff({ servers }: World, random: Random, fully: boolean): Promise<void> {
  const before = await servers.primaryNow();
  await servers.cutPrimary(fully);
  await servers.promotedAfter(before);
  await delay(random() * 3_000);
  servers.openAll();
}
