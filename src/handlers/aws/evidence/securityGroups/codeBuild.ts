/** CodeBuild as a user of security groups: a build gives them to the interface that it makes while it runs. */
import type { VpcConfig } from '@aws-sdk/client-codebuild';
import { batchesOf } from '../../../../core/common/batches.ts';
import { ReadError } from '../../../../core/common/errors.ts';
import type { Finding } from '../../../../core/common/finding.ts';
import { collecting } from '../../../contract/collecting.ts';
import type { EvidenceSource } from '../../../contract/handler.ts';
import { permissionsOf } from '../../calls/call.ts';
import { codeBuild } from '../../calls/codeBuild.ts';
import { everyAccount, provenReader } from '../../wire/places.ts';
import { pages, read } from '../../wire/reading.ts';
import { requireList } from '../../wire/requireList.ts';
import { whereIs } from '../../wire/target.ts';
import { groupsNamed } from './namedGroups.ts';

/** "A list of build project names … Maximum number of 100 items": API_BatchGetProjects, and the same for fleets. */
const NAMES_PER_CALL = 100;

/** A project without a running build counts too: its next build needs the groups. */
export const codeBuildProjects: EvidenceSource = {
  name: 'codeBuildProjects',
  summary: 'CodeBuild projects in a VPC, in every account, by their security groups.',
  permissions: permissionsOf(codeBuild.batchGetProjects, codeBuild.listProjects),
  per: 'location',
  places: everyAccount,
  async read(place, scope, _candidates, io) {
    const target = await provenReader(place, scope, io);
    const what = 'reading the security groups of CodeBuild projects';
    const { api } = codeBuild.batchGetProjects;
    return inBatches(pages(target, codeBuild.listProjects, what), async (names) => {
      const answer = await read(target, codeBuild.batchGetProjects, what, { names });
      const projects = requireList(answer.projects, { target, api, what });
      const answered = [...projects.map(({ name }) => name), ...(answer.projectsNotFound ?? [])];
      requireAll(names, answered, `${what} in ${whereIs(target)}`);
      return projects.flatMap((project) => usesOf('project', project));
    });
  },
};

/** The same for the instances of a fleet. */
export const codeBuildFleets: EvidenceSource = {
  name: 'codeBuildFleets',
  summary: 'CodeBuild fleets in a VPC, in every account, by their security groups.',
  permissions: permissionsOf(codeBuild.batchGetFleets, codeBuild.listFleets),
  per: 'location',
  places: everyAccount,
  async read(place, scope, _candidates, io) {
    const target = await provenReader(place, scope, io);
    const what = 'reading the security groups of CodeBuild fleets';
    const { api } = codeBuild.batchGetFleets;
    return inBatches(pages(target, codeBuild.listFleets, what), async (names) => {
      const answer = await read(target, codeBuild.batchGetFleets, what, { names });
      const fleets = requireList(answer.fleets, { target, api, what });
      // The listing answers ARNs.
      const answered = [...fleets.flatMap(({ arn, name }) => [arn, name]), ...(answer.fleetsNotFound ?? [])];
      requireAll(names, answered, `${what} in ${whereIs(target)}`);
      return fleets.flatMap((fleet) => usesOf('fleet', fleet));
    });
  },
};

/** A batch that cannot be read does not hide the others. */
function inBatches(
  listing: AsyncIterable<readonly string[]>,
  ask: (names: string[]) => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  return collecting(async (found) => {
    for await (const page of listing) await found.inAll(batchesOf(page, NAMES_PER_CALL), ask);
  });
}

/** One that is in the listing and in no part of the answer is unread; one that vanished is named as not found. */
function requireAll(asked: readonly string[], answered: readonly (string | undefined)[], where: string): void {
  const known = new Set(answered);
  const missing = asked.find((name) => !known.has(name));
  if (missing === undefined) return;
  throw new ReadError(`${where}: ${missing} exists and was not in the answer`, { problem: 'malformed' });
}

interface Built {
  readonly name?: string | undefined;
  readonly vpcConfig?: VpcConfig | undefined;
}

function usesOf(noun: string, { name, vpcConfig }: Built): readonly Finding[] {
  return groupsNamed(vpcConfig?.securityGroupIds, `CodeBuild ${noun} ${name ?? 'without name'}`);
}
