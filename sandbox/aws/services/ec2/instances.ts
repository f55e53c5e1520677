import type { Instance, InstanceStateChange, Reservation, RunInstancesCommandInput } from '@aws-sdk/client-ec2';
import { defined } from '../../collections/defined.ts';
import { AwsError } from '../../collections/errors.ts';
import { IMAGE_IDS } from '../../seeds/imageSeeds.ts';
import {
  INSTANCE_IDS,
  type InstanceAttributes,
  type InstanceRow,
  newInstance,
  STATE_CODES,
} from '../../seeds/instanceSeeds.ts';
import type { Call } from '../../store/call.ts';
import { collection } from '../../store/listing.ts';
import { type Ec2Handlers, ids, listing, refuseMalformed, stopIfDryRun } from './common.ts';
import { createImage } from './imageOfInstance.ts';
import { mayLaunch } from './imageQueries.ts';
import { templateFor } from './launchTemplateRows.ts';
import { tagsFor } from './tagging.ts';
import { releaseVolumes } from './volumes.ts';

export const instances: Ec2Handlers = {
  /** https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeInstances.html, Filters. */
  DescribeInstances: listing(
    collection(
      ({ here, now }) => shownStill(here.instances, now),
      ({ instance }) => instance,
    ),
    {
      answer: 'Reservations',
      gathers: (page, { account }) => reservations(page, account.id),
      named: ids('InstanceIds', { ...INSTANCE_IDS, withoutPages: 'instancesSet' }),
      tags: true,
      filters: ['client-token', 'image-id', 'instance-id', 'instance-type', 'launch-time', 'subnet-id', 'vpc-id'],
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
    const same = input.ClientToken === undefined ? undefined : launchedWith(input.ClientToken, call);
    if (same) return { ReservationId: same.reservationId, OwnerId: call.account.id, Instances: [same.instance] };
    const reservationId = call.store.ids.next('r');
    const launched = Array.from({ length: input.MaxCount ?? 1 }, (_, index) =>
      newInstance(
        {
          ImageId: imageId,
          InstanceType: input.InstanceType ?? template?.LaunchTemplateData?.InstanceType ?? 'm1.small',
          AmiLaunchIndex: index,
          ...devicesOf(call),
          ...defined({
            ClientToken: input.ClientToken,
            SubnetId: input.SubnetId,
            KeyName: input.KeyName,
            IamInstanceProfile: input.IamInstanceProfile?.Arn ? { Arn: input.IamInstanceProfile.Arn } : undefined,
            SecurityGroups: input.SecurityGroupIds?.map((GroupId) => ({ GroupId })),
            MetadataOptions: input.MetadataOptions,
          }),
          Tags: instanceTags(input, template),
        },
        call,
      ),
    );
    const attributes: InstanceAttributes = {
      disableApiTermination: input.DisableApiTermination ?? false,
      disableApiStop: input.DisableApiStop ?? false,
      ...(defined({
        userData: input.UserData,
        shutdown: input.InstanceInitiatedShutdownBehavior,
        credits: input.CreditSpecification?.CpuCredits,
      }) as InstanceAttributes),
    };
    for (const instance of launched)
      call.here.instances.put(instance.InstanceId ?? '', { instance, reservationId, attributes });
    const pending = launched.map((instance) => ({ ...instance, State: { Code: 0, Name: 'pending' as const } }));
    return { ReservationId: reservationId, OwnerId: call.account.id, Groups: [], Instances: pending };
  },

  CreateImage: createImage,

  /** "You can specify only one attribute at a time": API_DescribeInstanceAttribute. */
  DescribeInstanceAttribute(input, call) {
    const [row] = ownInstances([input.InstanceId ?? ''], call);
    const { disableApiTermination = false, disableApiStop = false, userData, shutdown } = row?.attributes ?? {};
    const InstanceId = input.InstanceId;
    switch (input.Attribute) {
      case 'disableApiTermination':
        return { InstanceId, DisableApiTermination: { Value: disableApiTermination } };
      case 'disableApiStop':
        return { InstanceId, DisableApiStop: { Value: disableApiStop } };
      case 'instanceInitiatedShutdownBehavior':
        return { InstanceId, InstanceInitiatedShutdownBehavior: { Value: shutdown ?? 'stop' } };
      case 'userData':
        return { InstanceId, UserData: userData === undefined ? {} : { Value: userData } };
      default:
        throw new AwsError('InvalidParameterValue', `Value (${input.Attribute}) for parameter attribute is invalid`);
    }
  },

  StartInstances(input, call) {
    const rows = ownInstances(input.InstanceIds, call);
    const other = rows.find(({ instance }) => !['running', 'stopped'].includes(instance.State?.Name ?? ''));
    if (other) throw wrongState(other, 'started');
    stopIfDryRun(input);
    return { StartingInstances: rows.map((row) => changeState(row, 'running', 'pending', call)) };
  },

  StopInstances(input, call) {
    const rows = ownInstances(input.InstanceIds, call);
    refuseProtected(rows, 'disableApiStop');
    const ended = rows.find(({ instance }) => ['shutting-down', 'terminated'].includes(instance.State?.Name ?? ''));
    if (ended) throw wrongState(ended, 'stopped');
    stopIfDryRun(input);
    return { StoppingInstances: rows.map((row) => changeState(row, 'stopped', 'stopping', call)) };
  },

  TerminateInstances(input, call) {
    const rows = ownInstances(input.InstanceIds, call);
    refuseProtected(rows, 'disableApiTermination');
    stopIfDryRun(input);
    for (const { instance } of rows) releaseVolumes(instance, call);
    return { TerminatingInstances: rows.map((row) => changeState(row, 'terminated', 'shutting-down', call)) };
  },
};

/** "Terminated instances remain visible … for a short while", which is about an hour: EC2 User Guide, terminate instances. */
const SHOWN_FOR_MS = 3_600_000;

function shownStill(table: Call['here']['instances'], now: Date): Call['here']['instances'] {
  for (const { key, value } of table.view())
    if (value.endedAt !== undefined && now.getTime() - value.endedAt > SHOWN_FOR_MS) table.removeNow(key);
  return table;
}

function wrongState({ instance }: InstanceRow, done: string): AwsError {
  const message = `The instance '${instance.InstanceId}' is not in a state from which it can be ${done}.`;
  return new AwsError('IncorrectInstanceState', message);
}

/** The code and the words: https://repost.aws/knowledge-center/ec2-instance-termination-protection */
function refuseProtected(rows: readonly InstanceRow[], by: 'disableApiStop' | 'disableApiTermination'): void {
  const one = rows.find(({ attributes }) => attributes?.[by]);
  if (!one) return;
  const what = by === 'disableApiStop' ? 'stopped' : 'terminated';
  throw new AwsError(
    'OperationNotPermitted',
    `The instance '${one.instance.InstanceId}' may not be ${what}. Modify its '${by}' instance attribute and try again.`,
  );
}

/** The answer has the transitional state; the stored state is the final one at once. */
function changeState(
  row: InstanceRow,
  to: 'running' | 'stopped' | 'terminated',
  through: 'pending' | 'stopping' | 'shutting-down',
  { here, now }: Call,
): InstanceStateChange {
  const { instance } = row;
  const State = { Code: STATE_CODES[to] ?? 0, Name: to };
  const at = now.toISOString().replace('T', ' ').slice(0, 19);
  const isStart = to === 'running';
  const change = {
    State,
    StateTransitionReason: isStart ? '' : `User initiated (${at} GMT)`,
    ...(isStart && instance.State?.Name !== 'running' ? { LaunchTime: now } : {}),
  };
  const endedAt = to === 'terminated' ? { endedAt: row.endedAt ?? now.getTime() } : {};
  here.instances.put(instance.InstanceId ?? '', { ...row, instance: { ...instance, ...change }, ...endedAt });
  const CurrentState = { Code: STATE_CODES[through] ?? 0, Name: through };
  return { InstanceId: instance.InstanceId, CurrentState, PreviousState: instance.State };
}

/** A root volume and a first network interface, which live and end with it: neither is in a list of its own here. */
function devicesOf({ ids: next, now }: Call): Pick<Instance, 'BlockDeviceMappings' | 'NetworkInterfaces'> {
  const Ebs = { VolumeId: next.next('vol'), AttachTime: now, DeleteOnTermination: true, Status: 'attached' as const };
  const Attachment = { DeviceIndex: 0, AttachTime: now, Status: 'attached' as const, DeleteOnTermination: true };
  return {
    BlockDeviceMappings: [{ DeviceName: '/dev/xvda', Ebs }],
    NetworkInterfaces: [{ NetworkInterfaceId: next.next('eni'), SourceDestCheck: true, Attachment }],
  };
}

/**
 * "Ensures idempotency": the same token starts nothing again. The code and the words for one that is terminated by now:
 * https://docs.aws.amazon.com/ec2/latest/devguide/errors-overview.html, IdempotentInstanceTerminated.
 */
function launchedWith(token: string, { here }: Call): InstanceRow | undefined {
  const same = here.instances.values().find(({ instance }) => instance.ClientToken === token);
  if (same?.instance.State?.Name !== 'terminated') return same;
  throw new AwsError(
    'IdempotentInstanceTerminated',
    'The request to launch an instance uses the same client token as a previous request for which the instance has been terminated.',
  );
}

/** In the order of listings. */
function ownInstances(ids: readonly string[] = [], { here }: Call): readonly InstanceRow[] {
  refuseMalformed(ids, INSTANCE_IDS);
  const missing = ids.filter((id) => !here.instances.get(id));
  if (missing.length > 0) throw INSTANCE_IDS.notFound(missing);
  return here.instances.values().filter(({ instance }) => ids.includes(instance.InstanceId ?? ''));
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
