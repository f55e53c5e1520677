import { ecrTags, TAG_USERS } from '../support/graph/ecrTags.ts';
import { usersOf } from '../support/graph/whole.ts';
import { type Kit, times } from './kit.ts';

export const ecrTag: Kit = {
  type: 'ecrTag',
  isFree: true,
  make: (control, place, count) =>
    control.addEcrTags(
      place,
      times(count, (index) => ({ tag: `v${index}` })),
    ),
  othersMayUse: true,
  users: usersOf(ecrTags, {
    nodes: TAG_USERS.map(() => 'plain' as const),
    users: TAG_USERS.map((user, to) => ({ user, to })),
  }),
  listing: { call: 'ecr:DescribeImages', size: 1000, asks: { filter: { tagStatus: 'TAGGED' } } },
  leftOut: 'unknown',
  deleting: {
    call: 'ecr:BatchDeleteImage',
    bucket: 'ecr:*',
    input: (id) => {
      const [repositoryName, imageTag] = id.split(':');
      return { repositoryName, imageIds: [{ imageTag }] };
    },
    done: 'deleted',
    dryRun: false,
  },
};
