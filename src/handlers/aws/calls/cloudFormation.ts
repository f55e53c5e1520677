import { table } from './call.ts';
import { cautious } from './rates.ts';

/**
 * Every call to CloudFormation; all of them read. Which error means "no such stack" is in the message:
 * `bootstrap.ts` reads it.
 */
export const cloudFormation = table(
  {
    service: 'cloudFormation',
    load: async () => (await import('@aws-sdk/client-cloudformation')).CloudFormation,
    prefix: 'cloudformation',
    reads: cautious('cloudformation'),
    writes: cautious('cloudformation'),
  },
  {
    describeChangeSet: { effect: 'reads', errors: { notFound: ['ChangeSetNotFound', 'ChangeSetNotFoundException'] } },
    describeStackSet: { effect: 'reads', errors: { notFound: ['StackSetNotFoundException'] } },
    /** Without a name: every stack that is not deleted, nested ones too, with its actual parameters. */
    describeStacks: { effect: 'reads', list: 'Stacks', token: 'NextToken' },
    /** "Maximum length: 1,000,000" in bytes, for a template in S3: CloudFormation, quotas. */
    getTemplate: { effect: 'reads' },
    /** Declared parameters and their defaults. */
    getTemplateSummary: { effect: 'reads' },
    /** "For deleted stacks, ListStackResources returns resource information for up to 90 days": API_ListStackResources. */
    listStackResources: { effect: 'reads', list: 'StackResourceSummaries', token: 'NextToken' },
    listStackSets: { effect: 'reads', list: 'Summaries', token: 'NextToken', page: { Status: 'ACTIVE' } },
    listChangeSets: { effect: 'reads', list: 'Summaries', token: 'NextToken' },
  },
);
