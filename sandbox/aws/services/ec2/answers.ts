import { answered } from '../../store/answers.ts';
import { type Ec2Handlers, listing } from './common.ts';

/** What Holystone only reads, and nothing here makes: tests put it in. */
export const answers: Ec2Handlers = {
  DescribeAddressesAttribute: listing(answered(), { answer: 'Addresses' }),
  DescribeClientVpnEndpoints: listing(answered(), { answer: 'ClientVpnEndpoints' }),
  DescribeFastLaunchImages: listing(answered(), { answer: 'FastLaunchImages' }),
  DescribeNetworkAcls: listing(answered(), { answer: 'NetworkAcls' }),
  DescribeNetworkInterfacePermissions: listing(answered(), { answer: 'NetworkInterfacePermissions' }),
};
