/** One instance is killed in the middle of its deletions; the other finishes them. */
import { DEV } from '../../../sandbox/demo/accounts.ts';
import { keyOfAudit } from './journal.ts';
import type { Stage } from './stage.ts';
import { until } from './until.ts';
import { placeOf, seconds } from './words.ts';

const PLACE = { account: DEV.id, region: 'us-east-1', type: 'image' } as const;
/** Right after a permit was given: the request may be on its way, or not. */
const AFTER_PERMITS = 3;

/**
 * Kills the instance that got the last permits, in the middle of its deletions, and waits until another one goes on.
 */
export async function killOne(stage: Stage): Promise<void> {
  const { fleet, journal } = stage.world;
  const keys = new Set(stage.notified(PLACE).map(({ key }) => key));
  const here = () => {
    for (const { key } of stage.notified(PLACE)) keys.add(key);
    return journal.audits.filter(({ entry }) => keys.has(keyOfAudit(entry)));
  };
  const busy = (await until(() => {
    const permits = here().filter(({ entry }) => entry.event === 'permitted');
    return permits.length >= AFTER_PERMITS ? permits.at(-1) : undefined;
  }, stage.signal)) as { instance: string };
  const victim = fleet.get(busy.instance);
  const others = fleet.alive.filter(({ name }) => name !== busy.instance);
  if (!victim || others.length === 0) return;
  const killedAt = performance.now();
  await victim.kill();
  const before = journal.audits.length;
  stage.catchUp();
  stage.say('bad', 'killed', `instance ${victim.name} (SIGKILL) in the middle of its deletions in ${placeOf(PLACE)}`);
  stage.say('calm', 'waiting', 'its locks run out within half a minute; until then no instance touches its resources');
  const next = (await until(
    () => here().find((heard) => heard.instance !== victim.name && journal.audits.indexOf(heard) >= before),
    stage.signal,
  )) as { instance: string };
  const after = seconds(performance.now() - killedAt);
  stage.say('good', 'taken over', `instance ${next.instance} continues in ${placeOf(PLACE)} after ${after}`);
}
