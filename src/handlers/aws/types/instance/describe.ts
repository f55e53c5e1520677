/** What is stored of an instance: after its termination nothing else says it. */
import { defined } from '../../../../core/common/defined.ts';
import { ec2 } from '../../calls/ec2.ts';
import type { DescribedInstance, LaunchedInstance } from '../../resources/instance.ts';
import { allOf } from '../../wire/paging.ts';
import { pages, read, readList } from '../../wire/reading.ts';
import type { CallScope } from '../../wire/target.ts';

/** The calls of {@link describeInstance}. */
export const DESCRIBE_CALLS = [
  ec2.describeInstanceAttribute,
  ec2.describeInstanceCreditSpecifications,
  ec2.describeNetworkInterfaces,
  ec2.describeVolumes,
];

/** https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/burstable-performance-instances.html: the other types have no credits. */
const BURSTABLE = /^t\d/;

/**
 * Its description, with what only other calls say: its user data, what a shutdown from within does, its credits, and the tags of what goes
 * with it. @throws ReadError
 */
export async function describeInstance(target: CallScope, one: LaunchedInstance): Promise<DescribedInstance> {
  const { InstanceId: id = '' } = one;
  const ask = (Attribute: 'userData' | 'instanceInitiatedShutdownBehavior', what: string) =>
    read(target, ec2.describeInstanceAttribute, `reading ${what} of ${id}`, { InstanceId: id, Attribute });
  const { UserData } = await ask('userData', 'the user data');
  const { InstanceInitiatedShutdownBehavior } = await ask(
    'instanceInitiatedShutdownBehavior',
    'the shutdown behaviour',
  );
  const Filters = [{ Name: 'attachment.instance-id', Values: [id] }];
  const volumes = await allOf(pages(target, ec2.describeVolumes, `reading the volumes of ${id}`, { Filters }));
  const what = `reading the interfaces of ${id}`;
  const interfaces = await allOf(pages(target, ec2.describeNetworkInterfaces, what, { Filters }));
  return {
    ...one,
    ...defined({
      UserData: UserData?.Value || undefined,
      InstanceInitiatedShutdownBehavior: InstanceInitiatedShutdownBehavior?.Value,
      CpuCredits: BURSTABLE.test(one.InstanceType ?? '') ? await creditsOf(target, id) : undefined,
    }),
    TaggedVolumes: volumes.map(({ VolumeId, Tags }) => defined({ VolumeId, Tags })),
    TaggedInterfaces: interfaces.map(({ NetworkInterfaceId, TagSet }) => defined({ NetworkInterfaceId, TagSet })),
  };
}

async function creditsOf(target: CallScope, id: string): Promise<string | undefined> {
  const what = `reading the credits of ${id}`;
  const [one] = await readList(target, ec2.describeInstanceCreditSpecifications, what, { InstanceIds: [id] });
  return one?.CpuCredits;
}
