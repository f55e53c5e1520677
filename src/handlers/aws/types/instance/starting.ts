/** The request that starts an instance like another one. Pure. */
import type { RunInstancesRequest, Tag, TagSpecification, VCpuInfo } from '@aws-sdk/client-ec2';
import { defined } from '../../../../core/common/defined.ts';
import type { DescribedInstance } from '../../resources/instance.ts';
import { sameTags, tokenFor } from '../../session/makingAgain.ts';

/** The cores and threads that a type has where nobody chooses; `undefined`: not known. */
export type UsualCores = Pick<VCpuInfo, 'DefaultCores' | 'DefaultThreadsPerCore'> | undefined;

/**
 * https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_RunInstances.html. Its private address may be another's by now: AWS
 * chooses one.
 */
export function starting(old: DescribedInstance, id: string, ImageId: string, usual: UsualCores): RunInstancesRequest {
  const { MetadataOptions: metadata, IamInstanceProfile, PrivateDnsNameOptions: names } = old;
  const groups = (old.SecurityGroups ?? []).flatMap(({ GroupId }) => GroupId ?? []);
  const ipv6 = old.NetworkInterfaces?.[0]?.Ipv6Addresses ?? [];
  const weighting = old.NetworkPerformanceOptions?.BandwidthWeighting;
  return {
    ImageId,
    MinCount: 1,
    MaxCount: 1,
    ClientToken: tokenFor(id),
    ...defined({
      InstanceType: old.InstanceType,
      SubnetId: old.SubnetId || undefined,
      SecurityGroupIds: groups.length > 0 ? groups : undefined,
      Ipv6AddressCount: ipv6.length || undefined,
      EnablePrimaryIpv6: ipv6.some(({ IsPrimaryIpv6 }) => IsPrimaryIpv6) || undefined,
      KeyName: old.KeyName || undefined,
      UserData: old.UserData,
      EbsOptimized: old.EbsOptimized || undefined,
      IamInstanceProfile: IamInstanceProfile?.Arn ? { Arn: IamInstanceProfile.Arn } : undefined,
      InstanceInitiatedShutdownBehavior: old.InstanceInitiatedShutdownBehavior as 'stop' | 'terminate' | undefined,
      CreditSpecification: old.CpuCredits ? { CpuCredits: old.CpuCredits } : undefined,
      Monitoring: old.Monitoring?.State === 'enabled' ? { Enabled: true } : undefined,
      Placement: placementOf(old),
      CpuOptions: cpuOptionsOf(old, usual),
      EnclaveOptions: old.EnclaveOptions?.Enabled ? { Enabled: true } : undefined,
      CapacityReservationSpecification: reservationOf(old),
      // Only a subnet with IPv6 takes the record of it.
      PrivateDnsNameOptions: names && {
        ...defined({
          HostnameType: names.HostnameType,
          EnableResourceNameDnsARecord: names.EnableResourceNameDnsARecord,
          EnableResourceNameDnsAAAARecord: names.EnableResourceNameDnsAAAARecord || undefined,
        }),
      },
      MaintenanceOptions:
        old.MaintenanceOptions?.AutoRecovery === 'disabled' ? { AutoRecovery: 'disabled' } : undefined,
      NetworkPerformanceOptions: weighting && weighting !== 'default' ? { BandwidthWeighting: weighting } : undefined,
      MetadataOptions: metadata && {
        ...defined({
          HttpTokens: metadata.HttpTokens,
          HttpPutResponseHopLimit: metadata.HttpPutResponseHopLimit,
          HttpEndpoint: metadata.HttpEndpoint,
          HttpProtocolIpv6: metadata.HttpProtocolIpv6,
          InstanceMetadataTags: metadata.InstanceMetadataTags,
        }),
      },
      TagSpecifications: tagsOf(old),
    }),
  };
}

/** A type without a choice refuses any: https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/instance-optimize-cpu.html */
function cpuOptionsOf({ CpuOptions }: DescribedInstance, usual: UsualCores): RunInstancesRequest['CpuOptions'] {
  if (!CpuOptions) return undefined;
  const { CoreCount, ThreadsPerCore, AmdSevSnp, NestedVirtualization } = CpuOptions;
  const chosen = defined({
    AmdSevSnp: AmdSevSnp === 'enabled' ? AmdSevSnp : undefined,
    NestedVirtualization: NestedVirtualization === 'enabled' ? NestedVirtualization : undefined,
  });
  const isUsual = CoreCount === usual?.DefaultCores && ThreadsPerCore === usual?.DefaultThreadsPerCore;
  if (isUsual && Object.keys(chosen).length === 0) return undefined;
  return { ...defined({ CoreCount, ThreadsPerCore }), ...chosen };
}

/** The subnet decides the zone; one with a host or a tenancy of its own is kept. */
function placementOf({ Placement = {} }: DescribedInstance): RunInstancesRequest['Placement'] {
  const { GroupName, GroupId, PartitionNumber } = Placement;
  if (!GroupName && !GroupId) return undefined;
  return {
    ...(GroupName ? { GroupName } : { GroupId }),
    ...defined({ PartitionNumber: PartitionNumber || undefined }),
  };
}

/** `open` is what AWS chooses by itself. */
function reservationOf({ CapacityReservationSpecification: one }: DescribedInstance) {
  const isUsual = (one?.CapacityReservationPreference ?? 'open') === 'open' && !one?.CapacityReservationTarget;
  return isUsual ? undefined : one;
}

/** A request tags all new volumes alike, and all interfaces: with what each of the old ones had. */
function tagsOf(old: DescribedInstance): TagSpecification[] | undefined {
  const all = [
    ...(sameTags('instance', old.Tags) ?? []),
    ...(sameTags('volume', ofEach(old.TaggedVolumes?.map(({ Tags }) => Tags))) ?? []),
    ...(sameTags('network-interface', ofEach(old.TaggedInterfaces?.map(({ TagSet }) => TagSet))) ?? []),
  ];
  return all.length > 0 ? all : undefined;
}

function ofEach([first = [], ...others]: readonly (readonly Tag[] | undefined)[] = []): Tag[] {
  const has = (tags: readonly Tag[] | undefined, one: Tag) =>
    tags?.some(({ Key, Value }) => Key === one.Key && Value === one.Value) ?? false;
  return first.filter((one) => others.every((tags) => has(tags, one)));
}
