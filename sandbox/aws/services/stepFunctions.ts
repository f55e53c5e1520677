import * as module from '@aws-sdk/client-sfn';
import { AwsError } from '../collections/errors.ts';
import { type StateMachineRow, stateMachines } from '../seeds/groupNamerSeeds.ts';
import { collection, listingsOf, numbered, rowsOf } from '../store/listing.ts';
import type { Region } from '../store/store.ts';
import { type Service, service } from '../wire/service.ts';

/** https://docs.aws.amazon.com/step-functions/latest/apireference/API_ListStateMachines.html */
const listing = listingsOf({
  size: 'maxResults',
  token: 'nextToken',
  badToken: 'InvalidToken',
  limits: { min: 0, max: 1000, otherwise: 100 },
  badSize: 'ValidationException',
});

interface Version {
  readonly stateMachineVersionArn: string;
  readonly creationDate: Date | undefined;
}

export function stepFunctions(): Service {
  return service(
    module,
    module.SFNClient,
  )({
    ListStateMachines: listing(
      collection(
        rowsOf('stateMachines'),
        ({ machine: { stateMachineArn, name, type, creationDate } }): module.StateMachineListItem => ({
          stateMachineArn,
          name,
          type,
          creationDate,
        }),
      ),
      { answer: 'stateMachines' },
    ),

    ListStateMachineVersions: listing(
      collection<module.ListStateMachineVersionsCommandInput, Version, Version>(
        ({ here }, { stateMachineArn = '' }) => {
          const { versions, machine } = machineOf(here, stateMachineArn, 'ResourceNotFound');
          const arns = versions.map((_definition, index) => ({
            stateMachineVersionArn: `${stateMachineArn}:${index + 1}`,
            creationDate: machine.creationDate,
          }));
          return numbered(arns.toReversed());
        },
        (version) => version,
      ),
      { answer: 'stateMachineVersions' },
    ),

    /** "If you specify a state machine version ARN, this API returns details about that version" */
    DescribeStateMachine({ stateMachineArn = '' }, { here }) {
      const [, base = stateMachineArn, version] = /^(.*:stateMachine:[^:]+):(\d+)$/.exec(stateMachineArn) ?? [];
      const { machine, versions, isLocked } = machineOf(here, base, 'StateMachineDoesNotExist');
      if (isLocked) {
        const message = 'The caller is not authorized to use the KMS key that encrypts the definition.';
        throw new AwsError('KmsAccessDeniedException', message);
      }
      const definition = version === undefined ? machine.definition : versions[Number(version) - 1];
      if (definition === undefined) throw missing('StateMachineDoesNotExist', stateMachineArn);
      return { ...machine, stateMachineArn, definition };
    },

    CreateStateMachine({ name, definition, roleArn }, call) {
      const row = stateMachines.make({ name, definition, roleArn }, call);
      const { stateMachineArn = '', creationDate } = row.machine;
      call.here.stateMachines.put(stateMachineArn, row);
      return { stateMachineArn, creationDate };
    },
  });
}

function machineOf({ stateMachines: machines }: Region, arn: string, code: string): StateMachineRow {
  const row = machines.get(arn);
  if (row) return row;
  throw missing(code, arn);
}

function missing(code: string, arn: string): AwsError {
  return new AwsError(code, `State Machine Does Not Exist: '${arn}'`);
}
