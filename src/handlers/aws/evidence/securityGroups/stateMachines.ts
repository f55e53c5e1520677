import type { StateMachineVersionListItem } from '@aws-sdk/client-sfn';
import { ReadError } from '../../../../core/common/errors.ts';
import { collecting } from '../../../contract/collecting.ts';
import type { EvidenceSource } from '../../../contract/handler.ts';
import { permissionsOf } from '../../calls/call.ts';
import { stepFunctions } from '../../calls/stepFunctions.ts';
import { everyAccount, provenReader } from '../../wire/places.ts';
import { saysNotFound } from '../../wire/readError.ts';
import { pages, read } from '../../wire/reading.ts';
import { requirePart } from '../../wire/requireList.ts';
import { type CallScope, whereIs } from '../../wire/target.ts';
import { groupIdsIn, groupsNamed } from './namedGroups.ts';

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
    const key = `aws/${target.account.name}/${target.region}/stateMachineVersions`;
    const known = io.clients.get(key, () => new VersionGroups());
    return collecting(async (found) => {
      for await (const page of pages(target, stepFunctions.listStateMachines, WHAT)) {
        for (const { stateMachineArn, name } of page) {
          const operation = { target, api: stepFunctions.listStateMachines.api, what: WHAT };
          await found.attempt(async () => {
            const arn = requirePart(stateMachineArn || undefined, 'ARN', operation);
            const by = `state machine ${name ?? arn}`;
            found.add(groupsNamed(await groupsOf(target, arn, by), by));
            const versions = pages(target, stepFunctions.listStateMachineVersions, WHAT, { stateMachineArn: arn });
            await found.inPages(versions, async (version) => {
              const which = `${by} version ${version.stateMachineVersionArn?.split(':').at(-1) ?? 'without ARN'}`;
              return groupsNamed(await known.of(target, version, which), which);
            });
          });
        }
      }
      known.forgetUnasked();
    });
  },
};

const WHAT = 'reading the definitions of state machines';

/** The definition may contain secrets: only ids of groups leave it. `undefined`: AWS knows no such machine or version. */
async function groupsOf(
  target: CallScope,
  stateMachineArn: string,
  by: string,
): Promise<readonly string[] | undefined> {
  try {
    const { definition } = await read(target, stepFunctions.describeStateMachine, WHAT, { stateMachineArn });
    if (definition) return groupIdsIn(definition);
  } catch (error) {
    // It was deleted after the listing.
    if (saysNotFound(error)) return undefined;
    throw error;
  }
  throw new ReadError(`${WHAT} in ${whereIs(target)}: ${by} came without its definition`, { problem: 'malformed' });
}

/**
 * The groups of versions, which are immutable: each is read once, however many there are, so that evidence for a deletion
 * stays fresh. A machine that is made again under the same name has versions of other dates.
 */
class VersionGroups {
  #known = new Map<string, readonly string[]>();
  #asked = new Map<string, readonly string[]>();

  async of(
    target: CallScope,
    { stateMachineVersionArn: arn, creationDate }: StateMachineVersionListItem,
    by: string,
  ): Promise<readonly string[] | undefined> {
    const operation = { target, api: stepFunctions.listStateMachineVersions.api, what: WHAT };
    const asked = requirePart(arn || undefined, 'version ARN', operation);
    // Without its date a version of the same number might be another one.
    if (!creationDate) return groupsOf(target, asked, by);
    const key = `${asked} ${creationDate.getTime()}`;
    const groups = this.#asked.get(key) ?? this.#known.get(key) ?? (await groupsOf(target, asked, by));
    // A new version may be in the listing before AWS can describe it.
    if (groups) this.#asked.set(key, groups);
    return groups;
  }

  /** After a complete listing. */
  forgetUnasked(): void {
    this.#known = this.#asked;
    this.#asked = new Map();
  }

  destroy(): void {
    this.#known.clear();
    this.#asked.clear();
  }
}
