import type { InstanceTypeInfo } from '@aws-sdk/client-ec2';
import { batchesOf } from '../../../../core/common/batches.ts';
import type { Finding } from '../../../../core/common/finding.ts';
import type { EvidenceSource } from '../../../contract/handler.ts';
import { permissionsOf } from '../../calls/call.ts';
import { ec2 } from '../../calls/ec2.ts';
import type { RunningInstanceResource } from '../../resources/runningInstance.ts';
import { allOf } from '../../wire/paging.ts';
import { ownPlace, provenReader } from '../../wire/places.ts';
import { pages } from '../../wire/reading.ts';
import { isBurstable } from './work.ts';

/** EC2 takes 200 values of filters in a request. */
const NAMES = 100;

/** What an instance has beside its processors and EBS volumes: no description of an instance says it, only that of its type. */
export const kindOfHardware: EvidenceSource = {
  name: 'kindOfHardware',
  summary:
    'What its type has beside processors: disks of the host (instance store), whose data a stop loses, and GPUs or other accelerators, whose work no metric of EC2 shows, keep it. A type that AWS does not describe is unknown.',
  permissions: permissionsOf(ec2.describeInstanceTypes),
  per: 'resource',
  candidatesAtOnce: NAMES,
  places: ownPlace,
  async read(place, scope, candidates, io) {
    const running = candidates as readonly RunningInstanceResource[];
    const names = [...new Set(running.flatMap(({ instanceType }) => instanceType ?? []))];
    const target = await provenReader(place, scope, io);
    const types = new Map<string | undefined, InstanceTypeInfo>();
    for (const Values of batchesOf(names, NAMES)) {
      // By a filter: one name that EC2 does not know in that region fails a request that lists names.
      const input = { Filters: [{ Name: 'instance-type', Values: [...Values] }] };
      for (const one of await allOf(pages(target, ec2.describeInstanceTypes, 'reading types of instances', input)))
        types.set(one.InstanceType, one);
    }
    return running.flatMap(({ id: alias, instanceType }): readonly Finding[] => {
      const type = instanceType === undefined ? undefined : types.get(instanceType);
      if (!type) return [{ alias, says: 'unknown', by: `its type ${instanceType ?? ''}, which AWS did not describe` }];
      return [
        ...reasons(type).map((why): Finding => ({ alias, says: 'used', by: `its type ${instanceType}: ${why}` })),
        ...doubts(type).map((why): Finding => ({ alias, says: 'unknown', by: `its type ${instanceType}, ${why}` })),
      ];
    });
  },
};

/** Members of the answer: https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_InstanceTypeInfo.html */
function reasons(type: InstanceTypeInfo): readonly string[] {
  const hidden = [
    ['GPUs', type.GpuInfo],
    ['FPGAs', type.FpgaInfo],
    ['inference accelerators', type.InferenceAcceleratorInfo],
    ['media accelerators', type.MediaAcceleratorInfo],
    ['Neuron devices', type.NeuronInfo],
  ] as const;
  return [
    ...(type.InstanceStorageSupported || type.InstanceStorageInfo ? ['a stop loses what is on disks of its host'] : []),
    ...hidden.flatMap(([what, info]) => (info ? [`it may work on ${what}, which its processors do not show`] : [])),
  ];
}

/** Neither a missing word nor a family whose credits were not read says that it has no such thing. */
function doubts({ InstanceType, InstanceStorageSupported, BurstablePerformanceSupported: bursts }: InstanceTypeInfo) {
  return [
    ...(InstanceStorageSupported === undefined ? ['of which AWS does not say whether it has disks of its host'] : []),
    ...(bursts !== isBurstable(InstanceType) ? ['of which it is not known whether it spends CPU credits'] : []),
  ];
}
