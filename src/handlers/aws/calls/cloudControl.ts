import { table } from './call.ts';
import { cautious } from './rates.ts';

const RATE = cautious('cloudcontrolapi');

/**
 * Every call to Cloud Control, which reads types of many services; each type needs the permissions of its handlers too.
 * MaxResults is "Reserved", and not taken: https://github.com/aws/aws-sdk/issues/764
 */
export const cloudControl = table(
  {
    service: 'cloudControl',
    load: async () => (await import('@aws-sdk/client-cloudcontrol')).CloudControl,
    prefix: 'cloudformation',
    reads: RATE,
    writes: RATE,
  },
  {
    getResource: { effect: 'reads', errors: { notFound: ['ResourceNotFoundException'] } },
    listResources: { effect: 'reads', list: 'ResourceDescriptions', token: 'NextToken' },
  },
);
