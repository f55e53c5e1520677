/** Circumstances from the start, and events on the side. */
import { DEV, OWNERS, PROD } from '../../../sandbox/demo/accounts.ts';
import { keyOf } from '../../../sandbox/demo/truth.ts';
import type { Stage } from './stage.ts';
import { placeOf } from './words.ts';

/** Slow AWS answers, so that deletions can be watched, and interrupted. */
export function slowDeletions({ world }: Stage): void {
  world.sandbox.control.addFault({ kind: 'slow', operation: 'DeregisterImage', delayMs: 150 });
}

/** An owner has left: mail to the address is refused, so this owner's resources may not be deleted. */
export function refuseMail(stage: Stage): void {
  const recipient = OWNERS.gone;
  const fault = { kind: 'refuse', code: 550, text: '5.1.1 no such user' } as const;
  stage.world.mail.faults.add({ step: 'recipient', recipient, fault });
  stage.did({ kind: 'unreachable', keys: stage.resources({ owner: recipient }).map(keyOf) });
}

/** As in config/demo.yaml. */
export function noteThePace(stage: Stage): void {
  stage.did({ kind: 'paced', place: { account: PROD.id, region: 'us-east-1' }, type: 'autoScalingGroup', perDay: 2 });
}

/** A group with a notice is replaced by another of the same name, which has no notice. */
export async function replaceGroup(stage: Stage): Promise<void> {
  const wanted = { account: DEV.id, region: 'eu-west-1', type: 'autoScalingGroup', id: 'migration-workers' } as const;
  const { resource, key } = await stage.take(wanted);
  const { control } = stage.world.sandbox;
  const { account, region, id } = resource;
  const place = { account, region };
  const group = control.state(place).autoScalingGroups.find(({ AutoScalingGroupName }) => AutoScalingGroupName === id);
  if (!group) return;
  const { AutoScalingGroupARN: _arn, ...same } = group;
  control.remove(place, 'autoScalingGroup', id);
  control.addAutoScalingGroups(place, [same]);
  stage.did({ kind: 'replaced', key, at: Date.now() });
  stage.say(
    'calm',
    'replaced',
    `group ${id} in ${placeOf(resource)} with another group of the same name: its owner must be notified again`,
  );
}
