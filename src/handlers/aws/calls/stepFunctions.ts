import { table } from './call.ts';
import { cautious } from './rates.ts';

const RATE = cautious('states');
/** "The default is 100 and the maximum allowed page size is 1000": API_ListStateMachines and API_ListStateMachineVersions. */
const PAGE = { maxResults: 1000 } as const;

/** Every call to Step Functions. */
export const stepFunctions = table(
  {
    service: 'stepFunctions',
    load: async () => (await import('@aws-sdk/client-sfn')).SFN,
    prefix: 'states',
    reads: RATE,
    writes: RATE,
  },
  {
    describeStateMachine: { effect: 'reads', errors: { notFound: ['StateMachineDoesNotExist'] } },
    listStateMachineVersions: {
      effect: 'reads',
      list: 'stateMachineVersions',
      token: 'nextToken',
      page: PAGE,
      errors: { notFound: ['ResourceNotFound'] },
    },
    listStateMachines: { effect: 'reads', list: 'stateMachines', token: 'nextToken', page: PAGE },
  },
);
