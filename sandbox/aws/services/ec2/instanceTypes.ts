import type { InstanceTypeInfo } from '@aws-sdk/client-ec2';
import { AwsError } from '../../collections/errors.ts';
import { ec2Filter } from '../../collections/filters.ts';
import type { Ec2Handlers } from './common.ts';

/** The families that AWS describes here, by what they have beside processors and EBS volumes. */
const FAMILIES: Readonly<Record<string, Omit<InstanceTypeInfo, 'InstanceType'>>> = {
  m1: { InstanceStorageSupported: true },
  t2: { BurstablePerformanceSupported: true },
  t3: { BurstablePerformanceSupported: true },
  c5: {},
  m5: {},
  m6i: {},
  m5d: { InstanceStorageSupported: true, InstanceStorageInfo: { TotalSizeInGB: 75, NvmeSupport: 'required' } },
  g5: { InstanceStorageSupported: true, GpuInfo: { Gpus: [{ Name: 'A10G', Count: 1 }] } },
  p3: { GpuInfo: { Gpus: [{ Name: 'V100', Count: 1 }] } },
  inf2: { NeuronInfo: { NeuronDevices: [{ Name: 'Inferentia2', Count: 1 }] } },
  vt1: { MediaAcceleratorInfo: { Accelerators: [{ Name: 'U30', Count: 2 }] } },
};

export const instanceTypes: Ec2Handlers = {
  /**
   * Up to 100 by name, of which one that AWS does not know fails the whole call:
   * https://github.com/scylladb/scylla-cluster-tests/issues/12419. A value of a filter that it does not know matches nothing.
   */
  DescribeInstanceTypes({ InstanceTypes = [], Filters }) {
    if (InstanceTypes.length > 100)
      throw new AwsError('InvalidParameterValue', 'The maximum number of instance types is 100.');
    const strange = InstanceTypes.filter((type) => FAMILIES[familyOf(type)] === undefined);
    if (strange.length > 0) {
      const message = `The following supplied instance types do not exist: [${strange.join(', ')}]`;
      throw new AwsError('InvalidInstanceType', message);
    }
    const matches = ec2Filter(Filters, { 'instance-type': (type: InstanceTypeInfo) => type.InstanceType });
    const names = InstanceTypes.length > 0 ? InstanceTypes : (Filters ?? []).flatMap(({ Values = [] }) => Values);
    return { InstanceTypes: names.flatMap((type) => describedType(type) ?? []).filter(matches) };
  },
};

function describedType(type: string): InstanceTypeInfo | undefined {
  const family = FAMILIES[familyOf(type)];
  if (!family) return undefined;
  const InstanceType = type as NonNullable<InstanceTypeInfo['InstanceType']>;
  return {
    InstanceType,
    InstanceStorageSupported: false,
    BurstablePerformanceSupported: false,
    // Of `large`.
    VCpuInfo: { DefaultVCpus: 2, DefaultCores: 1, DefaultThreadsPerCore: 2 },
    ...family,
  };
}

function familyOf(type: string): string {
  return type.split('.')[0] ?? '';
}
