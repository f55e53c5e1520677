/** Evidence that may not be read for a while, and evidence about one image that is lost right before its date. */
import { DEV, OWNERS, PROD } from '../../../sandbox/demo/accounts.ts';
import { keyOf } from '../../../sandbox/demo/truth.ts';
import type { Stage } from './stage.ts';
import { pause, until } from './until.ts';
import { placeOf } from './words.ts';

const DENIED = { account: DEV.id, region: 'eu-west-1', action: 'ec2:DescribeLaunchTemplates' } as const;
const DENIED_FOR_MS = 30_000;

/** Before the instances start. @returns the act that gives the permission back */
export function denyEvidence(stage: Stage): () => Promise<void> {
  const { control } = stage.world.sandbox;
  const from = Date.now();
  control.deny(DENIED);
  // Images of both accounts: an image that one shares may be used by the other.
  const keys = stage.resources({ region: DENIED.region, type: 'image' }).map(keyOf);
  const record = { kind: 'unreadable', keys, from } as const;
  stage.did(record);
  return async () => {
    const withheld = () => stage.world.journal.passes.find(({ entry }) => entry.outcome === 'incomplete');
    const others = () => (withheld() && stage.notified().length > 0 ? true : undefined);
    await until(others, stage.signal, DENIED_FOR_MS);
    stage.interventions.splice(stage.interventions.indexOf(record), 1, { ...record, until: Date.now() });
    control.allow(DENIED);
    stage.say('calm', 'allowed', `${placeOf(DENIED)} allows its launch templates to be listed again`);
  };
}

const BEFORE_MS = 1_500;

/** For good: the image is deferred as long as its use is unknown. */
export async function loseEvidence(stage: Stage): Promise<void> {
  const notified = await stage.take({ account: PROD.id, region: 'us-east-1', type: 'image', owner: OWNERS.data });
  const { resource, key, notice } = notified;
  await pause(Math.max(0, notice.shownAt - BEFORE_MS - Date.now()), stage.signal);
  const { account, region, id } = resource;
  const { sandbox, journal } = stage.world;
  sandbox.control.addFault({ kind: 'deny', operation: 'DescribeImageAttribute', account, region, containing: id });
  stage.did({ kind: 'unreadable', keys: [key], from: Date.now() });
  stage.say(
    'calm',
    'unreadable',
    `AWS denies the launch permissions of ${resource.name} in ${placeOf(resource)} from now on`,
  );
  await until(() => journal.audit(key, 'deferred', 'unmarked', 'deleted', 'gone'), stage.signal);
}
