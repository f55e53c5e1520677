/** Assets of CDK as graphs of the stacks that name them, and of the programs that run their images. */
import { createHash } from 'node:crypto';
import { imageOf } from '../../../sandbox/aws/seeds/ecrSeeds.ts';
import type { StackSeed } from '../../../sandbox/aws/seeds/stackSeeds.ts';
import { bootstrapOnce, hashOf, templateNaming, versionPath } from '../cdkEnvironment.ts';
import { imageRunners, REGISTRY, type Row } from './imageRunners.ts';
import { type Launching, launchedKind, launchUser } from './launched.ts';
import { OWN } from './surveyed.ts';

const stack = ({ control, at, user: name }: Launching, seed: StackSeed) => {
  control.addStacks(at, [{ name, ...seed }]);
};
/** The hash of an asset is its name in these graphs. */
const naming = ({ name }: Pick<Launching, 'name'>) => `{"S3Key":"${name}.zip"}`;
const next = (s: Launching, more: object = {}): StackSeed => ({
  changeSets: [{ name: 'next', template: naming(s), ...more }],
});

const NAMED: readonly Row[] = [
  ['stack', (s) => stack(s, { template: naming(s) })],
  ['stack of this environment', (s) => stack(s, ofEnvironment(s))],
  ['stack whose default names this environment', (s) => stack(s, { template: templateNaming(s.name) })],
  ['stack in its processed template', (s) => stack(s, { template: '{}', processed: naming(s) })],
  ['stack in the value of a parameter', (s) => stack(s, { parameters: { Key: `${s.name}.zip` } })],
  ['stack that rolls back', (s) => stack(s, { template: naming(s), status: 'ROLLBACK_IN_PROGRESS' })],
  ['stack of another account', (s) => stack({ ...s, at: s.elsewhere }, { template: templateNaming(s.name) })],
  ['change set of another account', (s) => stack({ ...s, at: s.elsewhere }, next(s))],
  ['change set', (s) => stack(s, next(s))],
  ['change set in the value of a parameter', (s) => stack(s, next(s, { template: '{}', parameters: { Key: s.name } }))],
  ['stack under review', (s) => stack(s, { status: 'REVIEW_IN_PROGRESS', ...next(s) })],
];
const NOT_NAMED: readonly Row[] = [
  ['deleted stack', (s) => stack(s, { template: naming(s), status: 'DELETE_COMPLETE' })],
  [
    'stack of another environment',
    (s) => stack(s, { template: naming(s), parameters: { BootstrapVersion: versionPath('other') } }),
  ],
  ['stack that names a part of the hash', (s) => stack(s, { template: `"${s.name.slice(1)}"` })],
  ['change set that failed', (s) => stack(s, next(s, { status: 'FAILED' }))],
];

function ofEnvironment({ name }: Launching): StackSeed {
  return { template: templateNaming(name), parameters: { BootstrapVersion: versionPath() } };
}

const users = (used: readonly Row[], unused: readonly Row[]) => [
  ...used.map(launchUser(true)),
  ...unused.map(launchUser(false)),
];

const sha256Of = (key: string) => createHash('sha256').update(key).digest('base64');
const lambda = ({ control, user: FunctionName }: Launching, at: Launching['at'], key: string) =>
  control.addFunctions(at, [{ FunctionName, CodeSha256: sha256Of(key) }]);

export const OBJECT_USERS = users(
  [
    ...NAMED,
    ['Lambda function', (s) => lambda(s, s.at, s.id)],
    ['Lambda function of another account', (s) => lambda(s, s.elsewhere, s.id)],
  ],
  [...NOT_NAMED, ['Lambda function of other code', (s) => lambda(s, s.at, `${s.id}.old`)]],
);

const objects = launchedKind<'young'>({
  type: 'cdkS3Asset',
  kept: ['young'],
  users: OBJECT_USERS,
  launched(index) {
    const name = hashOf(`asset-${index}`);
    return { id: `${name}.zip`, name };
  },
  add(control, { id: key }, _is, lastModified) {
    control.addObjects(bootstrapOnce(control, OWN).bucket, [{ key, lastModified, sha256: sha256Of(key) }]);
  },
});

export const cdkObjects: typeof objects = {
  ...objects,
  entry: () => 'type: cdkS3Asset, when: [{ rule: unused }], interop: cdk, evidence: { on: [lambdaCode] }',
};

/** A person keeps it, because its tag has no hash. */
const indexOf = (to: string) => `platforms-${to.slice(0, 12)}`;
const repositoryOf = ({ control }: Pick<Launching, 'control'>) => bootstrapOnce(control, OWN).repository;

const runners = imageRunners({
  imageOf: (s) => `${REGISTRY}/${repositoryOf(s)}:${s.name}`,
  digestOf: (s) => `${REGISTRY}/${repositoryOf(s)}@${s.id}`,
});
const INDEX = 'index';

export const IMAGE_USERS = users(
  [
    ...NAMED,
    ...runners.used,
    [
      INDEX,
      ({ control, id, name }) =>
        control.addEcrTags(OWN, [{ repository: repositoryOf({ control }), tag: indexOf(name), children: [id] }]),
    ],
  ],
  [...NOT_NAMED, ...runners.unused],
);

const launchedImage = (index: number) => {
  const name = hashOf(`image-${index}`);
  return { id: imageOf({ tag: name }).digest, name };
};

const images = launchedKind<'young'>({
  type: 'cdkEcrImage',
  kept: ['young'],
  users: IMAGE_USERS,
  launched: launchedImage,
  add(control, { name: tag }, _is, pushedAt) {
    control.addEcrTags(OWN, [{ repository: repositoryOf({ control }), tag, pushedAt }]);
  },
});

/** An index is an image of the repository, too. */
export const cdkImages: typeof images = {
  ...images,
  entry: () => 'type: cdkEcrImage, when: [{ rule: unused }], interop: cdk',
  expected(graph) {
    const all = new Map(images.expected(graph));
    for (const { to, user } of graph.users) {
      if (user.name !== INDEX) continue;
      const { id, name } = launchedImage(to);
      all.set(imageOf({ tag: indexOf(name), children: [id] }).digest, 'keep');
    }
    return all;
  },
};
