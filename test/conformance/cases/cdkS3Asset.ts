/** Files in the staging bucket of an environment of CDK. */
import { PutObjectCommand } from '@aws-sdk/client-s3';
import type { Case, TypeCases } from '../case.ts';
import { BUCKET, bootstrapped, hashOf, stackNaming, stackWithValue } from '../cdk.ts';
import type { World } from '../world.ts';

const keyOf = (name: string) => `${hashOf(name)}.zip`;
const NOT_SEEN = 'It has no resource for the objects of a bucket.';

const OBJECTS: readonly (readonly [string, Omit<Case, 'name'>])[] = [
  ['of-nothing', { kinds: [], custodian: NOT_SEEN }],
  ['of-a-template', { kinds: ['stackTemplates'] }],
  ['of-a-parameter', { kinds: ['stackTemplates'] }],
];
const BY_HAND = 'tools/by-hand.zip';
const NO_HASH = `namedByHand: its name ${BY_HAND} has no hash, so a template cannot be searched for it`;

export const cdkS3Asset: TypeCases = {
  cases: [
    ...OBJECTS.map(([name, known]) => ({ name: keyOf(name), ...known })),
    { name: BY_HAND, kinds: [], keptBy: NO_HASH },
  ],
  async make(world, attempt) {
    for (const [name] of OBJECTS) {
      await attempt(keyOf(name), async () => {
        await anObject(world, name);
        if (name === 'of-a-template') await stackNaming(world, 'files-named', hashOf(name));
        if (name === 'of-a-parameter') await stackWithValue(world, 'files-value', hashOf(name));
      });
    }
    await attempt(BY_HAND, () => world.s3.send(new PutObjectCommand({ Bucket: BUCKET, Key: BY_HAND, Body: 'x' })));
  },
  // moto does not compare ETags: S3 would answer that the key does not exist.
  one: { make: anObject, nowhere: keyOf('nowhere'), again: /^(gone|deleted)$/, tagsShown: false },
  custodian: {
    policy: `resource: aws.s3
    filters:
      - type: value
        key: Name
        value: absent`,
    nameOf: ({ Name }) => Name,
    misses: [keyOf('of-nothing')],
  },
  // Its functions name the bucket that they were made from.
  moto: { cannotRead: [] },
  shown: { many: 'CDK assets in S3', one: 'CDK asset in S3' },
};

/** @returns its id */
export async function anObject(world: World, name: string): Promise<string> {
  await bootstrapped(world);
  const Key = keyOf(name);
  await world.s3.send(new PutObjectCommand({ Bucket: BUCKET, Key, Body: name }));
  return Key;
}
