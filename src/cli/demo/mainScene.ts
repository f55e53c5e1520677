/** The whole cycle, with everything that may happen on the way. */
import { seedDemo } from '../../../sandbox/demo/seed.ts';
import { backInUse, backInUseAtTheLastSecond } from './backInUse.ts';
import { noteThePace, refuseMail, replaceGroup, slowDeletions } from './circumstances.ts';
import { killOne } from './kill.ts';
import { optOutAtTheLastSecond, ownerOptsOut } from './optOut.ts';
import { bringBack, keepInRecycleBin } from './restore.ts';
import type { Scene } from './scene.ts';
import type { Stage } from './stage.ts';
import { denyEvidence, loseEvidence } from './unreadable.ts';
import { pause } from './until.ts';

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
      ...[loseEvidence, replaceGroup, killOne, bringBack].map((act) => act(stage)),
      everythingGone(stage),
    ]);
    // A few ticks more: a wrong deletion would happen now.
    await pause(AFTERWARDS_MS, stage.signal);
  };
}

const ASK_MS = 1_000;
const AFTERWARDS_MS = 5_000;

async function everythingGone(stage: Stage): Promise<void> {
  while (!stage.isComplete) await pause(ASK_MS, stage.signal);
}

/** In a dry run there is nothing to act on. */
export const dryRunOfMain: Scene = { ...main, prepare: (stage) => () => dryRunCycle(stage), check: () => [] };

const DRY_RUN_MS = 30_000;
const DRY_RUN_PASSES = 2;

/** Long enough to survey every namespace twice, and for marks to be mailed and become due. */
async function dryRunCycle(stage: Stage): Promise<void> {
  const begun = performance.now();
  const surveyed = () => {
    const passes = stage.world.journal.passes.filter(({ said }) => said.outcome === 'complete');
    return passes.length >= DRY_RUN_PASSES * 4 && performance.now() - begun > DRY_RUN_MS;
  };
  while (!surveyed()) await pause(ASK_MS, stage.signal);
}
