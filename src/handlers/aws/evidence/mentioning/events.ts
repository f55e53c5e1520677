/** What starts other things, at a time or at an event: a task names resources in many ways, which differ from service to service. */
import { eventBridge } from '../../calls/eventBridge.ts';
import { pipes as api } from '../../calls/pipes.ts';
import { scheduler } from '../../calls/scheduler.ts';
import { stepFunctions } from '../../calls/stepFunctions.ts';
import { describes, lists } from '../listings/listing.ts';
import { listingSource } from '../listings/listingSource.ts';

/** A disabled rule counts: a user may enable it at any time. */
export const eventTargets = listingSource({
  name: 'eventTargets',
  earlier: ['ruleImages'],
  users: 'Targets of EventBridge rules, on every event bus, those of disabled rules too',
  asksAbroad: true,
  called: 'the targets of EventBridge rules',
  names: ['containerImage', 'securityGroup', 'texts', 'vpcEndpoint'],
  reads: lists(eventBridge.listEventBuses, {
    part: () => undefined,
    each: [
      lists(eventBridge.listRules, {
        by: { EventBusName: 'Name' },
        each: [
          lists(eventBridge.listTargetsByRule, {
            by: { EventBusName: 'EventBusName', Rule: 'Name' },
            user: ({ EventBusName, Name, State }) =>
              `EventBridge rule ${EventBusName}/${Name} (${State ?? 'state not known'})`,
          }),
        ],
      }),
    ],
  }),
});

/** A stopped pipe counts: a user may start it at any time. */
export const pipes = listingSource({
  name: 'pipes',
  users: 'Pipes of EventBridge in every state',
  called: 'pipes',
  names: ['containerImage', 'securityGroup', 'texts', 'vpcEndpoint'],
  reads: lists(api.listPipes, {
    each: [
      describes(api.describePipe, {
        by: { Name: 'Name' },
        has: 'Name',
        user: ({ Name, CurrentState }) => `pipe ${Name} of EventBridge (${CurrentState ?? 'state not known'})`,
      }),
    ],
  }),
});

/**
 * Targets that only receive a message: none of these starts something by itself. An account may have a million schedules,
 * and each that may start something costs a call.
 */
const RECEIVES_A_MESSAGE = /^arn:[^:]*:(?:events|firehose|kinesis|lambda|sns|sqs):/;

/** A disabled schedule counts: a user may enable it at any time. One that was to run once may vanish after the listing. */
export const schedules = listingSource({
  name: 'schedules',
  earlier: ['scheduleImages'],
  users: 'Schedules of EventBridge Scheduler that do more than send a message, also disabled ones',
  asksAbroad: true,
  called: 'schedules',
  names: ['containerImage', 'securityGroup', 'texts', 'vpcEndpoint'],
  reads: lists(scheduler.listSchedules, {
    unless: ({ Target }) => RECEIVES_A_MESSAGE.test(Target?.Arn ?? ''),
    each: [
      describes(scheduler.getSchedule, {
        by: { Name: 'Name', GroupName: 'GroupName' },
        has: 'Target',
        noun: 'target',
        part: ({ Target }) => Target,
        user: ({ GroupName, Name, State }) =>
          `schedule ${GroupName}/${Name} of EventBridge Scheduler (${State ?? 'state not known'})`,
      }),
    ],
  }),
});

/** A task names resources in many ways, which differ from service to service. An alias names versions only, so these are enough. */
export const stateMachines = listingSource({
  name: 'stateMachines',
  users: 'State machines of Step Functions, in all versions, with their logs',
  asksAbroad: true,
  called: 'the definitions of state machines',
  names: ['logGroup', 'texts'],
  reads: lists(stepFunctions.listStateMachines, {
    each: [
      describes(stepFunctions.describeStateMachine, {
        by: { stateMachineArn: 'stateMachineArn' },
        has: 'definition',
        part: ({ definition, loggingConfiguration }) => ({ definition, loggingConfiguration }),
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
            part: ({ definition, loggingConfiguration }) => ({ definition, loggingConfiguration }),
            user: ({ name, stateMachineVersionArn }) =>
              `state machine ${name} version ${stateMachineVersionArn?.split(':').at(-1)}`,
          }),
        ],
      }),
    ],
  }),
});
