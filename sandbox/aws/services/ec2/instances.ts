import type { Instance, InstanceStateChange, Reservation, RunInstancesCommandInput } from '@aws-sdk/client-ec2';
import { AwsError } from '../../collections/errors.ts';
import { IMAGE_IDS } from '../../seeds/imageSeeds.ts';
import { INSTANCE_IDS, type InstanceRow, newInstance, STATE_CODES } from '../../seeds/instanceSeeds.ts';
import type { Call } from '../../store/call.ts';
import { collection } from '../../store/listing.ts';
import { type Ec2Handlers, ids, listing, refuseMalformed, stopIfDryRun } from './common.ts';
import { mayLaunch } from './imageQueries.ts';
import { templateFor } from './launchTemplateRows.ts';
import { tagsFor } from './tagging.ts';
import { releaseVolumes } from './volumes.ts';

export const instances: Ec2Handlers = {
  /** https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeInstances.html, Filters. */
  DescribeInstances: listing(
    collection(
      ({ here }) => here.instances,
      ({ instance }) => instance,
    ),
    {
      answer: 'Reservations',
      gathers: (page, { account }) => reservations(page, account.id),
      named: ids('InstanceIds', { ...INSTANCE_IDS, withoutPages: 'instancesSet' }),
      tags: true,
      filters: ['image-id', 'instance-id', 'instance-type', 'launch-time', 'subnet-id', 'vpc-id'],
      special: {
        'availability-zone': ({ instance }) => instance.Placement?.AvailabilityZone,
        'instance-state-code': ({ instance }) => instance.State?.Code,
        'instance-state-name': ({ instance }) => instance.State?.Name,
        'reservation-id': ({ reservationId }) => reservationId,
      },
    },
  ),

  RunInstances(input, call) {
    const template = input.LaunchTemplate && templateFor(input.LaunchTemplate, call);
    const imageId = input.ImageId ?? template?.LaunchTemplateData?.ImageId;
    refuseUnusableImage(imageId, call);
    stopIfDryRun(input);
    const reservationId = call.store.ids.next('r');
    const launched = Array.from({ length: input.MaxCount ?? 1 }, (_, index) =>
      newInstance(
        {
          ImageId: imageId,
          InstanceType: input.InstanceType ?? template?.LaunchTemplateData?.InstanceType ?? 'm1.small',
          AmiLaunchIndex: index,
          Tags: instanceTags(input, template),
        },
        call,
      ),
    );
    for (const instance of launched) call.here.instances.put(instance.InstanceId ?? '', { instance, reservationId });
    const pending = launched.map((instance) => ({ ...instance, State: { Code: 0, Name: 'pending' as const } }));
    return { ReservationId: reservationId, OwnerId: call.account.id, Groups: [], Instances: pending };
  },

  StopInstances(input, call) {
    const rows = ownInstances(input.InstanceIds, call);
    const ended = rows.find(({ instance }) => ['shutting-down', 'terminated'].includes(instance.State?.Name ?? ''));
    if (ended) {
      const message = `The instance '${ended.instance.InstanceId}' is not in a state from which it can be stopped.`;
      throw new AwsError('IncorrectInstanceState', message);
    }
    stopIfDryRun(input);
    return { StoppingInstances: rows.map((row) => changeState(row, 'stopped', 'stopping', call)) };
  },

  TerminateInstances(input, call) {
    const rows = ownInstances(input.InstanceIds, call);
    stopIfDryRun(input);
    for (const { instance } of rows) releaseVolumes(instance, call);
    return { TerminatingInstances: rows.map((row) => changeState(row, 'terminated', 'shutting-down', call)) };
  },
};

/** The answer has the transitional state; the stored state is the final one at once. */
function changeState(
  { instance, reservationId }: InstanceRow,
  to: 'stopped' | 'terminated',
  through: 'stopping' | 'shutting-down',
  { here }: Call,
): InstanceStateChange {
  const State = { Code: STATE_CODES[to] ?? 0, Name: to };
  here.instances.put(instance.InstanceId ?? '', { instance: { ...instance, State }, reservationId });
  const CurrentState = { Code: STATE_CODES[through] ?? 0, Name: through };
  return { InstanceId: instance.InstanceId, CurrentState, PreviousState: instance.State };
}

/** In the order of listings. */
function ownInstances(asked: readonly string[] = [], { here }: Call): readonly InstanceRow[] {
  refuseMalformed(asked, INSTANCE_IDS);
  const missing = asked.filter((id) => !here.instances.get(id));
  if (missing.length > 0) throw INSTANCE_IDS.notFound(missing);
  return here.instances.values().filter(({ instance }) => asked.includes(instance.InstanceId ?? ''));
}

function reservations(rows: readonly InstanceRow[], OwnerId: string): Reservation[] {
  const byId = new Map<string, Instance[]>();
  for (const { reservationId, instance } of rows) {
    byId.set(reservationId, [...(byId.get(reservationId) ?? []), instance]);
  }
  return [...byId].map(([ReservationId, Instances]) => ({ ReservationId, OwnerId, Groups: [], Instances }));
}

function refuseUnusableImage(imageId: string | undefined, call: Call): void {
  if (imageId === undefined) {
    throw new AwsError('MissingParameter', 'The request must contain the parameter ImageId');
  }
  const row = call.store
    .everywhereIn(call.region)
    .map((place) => place.images.get(imageId))
    .find((candidate) => candidate !== undefined);
  if (!row || !mayLaunch(row, call)) throw IMAGE_IDS.notFound([imageId]);
  // "…or is not in a state from which you can launch an instance": EC2's error codes, InvalidAMIID.Unavailable
  if (row.image.State !== 'available') {
    throw new AwsError('InvalidAMIID.Unavailable', `The image ID '${imageId}' is not available`);
  }
}

/** Instances launched from a template have its id and version in tags that only AWS can set. */
function instanceTags(input: RunInstancesCommandInput, template: ReturnType<typeof templateFor> | undefined) {
  const own = tagsFor(input.TagSpecifications, 'instance') ?? [];
  const from = template
    ? [
        { Key: 'aws:ec2launchtemplate:id', Value: template.LaunchTemplateId ?? '' },
        { Key: 'aws:ec2launchtemplate:version', Value: String(template.VersionNumber) },
      ]
    : [];
  return own.length + from.length === 0 ? undefined : [...own, ...from];
}
