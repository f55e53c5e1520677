import { ReadError } from '../../../../core/common/errors.ts';
import type { Finding } from '../../../../core/common/finding.ts';
import { collecting } from '../../../contract/collecting.ts';
import type { EvidenceSource } from '../../../contract/handler.ts';
import { permissionsOf } from '../../calls/call.ts';
import { stepFunctions } from '../../calls/stepFunctions.ts';
import { everyAccount, provenReader } from '../../wire/places.ts';
import { saysNotFound } from '../../wire/readError.ts';
import { pages, read } from '../../wire/reading.ts';
import { requirePart } from '../../wire/requireList.ts';
import { type CallScope, whereIs } from '../../wire/target.ts';
import { groupsIn } from './namedGroups.ts';

/**
 * A task of a definition names groups in many ways, which differ from service to service: any id in the text counts. An
 * alias names versions only, so all versions are enough.
 */
export const stateMachines: EvidenceSource = {
  name: 'stateMachines',
  summary:
    'State machines of Step Functions in every account, by every id of a security group in their definition, in all versions.',
  permissions: permissionsOf(
    stepFunctions.describeStateMachine,
    stepFunctions.listStateMachineVersions,
    stepFunctions.listStateMachines,
  ),
  per: 'location',
  places: everyAccount,
  async read(place, scope, _candidates, io) {
    const target = await provenReader(place, scope, io);
    return collecting(async (found) => {
      for await (const page of pages(target, stepFunctions.listStateMachines, WHAT)) {
        for (const { stateMachineArn, name } of page) {
          const doing = { target, api: stepFunctions.listStateMachines.api, what: WHAT };
          await found.attempt(async () => {
            const arn = requirePart(stateMachineArn || undefined, 'ARN', doing);
            found.add(await usesOf(target, arn, `state machine ${name ?? arn}`));
            const versions = pages(target, stepFunctions.listStateMachineVersions, WHAT, { stateMachineArn: arn });
            await found.inPages(versions, ({ stateMachineVersionArn: version = '' }) =>
              usesOf(target, version, `state machine ${name ?? arn} version ${version.split(':').at(-1)}`),
            );
          });
        }
      }
    });
  },
};

const WHAT = 'reading the definitions of state machines';

/** The definition may hold secrets: only ids of groups leave it. */
async function usesOf(target: CallScope, stateMachineArn: string, by: string): Promise<readonly Finding[]> {
  try {
    const { definition } = await read(target, stepFunctions.describeStateMachine, WHAT, { stateMachineArn });
    if (definition) return groupsIn(definition, by);
  } catch (error) {
    // It was deleted after the listing.
    if (saysNotFound(error)) return [];
    throw error;
  }
  throw new ReadError(`${WHAT} in ${whereIs(target)}: ${by} came without its definition`, { problem: 'malformed' });
}
