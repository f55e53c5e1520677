import { INSTANCE_IDS } from '../../seeds/instanceSeeds.ts';
import { type Ec2Handlers, existing } from './common.ts';

export const instanceCredits: Ec2Handlers = {
  /** https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeInstanceCreditSpecifications.html; T3 begins as `unlimited`. */
  DescribeInstanceCreditSpecifications({ InstanceIds = [] }, { here }) {
    const rows = InstanceIds.map((id) => existing(here.instances, id, INSTANCE_IDS));
    return {
      InstanceCreditSpecifications: rows.map(({ instance, attributes }) => ({
        InstanceId: instance.InstanceId,
        CpuCredits: attributes?.credits ?? (instance.InstanceType?.startsWith('t2') ? 'standard' : 'unlimited'),
      })),
    };
  },
};
