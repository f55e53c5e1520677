import type { Instance, InstanceStateChange, Reservation, RunInstancesCommandInput } from '@aws-sdk/client-ec2';
import type { Call } from '../call.ts';
import { AwsError } from '../errors.ts';
import { ec2Filter, type FilterTable } from '../filters.ts';
import type { InstanceRow } from '../store.ts';
import type { Row } from '../table.ts';
import {
  type Ec2Handlers,
  ec2Page,
  LARGE_PAGES,
  nextToken,
  refuseIdsWithPages,
  refuseMalformed,
  stopIfDryRun,
} from './common.ts';
import { imageNotFound, mayLaunch } from './imageQueries.ts';
import { templateFor } from './launchTemplateRows.ts';
import { newInstance, STATE_CODES } from './seeds.ts';
import { tagsFor } from './tagging.ts';
import { releaseVolumes } from './volumes.ts';

/** https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeInstances.html, Filters. */
const FILTERS: FilterTable<InstanceRow> = {
  'availability-zone': ({ instance }) => instance.Placement?.AvailabilityZone,
  'image-id': ({ instance }) => instance.ImageId,
  'instance-id': ({ instance }) => instance.InstanceId,
  'instance-state-code': ({ instance }) => instance.State?.Code,
  'instance-state-name': ({ instance }) => instance.State?.Name,
  'instance-type': ({ instance }) => instance.InstanceType,
  'launch-time': ({ instance }) => instance.LaunchTime,
  'reservation-id': ({ reservationId }) => reservationId,
  'subnet-id': ({ instance }) => instance.SubnetId,
  'vpc-id': ({ instance }) => instance.VpcId,
};

export const instances: Ec2Handlers = {
  DescribeInstances(input, call) {
    refuseIdsWithPages(input.InstanceIds, input, 'instancesSet');
    const matches = ec2Filter(input.Filters, FILTERS, ({ instance }) => instance.Tags);
    const known = call.here.instances.view();
    const asked = input.InstanceIds?.length ? byIds(input.InstanceIds, known) : known;
    const scope = `DescribeInstances ${call.account.id}`;
    const page = ec2Page(asked, input, scope, LARGE_PAGES, ({ value }) => matches(value));
    return { Reservations: reservations(page.rows, call.account.id), ...nextToken(page) };
  },

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
        call.region,
        call.store.ids,
        call.now,
      ),
    );
    for (const instance of launched) call.here.instances.put(instance.InstanceId ?? '', { instance, reservationId });
    const pending = launched.map((instance) => ({ ...instance, State: { Code: 0, Name: 'pending' as const } }));
    return { ReservationId: reservationId, OwnerId: call.account.id, Groups: [], Instances: pending };
  },

  StopInstances(input, call) {
    const rows = byIds(input.InstanceIds ?? [], call.here.instances.values().map(asRow));
    const ended = rows.find(({ value }) => ['shutting-down', 'terminated'].includes(value.instance.State?.Name ?? ''));
    if (ended) {
      const message = `The instance '${ended.key}' is not in a state from which it can be stopped.`;
      throw new AwsError('IncorrectInstanceState', message);
    }
    stopIfDryRun(input);
    return { StoppingInstances: rows.map(({ value }) => changeState(value, 'stopped', 'stopping', call)) };
  },

  TerminateInstances(input, call) {
    const rows = byIds(input.InstanceIds ?? [], call.here.instances.values().map(asRow));
    stopIfDryRun(input);
    for (const { value } of rows) releaseVolumes(value.instance, call);
    return { TerminatingInstances: rows.map(({ value }) => changeState(value, 'terminated', 'shutting-down', call)) };
  },
};

/** What it is going through is answered; what it comes to is there at once. */
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

function asRow(value: InstanceRow): Row<InstanceRow> {
  return { seq: 0, key: value.instance.InstanceId ?? '', value };
}

function byIds(ids: readonly string[], known: readonly Row<InstanceRow>[]): Row<InstanceRow>[] {
  refuseMalformed(ids, 'i', 'InvalidInstanceID.Malformed');
  const wanted = new Set(ids);
  const found = known.filter(({ key }) => wanted.delete(key));
  if (wanted.size === 0) return found;
  const missing = [...wanted];
  const text = missing.length === 1 ? `ID '${missing[0]}' does not exist` : `IDs '${missing.join(', ')}' do not exist`;
  throw new AwsError('InvalidInstanceID.NotFound', `The instance ${text}`);
}

function reservations(rows: readonly Row<InstanceRow>[], OwnerId: string): Reservation[] {
  const byId = new Map<string, Instance[]>();
  for (const { value } of rows) {
    const group = byId.get(value.reservationId) ?? [];
    byId.set(value.reservationId, [...group, value.instance]);
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
  if (!row || !mayLaunch(row, call)) throw imageNotFound([imageId]);
  // "…or is not in a state from which you can launch an instance": EC2's error codes, InvalidAMIID.Unavailable
  if (row.image.State !== 'available') {
    throw new AwsError('InvalidAMIID.Unavailable', `The image ID '${imageId}' is not available`);
  }
}

/** Instances made from a template carry its id and version in tags that only AWS can set. */
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
