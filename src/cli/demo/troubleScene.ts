/** Evidence that cannot be read: nothing is marked without it, and nothing that is already due is deleted. */
import type { Place } from '../../../sandbox/aws/index.ts';
import { addAccounts, DEV } from '../../../sandbox/demo/accounts.ts';
import { seedImages } from '../../../sandbox/demo/imageSeed.ts';
import { keyOf } from '../../../sandbox/demo/truth.ts';
import type { Scene } from './scene.ts';
import type { Stage } from './stage.ts';
import { pause, until } from './until.ts';
import { countOf, placeOf, seconds } from './words.ts';

const PLACE: Place = { account: DEV.id, region: 'eu-west-1' };
const DENIED = { ...PLACE, action: 'ec2:DescribeLaunchTemplates' } as const;

/**
 * The scene `trouble`: AWS denies `ec2:DescribeLaunchTemplates` from the start, and gives the permission back later.
 */
export const trouble: Scene = {
  seed: (control, now) => ({
    accessKey: addAccounts(control),
    resources: seedImages(control, PLACE, now).resources,
  }),
  prepare(stage) {
    stage.world.sandbox.control.deny(DENIED);
    return () => play(stage);
  },
  check(stage) {
    const { deleted } = stage.judge();
    return [
      ...(deleted > 0 ? [`${deleted} were deleted although AWS denied a permission that a check needs`] : []),
      ...(stage.notified().length === 0 ? ['no owner was notified after AWS gave the permission back'] : []),
      ...(heldBack(stage) ? [] : ['no deletion was withheld']),
    ];
  },
};

const QUIET_MS = 5_000;
const AFTER_DATES_MS = 10_000;

async function play(stage: Stage): Promise<void> {
  const { say, signal } = stage;
  const { journal, sandbox } = stage.world;
  const keys = stage.resources({}).map(keyOf);
  const first = { kind: 'unreadable', keys, from: Date.now() } as const;
  stage.did(first);
  say('calm', 'denied', `AWS denies ${DENIED.action} in ${placeOf(PLACE)}: a launch template may use any image`);
  await until(() => journal.passes.find(({ entry }) => entry.outcome === 'incomplete'), signal);
  await pause(QUIET_MS, signal);
  stage.catchUp();
  say('good', 'so far', 'nothing is marked: a resource whose users are unknown counts as used');

  stage.interventions.splice(stage.interventions.indexOf(first), 1, { ...first, until: Date.now() });
  sandbox.control.allow(DENIED);
  say('calm', 'allowed', `AWS allows ${DENIED.action} again`);
  const unused = stage.resources({}).filter(({ truth }) => truth.kind === 'unused');
  await until(() => (stage.notified().length >= unused.length ? true : undefined), signal);
  stage.catchUp();

  stage.did({ kind: 'unreadable', keys, from: Date.now() });
  sandbox.control.deny(DENIED);
  const dates = stage.notified().map(({ notice }) => notice.shownAt);
  const leftMs = Math.max(...dates) - Date.now();
  say('calm', 'denied', `AWS denies it again; the last date in the mails is ${seconds(leftMs)} away`);
  await pause(Math.max(0, leftMs) + AFTER_DATES_MS, signal);
  await until(() => (heldBack(stage) ? true : undefined), signal);
  stage.catchUp();
  const kept = countOf(unused.length, 'image');
  say('good', 'still here', `${kept}, ${seconds(AFTER_DATES_MS)} after the last date: a permission is missing`);
}

/** Did a pass or a single check withhold a deletion? */
function heldBack({ world: { journal } }: Stage): boolean {
  const pass = journal.passes.some(({ entry }) => entry.action === 'delete' && entry.outcome !== 'complete');
  return pass || journal.audits.some(({ entry }) => entry.event === 'deferred');
}
