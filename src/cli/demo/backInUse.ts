/** A marked and announced resource comes into use: the next survey sees it, or only the last check does. */
import { OWNERS, PROD } from '../../../sandbox/demo/accounts.ts';
import type { NotifiedResource, Stage } from './stage.ts';
import { pause, until } from './until.ts';
import { placeOf } from './words.ts';

/** In a place with frequent surveys. */
export async function backInUse(stage: Stage): Promise<void> {
  const notified = await stage.take({ account: PROD.id, region: 'eu-west-1', type: 'image', owner: OWNERS.data });
  launch(stage, notified, '');
  await unmarkedOrGone(stage, notified);
}

/** How long before the date; less than the demo needs from there to the batch's first read. */
const BEFORE_MS = 700;

/** Without a survey before the date, only the check right before the deletion sees the use. */
export async function backInUseAtTheLastSecond(stage: Stage): Promise<void> {
  const notified = await stage.take({ account: PROD.id, region: 'us-east-1', type: 'image', owner: OWNERS.payments });
  await pause(Math.max(0, notified.notice.shownAt - BEFORE_MS - Date.now()), stage.signal);
  launch(stage, notified, `, ${BEFORE_MS} ms before its date`);
  await unmarkedOrGone(stage, notified);
}

function launch(stage: Stage, { key, resource }: NotifiedResource, when: string): void {
  const { id, name, account, region } = resource;
  stage.world.sandbox.control.addInstances({ account, region }, [{ ImageId: id, tags: { Name: `${name}-again` } }]);
  stage.did({ kind: 'usedAgain', key, at: Date.now() });
  stage.say('calm', 'in use', `a user launches an instance of ${name} in ${placeOf(resource)}${when}`);
}

async function unmarkedOrGone({ world, signal }: Stage, { key }: NotifiedResource): Promise<void> {
  await until(() => world.journal.audit(key, 'unmarked', 'deleted', 'accepted', 'gone'), signal);
}
