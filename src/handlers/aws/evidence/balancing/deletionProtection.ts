import { elbV2 } from '../../calls/loadBalancing.ts';
import { readList } from '../../wire/reading.ts';
import { eachSource } from '../eachSource.ts';

/** No listing returns attributes. Any value but `false` protects. */
export const deletionProtection = eachSource({
  name: 'deletionProtection',
  summary: 'Its deletion protection. Holystone never switches it off.',
  calls: [elbV2.describeLoadBalancerAttributes],
  reading:
    (target) =>
    async ({ id: LoadBalancerArn }) => {
      const what = `reading the attributes of ${LoadBalancerArn}`;
      const attributes = await readList(target, elbV2.describeLoadBalancerAttributes, what, { LoadBalancerArn });
      const value = attributes.find(({ Key }) => Key === 'deletion_protection.enabled')?.Value;
      if (value === undefined) return [{ says: 'unknown', by: 'AWS did not report its deletion protection' }];
      return value === 'false' ? [] : [{ says: 'used', by: 'its deletion protection' }];
    },
});
