import type { Instance, RunInstancesRequest } from '@aws-sdk/client-ec2';
import { defined } from '../../../../core/common/defined.ts';
import type { Read } from '../../../../core/resource/resource.ts';
import type { Restoring } from '../../../../core/resource/restoring.ts';
import { ec2 } from '../../calls/ec2.ts';
import { type DescribedInstance, type InstanceResource, instancesOf } from '../../resources/instance.ts';
import { lastImagesOf } from '../../resources/lastImages.ts';
import { awsCommand, awsJsonCommand } from '../../session/commandLine.ts';
import { makingAgain, sameTags, tokenFor } from '../../session/makingAgain.ts';
import { isThere, refused, type Wanted } from '../../session/restoring.ts';
import { allOf } from '../../wire/paging.ts';
import { pages } from '../../wire/reading.ts';

/** Starts one from the last image, with the same type, network, role and user data, under another id and address. */
export async function restoreInstance(wanted: Wanted, now: Read<InstanceResource> | undefined): Promise<Restoring> {
  const { restorer, stored } = wanted;
  if (now?.kind !== 'gone' && now?.kind !== 'found')
    return refused(`it is not known whether ${stored.id} is gone: ${now?.why ?? 'AWS did not say'}`);
  if (now.kind === 'found' && now.resource.state !== 'shutting-down') return isThere(stored.id);
  const earlier = await startedBefore(wanted);
  const alive = earlier.find(({ State }) => !ENDING.has(State?.Name))?.InstanceId;
  if (alive) return isThere(alive);
  const image = (await lastImagesOf(restorer, stored.id)).find(({ State }) => State === 'available')?.ImageId;
  if (image === undefined) return refused(`no last image of ${stored.id} is there and available`);
  const input = starting(stored.definition as DescribedInstance, stored.id, image);
  if (earlier.length > 0) return endedSince(wanted, earlier, input);
  const { Arn: profile } = input.IamInstanceProfile ?? {};
  return makingAgain(wanted, {
    call: ec2.runInstances,
    input,
    noun: 'instance',
    where: `from ${image}, its last image, which starts it${profile ? ` with ${profile} (this needs iam:PassRole for its role)` : ''}`,
    idOf: ({ Instances }) => Instances?.[0]?.InstanceId,
    afterwards: (id) => [
      {
        says: 'it runs, and costs by the hour; this stops it',
        command: awsCommand(restorer, 'ec2 stop-instances', { 'instance-ids': id }),
      },
    ],
  });
}

const ENDING: ReadonlySet<string | undefined> = new Set(['shutting-down', 'terminated']);

/** The token keeps a second attempt from starting another one only as long as AWS remembers it; an instance names its own. */
async function startedBefore({ restorer, stored }: Wanted): Promise<readonly Instance[]> {
  const Filters = [{ Name: 'client-token', Values: [tokenFor(stored.id)] }];
  const what = `looking for an instance that ${stored.id} was restored as`;
  const reservations = await allOf(pages(restorer, ec2.describeInstances, what, { Filters }));
  return reservations.flatMap(instancesOf);
}

/** AWS refuses the same token then (`IdempotentInstanceTerminated`), and another one would forget what was done before. */
function endedSince({ restorer, stored }: Wanted, ended: readonly Instance[], input: RunInstancesRequest): Restoring {
  const { ClientToken: _used, ...again } = input;
  const ids = ended.map(({ InstanceId = 'an instance' }) => InstanceId).join(', ');
  const command = awsJsonCommand(restorer, 'ec2 run-instances', again);
  const step = { says: `starts another one like ${stored.id}, each time it runs`, command };
  return { kind: 'byHand', why: `it was restored as ${ids}, which is terminated by now`, steps: [step] };
}

/**
 * https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_RunInstances.html. Its private address may be another's by now: AWS
 * chooses one.
 */
function starting(old: DescribedInstance, id: string, ImageId: string): RunInstancesRequest {
  const { MetadataOptions: metadata, Placement = {}, IamInstanceProfile } = old;
  const groups = (old.SecurityGroups ?? []).flatMap(({ GroupId }) => GroupId ?? []);
  return {
    ImageId,
    MinCount: 1,
    MaxCount: 1,
    ClientToken: tokenFor(id),
    ...defined({
      InstanceType: old.InstanceType,
      SubnetId: old.SubnetId || undefined,
      SecurityGroupIds: groups.length > 0 ? groups : undefined,
      KeyName: old.KeyName || undefined,
      UserData: old.UserData,
      EbsOptimized: old.EbsOptimized || undefined,
      IamInstanceProfile: IamInstanceProfile?.Arn ? { Arn: IamInstanceProfile.Arn } : undefined,
      Monitoring: old.Monitoring?.State === 'enabled' ? { Enabled: true } : undefined,
      Placement: Placement.GroupName ? { GroupName: Placement.GroupName } : undefined,
      MetadataOptions: metadata && {
        ...defined({
          HttpTokens: metadata.HttpTokens,
          HttpPutResponseHopLimit: metadata.HttpPutResponseHopLimit,
          HttpEndpoint: metadata.HttpEndpoint,
          HttpProtocolIpv6: metadata.HttpProtocolIpv6,
          InstanceMetadataTags: metadata.InstanceMetadataTags,
        }),
      },
      TagSpecifications: sameTags('instance', old.Tags),
    }),
  };
}
