/** Images that are in quarantine. */
import { HERE, type World } from './awsWorld.ts';

/** So many new ones, after their retention and a delete pass that disabled them. */
export async function disabledImages(world: World, count: number): Promise<readonly string[]> {
  const ids = world.addImages(count);
  await world.untilDue();
  const { counts } = await world.pass('delete');
  if (counts.quarantined !== count) throw new Error(`the pass disabled ${counts.quarantined} of ${count} images`);
  return ids;
}

/** As AWS has it; `undefined` = it is gone. */
export function imageStateOf(world: World, id: string): string | undefined {
  return world.sandbox.control.state(HERE).images.find(({ ImageId }) => ImageId === id)?.State;
}
