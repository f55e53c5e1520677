/** Programs that run the container images of ECR, for graphs of any type whose resources are such images. */
import type { Launching } from './launched.ts';
import { OWN } from './surveyed.ts';

/** A user, and how to create it. */
export type Row = readonly [string, (launching: Launching) => void];

export const REGISTRY = `${OWN.account}.dkr.ecr.${OWN.region}.amazonaws.com`;
const cluster = `arn:aws:ecs:${OWN.region}:${OWN.account}:cluster/shop`;

/** How programs name the image of a resource. */
interface Names {
  /** By its tag, or as they like. */
  imageOf(launching: Launching): string;
  /** By its digest. */
  digestOf(launching: Launching): string;
}

/** Users of images, and those that look like users and are none. */
export function imageRunners({ imageOf, digestOf }: Names): {
  readonly used: readonly Row[];
  readonly unused: readonly Row[];
} {
  const moved = `${REGISTRY}/shop/web:moved`;
  /** A revision that is only used where something names it. */
  function revision(launching: Launching, image: string): string {
    const { control, user, name, at } = launching;
    // A revision never changes: in another graph it must not have another image.
    const family = `${user}-${name}`;
    const containerDefinitions = [{ name: 'web', image }];
    return control.addEcsTaskDefinitions(at, [{ family, status: 'INACTIVE', containerDefinitions }])[0] ?? '';
  }

  const service = (launching: Launching, status = 'ACTIVE') => {
    const { control, at, user: serviceName } = launching;
    const taskDefinition = revision(launching, imageOf(launching));
    control.addEcsServices(at, [{ serviceName, status, taskDefinition }]);
  };

  const task = (launching: Launching, image: string, digest?: string, lastStatus = 'RUNNING') => {
    const containers = [{ image, ...(digest === undefined ? {} : { imageDigest: digest.split('@')[1] as string }) }];
    launching.control.addEcsTasks(launching.at, [{ containers, lastStatus }]);
  };

  const lambda = (s: Launching, code: { readonly ImageUri: string; readonly ResolvedImageUri?: string }) =>
    s.control.addFunctions(s.at, [{ FunctionName: s.user, PackageType: 'Image', code }]);

  const appRunner = (s: Launching, Status: 'RUNNING' | 'DELETED') => {
    const ImageRepository = { ImageIdentifier: imageOf(s), ImageRepositoryType: 'ECR' as const };
    s.control.addAppRunnerServices(s.at, [{ ServiceName: s.user, Status, SourceConfiguration: { ImageRepository } }]);
  };

  const job = (s: Launching, status: 'ACTIVE' | 'INACTIVE') =>
    s.control.addJobDefinitions(s.at, [
      { jobDefinitionName: s.user, status, containerProperties: { image: imageOf(s) } },
    ]);

  const builtOn = (s: Launching) => {
    const arn = (kind: string, version: string) =>
      `arn:aws:imagebuilder:${s.at.region}:${s.at.account}:${kind}/${s.user}/${version}`;
    const containers = [{ region: s.at.region, imageUris: [imageOf(s)] }];
    s.control.addImageBuilder(s.at, {
      builds: [{ arn: arn('image', '1.0.0/1'), outputResources: { containers } }],
      containerRecipes: [{ arn: arn('container-recipe', '1.0.0'), name: s.user, parentImage: arn('image', 'x.x.x') }],
    });
  };

  const used: readonly Row[] = [
    ['ECS service', (s) => service(s)],
    ['ECS service of another account', (s) => service({ ...s, at: s.elsewhere })],
    ['ECS task', (s) => task(s, imageOf(s))],
    ['ECS task of another account', (s) => task({ ...s, at: s.elsewhere }, imageOf(s))],
    ['ECS task by its digest', (s) => task(s, moved, digestOf(s))],
    [
      'newest revision of a family',
      (s) =>
        s.control.addEcsTaskDefinitions(s.at, [
          { family: s.user, containerDefinitions: [{ name: 'web', image: imageOf(s) }] },
        ]),
    ],
    [
      'EventBridge rule',
      (s) => {
        const EcsParameters = { TaskDefinitionArn: revision(s, imageOf(s)) };
        s.control.addEventRules(s.at, [{ name: s.user, targets: [{ Id: '1', Arn: cluster, EcsParameters }] }]);
      },
    ],
    [
      'schedule',
      (s) => {
        const EcsParameters = { TaskDefinitionArn: revision(s, imageOf(s)) };
        const RoleArn = 'arn:aws:iam::111111111111:role/starter';
        s.control.addSchedules(s.at, [{ Name: s.user, Target: { Arn: cluster, RoleArn, EcsParameters } }]);
      },
    ],
    ['Lambda function', (s) => lambda(s, { ImageUri: imageOf(s) })],
    ['Lambda function by its digest', (s) => lambda(s, { ImageUri: moved, ResolvedImageUri: digestOf(s) })],
    ['Lambda function of another account', (s) => lambda({ ...s, at: s.elsewhere }, { ImageUri: imageOf(s) })],
    ['container recipe on what was built', builtOn],
    ['App Runner service of another account', (s) => appRunner({ ...s, at: s.elsewhere }, 'RUNNING')],
    ['App Runner service', (s) => appRunner(s, 'RUNNING')],
    ['Batch job definition', (s) => job(s, 'ACTIVE')],
    [
      'CodeBuild project',
      (s) => {
        const image = imageOf(s);
        const environment = { type: 'LINUX_CONTAINER', computeType: 'BUILD_GENERAL1_SMALL', image } as const;
        s.control.addCodeBuildProjects(s.at, [{ name: s.user, environment }]);
      },
    ],
  ];

  const unused: readonly Row[] = [
    ['inactive ECS service', (s) => service(s, 'INACTIVE')],
    ['stopped ECS task', (s) => task(s, imageOf(s), undefined, 'STOPPED')],
    ['task of a tag that begins like it', (s) => task(s, `${imageOf(s)}0`)],
    ['inactive job definition', (s) => job(s, 'INACTIVE')],
    ['deleted App Runner service', (s) => appRunner(s, 'DELETED')],
  ];

  return { used, unused };
}
