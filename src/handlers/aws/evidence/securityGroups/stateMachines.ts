import { stepFunctions } from '../../calls/stepFunctions.ts';
import { describes, lists } from '../listings/listing.ts';
import { listingSource } from '../listings/listingSource.ts';

/** A task names resources in many ways, which differ from service to service. An alias names versions only, so these are enough. */
export const stateMachines = listingSource({
  name: 'stateMachines',
  users: 'State machines of Step Functions, in all versions',
  called: 'the definitions of state machines',
  names: 'texts',
  reads: lists(stepFunctions.listStateMachines, {
    each: [
      describes(stepFunctions.describeStateMachine, {
        by: { stateMachineArn: 'stateMachineArn' },
        has: 'definition',
        part: ({ definition }) => definition,
        user: ({ name }) => `state machine ${name}`,
      }),
      lists(stepFunctions.listStateMachineVersions, {
        by: { stateMachineArn: 'stateMachineArn' },
        each: [
          describes(stepFunctions.describeStateMachine, {
            by: { stateMachineArn: 'stateMachineVersionArn' },
            has: 'definition',
            // Without its date a version of the same number might be one of another machine with this name.
            unchanging: ({ stateMachineVersionArn, creationDate }) =>
              creationDate && `${stateMachineVersionArn} ${creationDate.getTime()}`,
            part: ({ definition }) => definition,
            user: ({ name, stateMachineVersionArn }) =>
              `state machine ${name} version ${stateMachineVersionArn?.split(':').at(-1)}`,
          }),
        ],
      }),
    ],
  }),
});
