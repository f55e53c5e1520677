import { imageOf } from '../../sandbox/aws/seeds/ecrSeeds.ts';
import { bootstrapOnce, hashOf } from '../support/cdkEnvironment.ts';
import { cdkImages, IMAGE_USERS } from '../support/graph/cdkAssets.ts';
import { usersOf } from '../support/graph/whole.ts';
import { type Kit, times } from './kit.ts';

export const cdkEcrImage: Kit = {
  type: 'cdkEcrImage',
  make(control, place, count) {
    const { repository } = bootstrapOnce(control, place);
    const before = control.state(place).ecrTags.length;
    const tags = times(count, (index) => hashOf(`${before + index}`));
    control.addEcrTags(
      place,
      tags.map((tag) => ({ repository, tag })),
    );
    return tags.map((tag) => imageOf({ tag }).digest);
  },
  gone: (control, place, digest) => control.removeEcrImage(place, digest),
  othersMayUse: true,
  users: usersOf(cdkImages, {
    nodes: IMAGE_USERS.map(() => 'plain' as const),
    users: IMAGE_USERS.map((user, to) => ({ user, to })),
  }),
  listing: {
    call: 'ecr:DescribeImages',
    size: 1000,
    asks: { filter: { tagStatus: 'ANY' } },
    also: ['cloudformation:DescribeStacks'],
  },
  reads: { call: 'ecr:BatchGetImage' },
  leftOut: 'unknown',
  deleting: {
    call: 'ecr:BatchDeleteImage',
    bucket: 'ecr:*',
    input: (imageDigest) => ({
      repositoryName: 'cdk-hnb659fds-container-assets-111111111111-us-east-1',
      imageIds: [{ imageDigest }],
    }),
    done: 'deleted',
    dryRun: false,
  },
};
