import type { AutoScalingGroup } from '@aws-sdk/client-auto-scaling';
import { ReadError } from '../../../core/errors.ts';
import type { DeleteOutcome, Read } from '../../../core/resource.ts';
import type { Io, Scope, Session } from '../../handler.ts';
import { verifyAccount } from '../account.ts';
import { deleteEach } from '../deleting.ts';
import { allOf } from '../paging.ts';
import { protecting } from '../protecting.ts';
import type { Target } from '../target.ts';
import { deleteGroup, groups, NAMES, removeTags, writeTags } from './api.ts';
import { type GroupResource, toGroup } from './resource.ts';

export function openGroups({ account, accounts, location }: Scope, io: Io): Session<GroupResource> {
  const reader: Target = { account, accounts, region: location, identity: 'reader', io };
  const deleter: Target = { ...reader, identity: 'deleter' };
  return {
    async verifyAccount() {
      await verifyAccount(reader);
      if (io.permit) await verifyAccount(deleter);
    },
    list: () => listGroups(reader),
    get: (names) => readGroups(reader, names),
    delete: (batch) =>
      deleteEach(deleter, 'autoscaling:DeleteAutoScalingGroup', batch, (group) => deleteSame(reader, deleter, group)),
    protect: (group, until) =>
      protecting(deleter, group, until, {
        apis: { write: 'autoscaling:CreateOrUpdateTags', remove: 'autoscaling:DeleteTags' },
        write: (tags) => writeTags(deleter, group.id, tags),
        remove: (tags) => removeTags(deleter, group.id, tags),
      }),
  };
}

async function* listGroups(reader: Target): AsyncGenerator<readonly GroupResource[]> {
  for await (const page of groups(reader, 'listing Auto Scaling groups')) yield page.map(resourceOf);
}

/**
 * Groups by name. Auto Scaling knows no NotFound for this: a complete answer to a question by name that leaves a name
 * out is its way to say so. Another group of the same name is found with its own identity.
 */
async function readGroups(reader: Target, names: readonly string[]): Promise<ReadonlyMap<string, Read<GroupResource>>> {
  const reads = new Map<string, Read<GroupResource>>(names.map((name) => [name, { kind: 'gone' }]));
  for (let start = 0; start < names.length; start += NAMES) {
    const asked = names.slice(start, start + NAMES);
    for (const group of await allOf(groups(reader, 'reading Auto Scaling groups by name', asked))) {
      const resource = resourceOf(group);
      reads.set(resource.id, { kind: 'found', resource });
    }
  }
  return reads;
}

/** The API deletes by name only, so the name is looked up once more: another group may have taken it. */
async function deleteSame(reader: Target, deleter: Target, group: GroupResource): Promise<DeleteOutcome> {
  const now = (await readGroups(reader, [group.id])).get(group.id);
  if (now?.kind !== 'found') return { kind: 'gone' };
  if (now.resource.identity !== group.identity) {
    return { kind: 'refused', reason: `another group is called ${group.id} now (${now.resource.identity})` };
  }
  return { kind: 'accepted', requestId: await deleteGroup(deleter, group.id) };
}

function resourceOf(group: AutoScalingGroup): GroupResource {
  const resource = toGroup(group);
  if (resource) return resource;
  throw new ReadError('reading Auto Scaling groups: one came without name or ARN', { problem: 'malformed' });
}
