/**
 * What the stacks of CloudFormation made, by its own record. Tags do not say it of every type: CloudFormation writes none on VPC endpoints
 * and caches (`cloudFormationSystemTags` in the schema of a type; aws-cloudformation/cloudformation-coverage-roadmap 196, 2009, 2125).
 */
import type { Stack } from '@aws-sdk/client-cloudformation';
import { collecting } from '../../../contract/collecting.ts';
import type { EvidenceSource } from '../../../contract/handler.ts';
import { permissionsOf } from '../../calls/call.ts';
import { cloudFormation } from '../../calls/cloudFormation.ts';
import type { Mention } from '../../mentions/mention.ts';
import { type ManagedParameters, manages } from '../../resources/managedBy.ts';
import { nameAlias } from '../../resources/nameAlias.ts';
import { allOf } from '../../wire/paging.ts';
import { ownPlace, provenReader } from '../../wire/places.ts';
import { unlessGone } from '../../wire/readError.ts';
import { pages } from '../../wire/reading.ts';
import type { CallScope } from '../../wire/target.ts';
import { idOf, versionOf } from '../cdk/templates.ts';
import { Unchanging } from '../listings/unchanging.ts';

const WHAT = 'reading the resources of stacks';
/** The stack has these no more. */
const LEFT: readonly unknown[] = ['DELETE_COMPLETE', 'DELETE_SKIPPED'];

/** Each resource of each stack that is there, unless the entry takes over what CloudFormation manages. */
export const stackResources: EvidenceSource = {
  name: 'stackResources',
  summary:
    'Stacks of CloudFormation, nested ones too, by the resources that they made and still have, whether these have its tags or not. Not where `manageOwned` names `cloudformation`.',
  permissions: permissionsOf(cloudFormation.describeStacks, cloudFormation.listStackResources),
  per: 'location',
  places(scope) {
    const { manageOwned = [] } = scope.parameters as Partial<ManagedParameters>;
    return manages({ manageOwned }, 'cloudformation') ? [] : ownPlace(scope);
  },
  async read(place, scope, _candidates, io) {
    const target = await provenReader(place, scope, io);
    const key = `aws/${target.account.name}/${target.region}/stackResources`;
    const memory = io.clients.get(key, () => new Unchanging());
    const stacks = await allOf(pages(target, cloudFormation.describeStacks, WHAT));
    const findings = await collecting((found) =>
      found.inAll(stacks, async (stack) => {
        const by = `stack ${stack.StackName}, which made it`;
        return (await madeBy(target, stack, memory)).map(({ alias }) => ({ alias, says: 'used', by }));
      }),
    );
    memory.forgetUnasked();
    return findings;
  },
};

/** While nobody changes a stack, it has the same resources. */
async function madeBy(target: CallScope, stack: Stack, memory: Unchanging): Promise<readonly Mention[]> {
  const id = idOf(target, stack);
  const version = versionOf(stack);
  const read = () => unlessGone(resourcesOf(target, id));
  return (await (version === undefined ? read() : memory.of(`${id} ${version}`, read))) ?? [];
}

/** Each by its id, its ARN or its name, whichever CloudFormation calls it by. */
async function resourcesOf(target: CallScope, StackName: string): Promise<readonly Mention[]> {
  const all = await allOf(pages(target, cloudFormation.listStackResources, WHAT, { StackName }));
  const ids = all.flatMap(({ ResourceStatus, PhysicalResourceId: id }) =>
    LEFT.includes(ResourceStatus) || !id ? [] : id,
  );
  return ids.flatMap((id) =>
    aliasesOf(id).map((alias) => ({ kind: 'name', alias, path: 'PhysicalResourceId' }) as const),
  );
}

function aliasesOf(id: string): readonly string[] {
  return [...new Set([id, id.toLowerCase(), nameAlias(id)])];
}
