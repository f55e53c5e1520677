/** The laws that hold when a run has come to the end of its days. */
import { ACTS, type Happening, SAYINGS } from '../happening.ts';
import { FAMILIES } from './families.ts';
import type { World } from './world.ts';

/** So long after its date, and after the last fault, a resource that nobody wants is gone. */
const BOUND_MS = 2 * 86_400_000;
/** That never expire, of one namespace, the queue and the fleet; a run of seven days has far fewer. */
const MOST_KEYS = 500;

export async function checkAtEnd(world: World): Promise<void> {
  checkResources(world);
  await checkRedis(world);
  await world.checkPasses();
  for (const { id, what } of world.recorder.broken()) world.violate('history', `${id}: ${what}`);
}

function checkResources(world: World): void {
  const { laws, simulation } = world;
  const { isDryRun, isStoreChecked } = world.options.scale.settings ?? {};
  const mayWait =
    isDryRun ||
    isStoreChecked ||
    world.instances.some(({ program }) => program.keepsAll) ||
    !world.happenings.quietSince(BOUND_MS);
  const isQuiet = world.options.happenings.every(leavesLines);
  for (const { id, type, place } of world.resources) {
    const left = new Set(FAMILIES[type].ids(world.cloud.control, place));
    const keptAt = laws.kept.get(id);
    const deletedAt = laws.deleted.get(id) ?? 0;
    const isWanted = keptAt !== undefined || laws.used.has(id);
    if (isWanted && left.has(id) && laws.quarantined.has(id)) world.violate('quarantine', `${id} is not given back`);
    const lines = laws.deletions.get(id) ?? 0;
    if (isQuiet && laws.deleted.has(id) && lines !== 1) world.violate('log', `${id} is deleted, in ${lines} lines`);
    if (keptAt !== undefined && !left.has(id) && deletedAt > keptAt) world.violate('kept', `${id} is gone`);
    if (!left.has(id) || mayWait || !laws.waits(id, simulation.now, BOUND_MS)) continue;
    world.violate('waits for ever', `${id} is unused, nobody wants it, and its date is long over`);
  }
}

/** What loses a connection or dies while it records leaves its line to another one, or to nobody. */
const leavesLines = ({ kind, after = '' }: Happening) =>
  [...ACTS, ...SAYINGS, 'used'].some((one) => one === kind) ||
  (after.startsWith('aws:') && ['dies', 'suspended', 'stopped'].includes(kind));

async function checkRedis(world: World): Promise<void> {
  for (const namespace of world.namespaces) await checkNamespace(world, namespace);
  const said = String(await world.connections.do('INFO', 'keyspace'));
  const [, keys = 0, expire = 0] = /keys=(\d+),expires=(\d+)/.exec(said) ?? [];
  const left = Number(keys) - Number(expire);
  if (left > MOST_KEYS) world.violate('growth', `Redis has ${left} keys that never expire`);
}

async function checkNamespace(world: World, namespace: string): Promise<void> {
  const read = async (command: string, name: string, ...rest: (string | number)[]) => {
    const found = await world.connections.do(command, `holystone:{${namespace}}:${name}`, ...rest);
    return [...(found as readonly string[])].sort();
  };
  const marks = await read('HKEYS', 'marks');
  const schedule = await read('ZRANGE', 'schedule', 0, -1);
  if (String(marks) !== String(schedule)) {
    world.violate('indexes', `${marks.length} marks, ${schedule.length} in the schedule`);
  }
}
