import type { Instance, InstanceStateName } from '@aws-sdk/client-ec2';
import { defined } from '../collections/defined.ts';
import { AwsError } from '../collections/errors.ts';
import { type Kind, type Making, shownInside, type Tagged } from '../collections/kind.ts';
import { asDate, type Seed, type Tags, tagList } from '../collections/seed.ts';

export interface InstanceSeed extends Omit<Seed<Instance>, 'State'> {
  readonly tags?: Tags;
  /** Default `running`. */
  readonly state?: InstanceStateName;
  readonly attributes?: InstanceAttributes;
}

/** What EC2 says of an instance outside its description: API_DescribeInstanceAttribute. */
export interface InstanceAttributes {
  readonly disableApiTermination?: boolean;
  readonly disableApiStop?: boolean;
  /** In base64. */
  readonly userData?: string;
  /** Default `stop`. */
  readonly shutdown?: string;
  /** `standard` or `unlimited`. */
  readonly credits?: string;
}

export interface InstanceRow {
  readonly instance: Instance;
  readonly reservationId: string;
  readonly attributes?: InstanceAttributes;
  /** Of a terminated one: it is described for an hour after that; ms since the epoch. */
  readonly endedAt?: number;
}

export const INSTANCE_IDS: Tagged = {
  prefix: 'i',
  type: 'instance',
  malformed: 'InvalidInstanceID.Malformed',
  notFound(missing) {
    const ids = missing.length === 1 ? `ID '${missing[0]}' does not exist` : `IDs '${missing.join(', ')}' do not exist`;
    return new AwsError('InvalidInstanceID.NotFound', `The instance ${ids}`);
  },
};

export const instances: Kind<'instance', InstanceSeed, InstanceRow, Instance> = {
  name: 'instance',
  noun: 'EC2 instance',
  make(seed, making) {
    const instance = newInstance(seed, making);
    const { attributes } = seed;
    return { instance, reservationId: making.ids.next('r'), ...(attributes && { attributes }) };
  },
  keyOf: ({ instance }) => instance.InstanceId,
  ...shownInside<InstanceRow, 'instance'>('instance'),
  reads: { operation: 'DescribeInstances', by: 'InstanceIds' },
  deletes: { operation: 'TerminateInstances', by: 'InstanceIds' },
  tagged: INSTANCE_IDS,
};

/** The image of instances whose image is irrelevant: AWS always names one. */
export const SOME_IMAGE = 'ami-00000000000000000';

export function newInstance(
  { tags, state = 'running', attributes: _attributes, ...given }: InstanceSeed,
  { region, ids, now }: Making,
): Instance {
  const instance: Instance = {
    InstanceId: ids.next('i'),
    ImageId: SOME_IMAGE,
    InstanceType: 't3.micro',
    Architecture: 'x86_64',
    AmiLaunchIndex: 0,
    Placement: { AvailabilityZone: `${region}a`, Tenancy: 'default' },
    PrivateIpAddress: '10.0.0.10',
    VpcId: 'vpc-00000000000000001',
    SubnetId: 'subnet-00000000000000001',
    RootDeviceName: '/dev/xvda',
    RootDeviceType: 'ebs',
    SourceDestCheck: true,
    HibernationOptions: { Configured: false },
    EnclaveOptions: { Enabled: false },
    State: { Code: STATE_CODES[state] ?? 16, Name: state },
    ...tagList(tags),
  };
  const LaunchTime = asDate(given.LaunchTime, now);
  return Object.assign(instance, defined(given), { LaunchTime, ...attachedAt(given, LaunchTime) });
}

/** AWS dates every attachment: https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_EbsInstanceBlockDevice.html */
function attachedAt(
  { BlockDeviceMappings }: Pick<InstanceSeed, 'BlockDeviceMappings'>,
  by: Date,
): Pick<Instance, 'BlockDeviceMappings'> {
  if (BlockDeviceMappings === undefined) return {};
  return {
    BlockDeviceMappings: BlockDeviceMappings.map(({ Ebs, ...device }) => ({
      ...device,
      ...(Ebs && { Ebs: { AttachTime: by, ...Ebs } }),
    })),
  };
}

/** https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_InstanceState.html */
export const STATE_CODES: Readonly<Record<string, number>> = {
  pending: 0,
  running: 16,
  'shutting-down': 32,
  terminated: 48,
  stopping: 64,
  stopped: 80,
};
