import { createHash } from 'node:crypto';
import { bootstrapOnce, hashOf } from '../support/cdkEnvironment.ts';
import { cdkObjects, OBJECT_USERS } from '../support/graph/cdkAssets.ts';
import { usersOf } from '../support/graph/whole.ts';
import { type Kit, times } from './kit.ts';

/** The body of an object is its key. */
const etagOf = (key: string) => `"${createHash('md5').update(key).digest('hex')}"`;
const ASKED = {
  Bucket: 'cdk-hnb659fds-assets-111111111111-us-east-1',
  ExpectedBucketOwner: '111111111111',
  Key: '',
};

export const cdkS3Asset: Kit = {
  type: 'cdkS3Asset',
  make(control, place, count) {
    const { bucket } = bootstrapOnce(control, place);
    const keys = times(count, (index) => `${hashOf(`${Object.keys(control.objects(bucket)).length + index}`)}.zip`);
    control.addObjects(
      bucket,
      keys.map((key) => ({ key })),
    );
    return keys;
  },
  gone: (control, place, key) => control.setObject(bootstrapOnce(control, place).bucket, key, null),
  othersMayUse: true,
  users: usersOf(cdkObjects, {
    nodes: OBJECT_USERS.map(() => 'plain' as const),
    users: OBJECT_USERS.map((user, to) => ({ user, to })),
  }),
  listing: { call: 's3:ListObjectsV2', size: 1000, also: ['cloudformation:DescribeStacks'] },
  reads: { call: 's3:HeadObject', isHead: true },
  deleting: {
    call: 's3:DeleteObjects',
    bucket: 's3:writes',
    input: (Key) => ({ ...ASKED, Delete: { Objects: [{ Key, ETag: etagOf(Key) }] } }),
    done: 'deleted',
    dryRun: false,
  },
};
