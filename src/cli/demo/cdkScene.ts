/** One environment of CDK: 400 files; no stack names 60 of them any more. */
import { fileURLToPath } from 'node:url';
import { addAccounts } from '../../../sandbox/demo/accounts.ts';
import { CDK_PLACE, deployCheckout, seedCdk } from '../../../sandbox/demo/cdkSeed.ts';
import type { Scene } from './scene.ts';
import type { Stage } from './stage.ts';
import { until } from './until.ts';
import { placeOf } from './words.ts';

/** The scene `cdk`: a deployment in its middle leaves three files that only a rollback needs, and they stay. */
export const cdk: Scene = {
  config: fileURLToPath(new URL('../../../config/demoCdk.yaml', import.meta.url)),
  seed: (control, now) => ({ accessKey: addAccounts(control), resources: seedCdk(control, now) }),
  prepare: (stage) => () => play(stage),
  check: (stage) => stage.judge().missing.map(({ name }) => `no stack names ${name}, and it is not deleted`),
};

async function play(stage: Stage): Promise<void> {
  const { say, signal, world } = stage;
  const unused = stage.resources({}).filter(({ truth }) => truth.kind === 'unused');
  say('calm', 'bootstrapped', `an environment of CDK in ${placeOf(CDK_PLACE)}: 400 files, four stacks`);
  await until(() => (stage.notified().length >= unused.length ? true : undefined), signal);
  stage.catchUp();
  deployCheckout(world.sandbox.control);
  say('people', 'deployed', 'stack checkout: three files are named only by its previous template now');
  await stage.untilGone();
  say('good', 'still here', '340 files that a template, a parameter, a rollback or a version of a function needs');
}
