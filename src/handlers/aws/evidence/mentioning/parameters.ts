/** Parameters and documents of Systems Manager, and of stacks: a name in them may be for anybody who reads them. */
import { cloudFormation } from '../../calls/cloudFormation.ts';
import { ssm } from '../../calls/ssm.ts';
import { batches } from '../listings/batches.ts';
import { describes, lists } from '../listings/listing.ts';
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
  asksAbroad: true,
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

/** An automation, a command or a package of the accounts' own, which anybody may run. A version of it never changes. */
export const ownDocuments = listingSource({
  name: 'ownDocuments',
  users: 'Documents of Systems Manager that the account owns, in their default version',
  called: 'documents of Systems Manager',
  names: 'texts',
  reads: lists(ssm.listDocuments, {
    input: { Filters: [{ Key: 'Owner', Values: ['Self'] }] },
    each: [
      describes(ssm.getDocument, {
        by: { Name: 'Name' },
        has: 'Content',
        unchanging: ({ Name, DocumentVersion, CreatedDate }) =>
          CreatedDate && DocumentVersion && `${Name} ${DocumentVersion} ${CreatedDate.getTime()}`,
        part: ({ Content }) => Content,
        user: ({ Name }) => `SSM document ${Name}`,
      }),
    ],
  }),
});

/** The next stack of a set, and the next update of all, are made of its template and its parameters. */
export const stackSets = listingSource({
  name: 'stackSets',
  users: 'StackSets that are not deleted, by their templates and parameters',
  called: 'StackSets',
  names: 'texts',
  reads: lists(cloudFormation.listStackSets, {
    each: [
      describes(cloudFormation.describeStackSet, {
        by: { StackSetName: 'StackSetName' },
        has: 'StackSet',
        part: ({ StackSet }) => StackSet,
        user: ({ StackSetName }) => `StackSet ${StackSetName}`,
      }),
    ],
  }),
});
