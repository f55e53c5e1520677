/** Parameters of Systems Manager and of stacks: a name in them may be for anybody who reads them. */
import { cloudFormation } from '../../calls/cloudFormation.ts';
import { ssm } from '../../calls/ssm.ts';
import { batches, lists } from '../listings/listing.ts';
import { listingSource } from '../listings/listingSource.ts';

/** https://docs.aws.amazon.com/systems-manager/latest/APIReference/API_GetParameters.html: the length of Names. */
const VALUES_PER_CALL = 10;

/**
 * Anybody may read a parameter and use what it names. The current version counts; a SecureString is never decrypted. A
 * value is read again only after a change: an account may have ten thousand parameters.
 */
export const plainParameters = listingSource({
  name: 'plainParameters',
  users: 'Parameters of Systems Manager that are no SecureStrings, by their current value',
  called: 'SSM parameters',
  names: 'texts',
  reads: lists(ssm.describeParameters, {
    input: { ParameterFilters: [{ Key: 'Type', Option: 'Equals', Values: ['String', 'StringList'] }] },
    batches: [
      batches(ssm.getParameters, {
        most: VALUES_PER_CALL,
        name: ({ Name }) => Name,
        input: (Names) => ({ Names, WithDecryption: false }),
        names: ({ Name }) => [Name],
        missing: ({ InvalidParameters }) => InvalidParameters,
        unchanging: ({ Name, Version, LastModifiedDate }) =>
          LastModifiedDate && `${Name} ${Version} ${LastModifiedDate.getTime()}`,
        unless: ({ Type }) => Type === 'SecureString',
        part: ({ Value }) => Value,
        user: ({ Name }) => `SSM parameter ${Name}`,
      }),
    ],
  }),
});

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
