import type { RunInstancesRequest } from '@aws-sdk/client-ec2';
import { defined } from '../../../../core/common/defined.ts';
import type { Read } from '../../../../core/resource/resource.ts';
import type { Restoring } from '../../../../core/resource/restoring.ts';
import { ec2 } from '../../calls/ec2.ts';
import type { DescribedInstance, InstanceResource } from '../../resources/instance.ts';
import { lastImagesOf } from '../../resources/lastImages.ts';
import { awsCommand } from '../../session/commandLine.ts';
import { makingAgain, sameTags, tokenFor } from '../../session/makingAgain.ts';
import { isThere, refused, type Wanted } from '../../session/restoring.ts';

/** Starts one from the last image, with the same type, network, role and user data, under another id and address. */
export async function restoreInstance(wanted: Wanted, now: Read<InstanceResource> | undefined): Promise<Restoring> {
  const { restorer, stored } = wanted;
  if (now?.kind === 'found' && now.resource.state !== 'shutting-down') return isThere(stored.id);
  const image = (await lastImagesOf(restorer, stored.id)).find(({ State }) => State === 'available')?.ImageId;
  if (image === undefined) return refused(`no last image of ${stored.id} is there and available`);
  return makingAgain(wanted, {
    call: ec2.runInstances,
    input: starting(stored.definition as DescribedInstance, stored.id, image),
    noun: 'instance',
    where: `from ${image}, its last image, which starts it`,
    idOf: ({ Instances }) => Instances?.[0]?.InstanceId,
    afterwards: (id) => [
      {
        says: 'it runs, and costs by the hour; this stops it',
        command: awsCommand(restorer, 'ec2 stop-instances', { 'instance-ids': id }),
      },
    ],
  });
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
