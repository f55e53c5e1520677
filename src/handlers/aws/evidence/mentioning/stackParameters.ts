import { cloudFormation } from '../../calls/cloudFormation.ts';
import { lists } from '../listings/listing.ts';
import { listingSource } from '../listings/listingSource.ts';

/**
 * The next update of a stack takes its parameters again, with the values that they have in Systems Manager. What a stack
 * made stands in its outputs, and is no use (see noUse.ts).
 */
export const stackParameters = listingSource({
  name: 'stackParameters',
  users: 'Stacks of CloudFormation, nested ones too, by the values of their parameters',
  called: 'the parameters of stacks',
  names: 'texts',
  reads: lists(cloudFormation.describeStacks, { user: ({ StackName }) => `stack ${StackName}` }),
});
