import type { Io, Scope, Session } from '../../handler.ts';
import { autoScaling } from '../calls/autoScaling.ts';
import { deleteSame, readByName } from '../readByName.ts';
import { openSession } from '../session.ts';
import type { Target } from '../target.ts';
import { deleteGroup, groups, groupTags } from './api.ts';
import { groupByName, groupOf } from './readGroups.ts';
import type { GroupResource } from './resource.ts';
import { restoreGroup } from './restore.ts';

export function openGroups(scope: Scope, io: Io): Session<GroupResource> {
  return openSession<GroupResource>(scope, io, {
    list: listGroups,
    get: (reader, names) => readByName(reader, groupByName, names),
    api: autoScaling.deleteAutoScalingGroup.api,
    delete: (group, { reader, deleter }) =>
      deleteSame(reader, groupByName, group, async () => ({
        kind: 'accepted',
        requestId: await deleteGroup(deleter, group.id),
      })),
    restore: restoreGroup,
    tags: groupTags,
  });
}

async function* listGroups(reader: Target): AsyncGenerator<readonly GroupResource[]> {
  for await (const page of groups(reader, 'listing Auto Scaling groups')) yield page.map(groupOf);
}
