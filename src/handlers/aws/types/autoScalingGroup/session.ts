import type { Io, Scope, Session } from '../../../contract/handler.ts';
import { autoScaling } from '../../calls/autoScaling.ts';
import type { GroupResource } from '../../resources/autoScalingGroup.ts';
import { deleteGroup, groups, groupTags } from '../../resources/autoScalingGroupApi.ts';
import { openSession } from '../../session/session.ts';
import { deleteSame, readByName } from '../../wire/readByName.ts';
import type { CallScope } from '../../wire/target.ts';
import { groupByName, groupOf } from './readGroups.ts';
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

async function* listGroups(reader: CallScope): AsyncGenerator<readonly GroupResource[]> {
  for await (const page of groups(reader, 'listing Auto Scaling groups')) yield page.map(groupOf);
}
