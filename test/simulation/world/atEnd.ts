/** The laws that hold when a run has come to the end of its days. */
import { FAMILIES } from './families.ts';
import type { World } from './world.ts';

/** So long after its date, and after the last fault, a resource that nobody wants is gone. */
const BOUND_MS = 2 * 86_400_000;
/** Of one namespace, the queue and the fleet; a run of seven days has far fewer. */
const MOST_KEYS = 1_000;

export async function checkAtEnd(world: World): Promise<void> {
  checkResources(world);
  await checkRedis(world);
  const { happenings, simulation, options, passes, recorder } = world;
  for (const namespace of world.namespaces) {
    const late = passes.late(options.scale, namespace, simulation.now, happenings.lastFaultAt);
    for (const what of late) world.violate('passes', what);
  }
  for (const { id, what } of recorder.broken()) world.violate('history', `${id}: ${what}`);
}

function checkResources(world: World): void {
  const { laws, simulation } = world;
  const mayWait = world.instances.some(({ program }) => program.keepsAll) || !world.happenings.quietSince(BOUND_MS);
  for (const { id, type, place } of world.resources) {
    const left = new Set(FAMILIES[type].ids(world.cloud.control, place));
    const keptAt = laws.kept.get(id);
    const deletedAt = laws.deleted.get(id) ?? 0;
    if (keptAt !== undefined && !left.has(id) && deletedAt > keptAt) world.violate('kept', `${id} is gone`);
    if (!left.has(id) || mayWait || !laws.waits(id, simulation.now, BOUND_MS)) continue;
    world.violate('waits for ever', `${id} is unused, nobody wants it, and its date is long over`);
  }
}

async function checkRedis(world: World): Promise<void> {
  for (const namespace of world.namespaces) await checkNamespace(world, namespace);
  const keys = Number(await world.connections.do('DBSIZE'));
  if (keys > MOST_KEYS) world.violate('growth', `Redis has ${keys} keys`);
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
