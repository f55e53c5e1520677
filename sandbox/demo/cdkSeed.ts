/** One bootstrapped environment of CDK: assets that stacks name in many ways, and assets that none names any more. */
import { createHash } from 'node:crypto';
import type { Place, SandboxControl } from '../aws/index.ts';
import { OWNERS, PROD } from './accounts.ts';
import { DAY_MS } from './families.ts';
import { resourceOf } from './leftovers.ts';
import { kept, type SeededResource, type Truth, UNUSED } from './truth.ts';

/** config/demoCdk.yaml has both types here. */
export const CDK_PLACE: Place = { account: PROD.id, region: 'eu-west-1' };
/** The stack that is updated during the scene. */
const CHECKOUT = 'checkout';
const QUALIFIER = 'hnb659fds';
const ABOUT = `${CDK_PLACE.account}-${CDK_PLACE.region}`;
const BUCKET = `cdk-${QUALIFIER}-assets-${ABOUT}`;
const REPOSITORY = `cdk-${QUALIFIER}-container-assets-${ABOUT}`;
const DAYS = 140;
/** So many days ago another tool marked one of them. */
const MARKED_DAYS = 60;

/** How many assets there are of each kind; together 400. */
const UNNAMED = 60;
const NAMED = 330;
const BY_VALUE = 5;
const BY_PREVIOUS = 3;
const BY_CODE = 2;

type Why = 'unnamed' | 'template' | 'value' | 'previous' | 'code';
const COUNTS: Readonly<Record<Why, number>> = {
  unnamed: UNNAMED,
  template: NAMED,
  value: BY_VALUE,
  previous: BY_PREVIOUS,
  code: BY_CODE,
};
const TRUTHS: Readonly<Record<Why, Truth>> = {
  unnamed: UNUSED,
  template: kept('inUse', 'a template names it'),
  value: kept('inUse', 'only the actual value of a parameter names it'),
  previous: kept('inUse', 'the template before the last deployment named it'),
  code: kept('inUse', 'a version of a Lambda function has its content'),
};

const hashesOf = (why: Why) =>
  Array.from({ length: COUNTS[why] }, (_, index) => createHash('sha256').update(`${why} ${index}`).digest('hex'));
const keyOf = (hash: string) => `${hash}.zip`;
const sha256Of = (key: string) => createHash('sha256').update(key).digest('base64');

/** @param now ms since the epoch, by the sandbox's clock */
export function seedCdk(control: SandboxControl, now: number): readonly SeededResource[] {
  control.addBucket(CDK_PLACE, BUCKET, { isVersioned: true });
  control.addEcrRepositories(CDK_PLACE, [{ repositoryName: REPOSITORY, imageTagMutability: 'IMMUTABLE' }]);
  const named = hashesOf('template');
  const half = Math.ceil(named.length / 2);
  control.addStacks(CDK_PLACE, [
    {
      name: 'CDKToolkit',
      parameters: { Qualifier: QUALIFIER },
      outputs: { BucketName: BUCKET, ImageRepositoryName: REPOSITORY },
    },
    { name: 'shop', template: naming(named.slice(0, half)) },
    { name: 'payments', template: naming(named.slice(half)) },
    { name: 'reports', parameters: Object.fromEntries(hashesOf('value').map((hash, at) => [`Key${at}`, keyOf(hash)])) },
    { name: CHECKOUT, template: naming(hashesOf('previous')) },
  ]);
  control.addFunctions(
    CDK_PLACE,
    hashesOf('code').map((hash, at) => ({ FunctionName: `old-version-${at}`, CodeSha256: sha256Of(keyOf(hash)) })),
  );
  return (Object.keys(COUNTS) as Why[]).flatMap((why) => seedAssets(control, why, now));
}

function seedAssets(control: SandboxControl, why: Why, now: number): readonly SeededResource[] {
  const lastModified = new Date(now - DAYS * DAY_MS);
  const keys = hashesOf(why).map(keyOf);
  const markedAt = String(now - MARKED_DAYS * DAY_MS);
  control.addObjects(
    BUCKET,
    keys.map((key, at) => ({
      key,
      lastModified,
      size: 2_500_000,
      sha256: sha256Of(key),
      tags: why === 'unnamed' && at === 0 ? { 'aws-cdk:isolated': markedAt } : {},
    })),
  );
  const planned = { days: DAYS, owner: OWNERS.web, truth: TRUTHS[why] };
  return keys.map((key) => resourceOf(CDK_PLACE, 'cdkS3Asset', key, { ...planned, name: key }));
}

/** A deployment after which no template names some assets any more: a rollback would need them. */
export function deployCheckout(control: SandboxControl): void {
  const stack = control.state(CDK_PLACE).stacks.find(({ StackName }) => StackName === CHECKOUT);
  const LastOperations = [{ OperationType: 'UPDATE_STACK' as const, OperationId: 'the-deployment-of-the-scene' }];
  const template = naming([]);
  const updated = { ...stack, StackStatus: 'UPDATE_COMPLETE', LastOperations };
  control.update(CDK_PLACE, 'stack', CHECKOUT, { stack: updated, template, processed: template });
}

function naming(hashes: readonly string[]): string {
  return JSON.stringify({ Resources: {}, Metadata: { assets: hashes.map(keyOf) } });
}
