/** What costs by the hour, by its measured use: stopped or deleted, one kept, one brought back. */
import { fileURLToPath } from 'node:url';
import { addAccounts } from '../../../sandbox/demo/accounts.ts';
import { KEPT_BY_OWNER, MONEY_PLACE, RESTORED, seedMoney } from '../../../sandbox/demo/moneySeed.ts';
import { bringBack } from './bringBack.ts';
import { optOut } from './optOut.ts';
import type { Scene } from './scene.ts';
import type { Stage } from './stage.ts';
import { until } from './until.ts';
import { placeOf } from './words.ts';

/** The scene `money`: fourteen idle things go or stop, four that only look idle stay. */
export const money: Scene = {
  config: fileURLToPath(new URL('../../../config/demoMoney.yaml', import.meta.url)),
  seed: (control, now) => ({ accessKey: addAccounts(control), resources: seedMoney(control, now) }),
  prepare: (stage) => () => play(stage),
  check: (stage) => stage.judge().missing.map(({ name }) => `${name} is idle, and neither stopped nor deleted`),
};

async function play(stage: Stage): Promise<void> {
  const { say } = stage;
  const idle = stage.resources({}).filter(({ truth }) => truth.kind === 'unused');
  say(
    'calm',
    'idle',
    `${idle.length} things in ${placeOf(MONEY_PLACE)}, by 140 days of measured use and every mention`,
  );
  await Promise.all([keepOne(stage), bringBack(stage, { ...MONEY_PLACE, name: RESTORED }, 'by its stored definition')]);
  await stage.untilGone();
  const looked = stage
    .resources({})
    .flatMap(({ name, truth }) => (truth.kind === 'mustKeep' ? `${name} (${truth.why})` : []));
  say('good', 'still here', looked.join(', '));
}

async function keepOne(stage: Stage): Promise<void> {
  const find = () => stage.notified().find(({ resource: { name } }) => name === KEPT_BY_OWNER);
  const notified = await until(find, stage.signal);
  if (notified) await optOut(stage, notified, notified.notice.keepUrl, 'the partner moves in January');
}
