/** Tags of ECR as graphs of what runs their images; the verdicts follow from the construction. */
import { type LaunchGraph, type Launching, launchedKind, launchUser } from './launched.ts';
import { type Ground, OWN } from './surveyed.ts';

type Row = readonly [string, (launching: Launching) => void];

const REGISTRY = `${OWN.account}.dkr.ecr.${OWN.region}.amazonaws.com`;
/** As a program names the image of a tag. */
const imageOf = ({ id }: Pick<Launching, 'id'>) => `${REGISTRY}/${id}`;
/** By the digest that the sandbox has for it. */
const digestOf = ({ control, id }: Launching) => {
  const found = control.state(OWN).ecrTags.find(({ repository, tag }) => `${repository}:${tag}` === id);
  return `${REGISTRY}/shop/web@${found?.digest}`;
};
const cluster = `arn:aws:ecs:${OWN.region}:${OWN.account}:cluster/shop`;

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

/** It stands in a document, and nowhere in AWS. */
const EXTERNAL = 'external reference';

const USED: readonly Row[] = [
  [EXTERNAL, () => {}],
  ['ECS service', (s) => service(s)],
  ['ECS service of another account', (s) => service({ ...s, at: s.elsewhere })],
  ['ECS task', (s) => task(s, imageOf(s))],
  ['ECS task of another account', (s) => task({ ...s, at: s.elsewhere }, imageOf(s))],
  ['ECS task by its digest', (s) => task(s, `${REGISTRY}/shop/web:moved`, digestOf(s))],
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
  [
    'Lambda function by its digest',
    (s) => lambda(s, { ImageUri: `${REGISTRY}/shop/web:moved`, ResolvedImageUri: digestOf(s) }),
  ],
  ['Lambda function of another account', (s) => lambda({ ...s, at: s.elsewhere }, { ImageUri: imageOf(s) })],
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

const UNUSED: readonly Row[] = [
  ['inactive ECS service', (s) => service(s, 'INACTIVE')],
  ['stopped ECS task', (s) => task(s, imageOf(s), undefined, 'STOPPED')],
  ['task of a tag that begins like it', (s) => task(s, `${imageOf(s)}0`)],
  ['inactive job definition', (s) => job(s, 'INACTIVE')],
  ['deleted App Runner service', (s) => appRunner(s, 'DELETED')],
];

export const TAG_USERS = [...USED.map(launchUser(true)), ...UNUSED.map(launchUser(false))];

const PROPERTIES = {
  signature: { subject: `sha256:${'a'.repeat(64)}` },
  strange: { mediaType: 'application/vnd.example.strange', manifest: '{"schemaVersion":9}' },
  young: {},
  plain: {},
} as const;

const base = launchedKind<'signature' | 'strange' | 'young'>({
  type: 'ecrTag',
  kept: ['signature', 'strange', 'young'],
  users: TAG_USERS,
  launched: (index) => ({ id: `shop/web:v${index + 1}-`, name: `v${index + 1}-` }),
  add(control, { name: tag }, is, pushedAt) {
    control.addEcrTags(OWN, [{ tag, pushedAt, ...PROPERTIES[is] }]);
  },
});

/** A document names the last tag of the graph, if its user says so. */
export const ecrTags: typeof base = {
  ...base,
  entry: (_graph, { externalReferences }) =>
    `type: ecrTag, nameRegexDelete: "v.*", allowDeleteAll: true, olderThan: 30d, evidence: { externalReferences: [{ from: ${JSON.stringify(externalReferences)} }] }`,
  async build(ground, graph, arrangement) {
    await base.build(ground, graph, arrangement);
    await writeReferences(ground, graph);
  },
  async addLast(ground, graph) {
    await base.addLast(ground, graph);
    await writeReferences(ground, graph);
  },
};

function writeReferences(ground: Ground, { users }: LaunchGraph<string>): Promise<void> {
  const named = users.filter(({ user }) => user.name === EXTERNAL);
  return ground.write(named.map(({ to }) => ({ id: `${REGISTRY}/shop/web:v${to + 1}-`, by: 'terraform prod/web' })));
}
