/** The whole cycle, with everything that may happen on the way. */

import { OWNERS, PROD } from '../../../sandbox/demo/accounts.ts';
import { seedDemo } from '../../../sandbox/demo/seed.ts';
import { bringBack } from './bringBack.ts';
import { noteThePace, refuseMail, replaceGroup, slowDeletions } from './circumstances.ts';
import { killOne } from './kill.ts';
import { optOutAtTheLastSecond, ownerOptsOut } from './optOut.ts';
import type { Scene } from './scene.ts';
import type { NotifiedResource, Stage } from './stage.ts';
import { denyEvidence, loseEvidence } from './unreadable.ts';
import { pause, until } from './until.ts';
import { placeOf } from './words.ts';

const PLACE = { account: PROD.id, region: 'us-east-1' } as const;
/** The account keeps deleted snapshots for a week, as AWS does on request. */
function keepInRecycleBin({ world }: Stage): void {
  world.sandbox.control.setRecycleBin(PLACE, { snapshots: 7 });
}

/** In a place with frequent surveys. */
async function backInUse(stage: Stage): Promise<void> {
  const notified = await stage.take({ account: PROD.id, region: 'eu-west-1', type: 'image', owner: OWNERS.data });
  launch(stage, notified, '');
  await unmarkedOrGone(stage, notified);
}

/** How long before the date; less than the demo needs from there to the batch's first read. */
const BEFORE_MS = 700;

/** Without a survey before the date, only the check right before the deletion sees the use. */
async function backInUseAtTheLastSecond(stage: Stage): Promise<void> {
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

/** The scene that plays unless a name is given; `config/demo.yaml` configures its instances. */
export const main: Scene = {
  seed: seedDemo,
  prepare: prepareCycle,
  check: (stage) => stage.judge().missing.map(({ name }) => `${name} is unused and not deleted`),
};

function prepareCycle(stage: Stage): () => Promise<void> {
  slowDeletions(stage);
  refuseMail(stage);
  noteThePace(stage);
  keepInRecycleBin(stage);
  const allowEvidence = denyEvidence(stage);
  return async () => {
    await Promise.all([
      allowEvidence(),
      ...[ownerOptsOut, optOutAtTheLastSecond, backInUse, backInUseAtTheLastSecond].map((act) => act(stage)),
      ...[loseEvidence, replaceGroup, killOne].map((act) => act(stage)),
      bringBack(stage, { ...PLACE, type: 'snapshot', owner: OWNERS.web }, 'from the Recycle Bin'),
    ]);
    await stage.untilGone();
  };
}

/** In a dry run there is nothing to act on. */
export const dryRunOfMain: Scene = { ...main, prepare: (stage) => () => dryRunCycle(stage), check: () => [] };

const DRY_RUN_MS = 30_000;
const DRY_RUN_PASSES = 2;

/** Long enough to survey every namespace twice, and for marks to be mailed and become due. */
async function dryRunCycle(stage: Stage): Promise<void> {
  const begun = performance.now();
  const surveyed = () => {
    const passes = stage.world.journal.passes.filter(({ entry }) => entry.outcome === 'complete');
    return passes.length >= DRY_RUN_PASSES * 4 && performance.now() - begun > DRY_RUN_MS ? true : undefined;
  };
  await until(surveyed, stage.signal);
}
