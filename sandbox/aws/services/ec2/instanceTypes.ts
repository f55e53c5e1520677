import type { InstanceTypeInfo } from '@aws-sdk/client-ec2';
import { AwsError } from '../../collections/errors.ts';
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
  /** Up to 100 by name; one that AWS does not know fails the whole call: API_DescribeInstanceTypes. */
  DescribeInstanceTypes({ InstanceTypes = [] }) {
    if (InstanceTypes.length > 100)
      throw new AwsError('InvalidParameterValue', 'The maximum number of instance types is 100.');
    const strange = InstanceTypes.filter((type) => FAMILIES[familyOf(type)] === undefined);
    if (strange.length > 0) {
      const message = `The following supplied instance types do not exist: [${strange.join(', ')}]`;
      throw new AwsError('InvalidInstanceType', message);
    }
    return {
      InstanceTypes: InstanceTypes.map((InstanceType) => ({
        InstanceType,
        InstanceStorageSupported: false,
        BurstablePerformanceSupported: false,
        ...FAMILIES[familyOf(InstanceType)],
      })),
    };
  },
};

function familyOf(type: string): string {
  return type.split('.')[0] ?? '';
}
