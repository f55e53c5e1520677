/**
 * The property behind "a mention is a use", end to end: an item is made by the request that makes such items, with a
 * mention at one member, over the wire and in the sandbox, which gives back what it was given; the sources read it there.
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { PartialReadError, ReadError } from '../../../src/core/common/errors.ts';
import { evidenceOf } from '../../../src/core/common/finding.ts';
import { ALL_CALLS } from '../../../src/handlers/aws/calls/index.ts';
import type { EvidenceSource } from '../../../src/handlers/contract/handler.ts';
import { resource, verdict } from '../../support/evaluation.ts';
import { EXHAUSTIVE, runsOf, within } from '../../support/sampled.ts';
import { FORMS, OTHERS } from '../../support/users/forms.ts';
import { type Making, type MakingOf, makings, NOT_PLAYED, placesOf } from '../../support/users/makings.ts';
import { written } from '../../support/users/members.ts';
import { handlerOf } from '../../support/users/places.ts';
import { account, HERE, scopeOf, startAws, type TestAws } from './fixture.ts';

/** How near a verdict is to the deletion. */
const NEARNESS = { keep: 0, unknown: 1, held: 2, candidate: 3 } as const;
const LIMIT_MS = 5_000;

let aws: TestAws;
let all: readonly Making[];
beforeAll(async () => {
  aws = await startAws();
  all = await makings(HERE.region);
});
afterAll(async () => {
  for (const { client } of all) client.destroy();
  await aws.close();
});

/** Members that no answer has, or that mean something else. */
const OTHERWISE: readonly (readonly [where: RegExp, reason: string])[] = [
  [/ (AutoScalingGroupName|LaunchConfigurationName|LaunchTemplateId|LaunchTemplateName): /, 'its own name'],
  [/^rds createDB(Cluster|Instance) DB(Cluster|Instance)Identifier: db(Cluster|Instance)$/, 'its own name'],
  [/^elastic-beanstalk createApplicationVersion BuildConfiguration\.Image: /, 'no answer of Beanstalk has it'],
  [/[. ](Kernel|Ram[Dd]isk)Id: image$/, 'kernels and RAM disks have ids of another form'],
  [/ (Cache|DB|Cluster)Security\w+\[\]: securityGroup$/, 'groups of the service itself'],
  [/\.Placement\.GroupId: | Placement\.GroupId: /, 'a placement group'],
  [/ SnapshotArns\[\]: snapshot$/, 'objects of S3'],
  [/\.MavenReference\.GroupId: securityGroup$/, 'a package of Maven'],
  [/\.targetRepository\.repositoryName: containerImage$/, 'the repository that it writes to'],
  [/^ec2 createNatGateway .*AllocationIds?(\[\])*: elasticIp$/, 'the address says so itself: it is associated'],
  [/^auto-scaling createLaunchConfiguration InstanceId: instance$/, 'its settings are copied once'],
  [/^medialive createChannel Vpc\.PublicAddressAllocationIds\[\]/, 'no answer of MediaLive has it'],
  [
    /^kinesis-analytics-v2 createApplication .*ReferenceDataSources\[\]\.TableName: table$/,
    'a table of the application',
  ],
  [/^ec2 createStoreImageTask ImageId: image$/, 'answered as AmiId, as long as the task runs'],
  [/^redshift createCluster ElasticIp: /, 'answered as ElasticIpStatus, once the cluster has the address'],
];

/** Requests that need more than a probe has: what they make is made in the suites about it. */
const NEEDS_MORE: ReadonlySet<string> = new Set([
  'auto-scaling createAutoScalingGroup',
  'bedrock-agentcore-control createGatewayTarget',
  'ec2 createFleet',
  'ec2 createImage',
  'ec2 createLaunchTemplateVersion',
  'ec2 createRoute',
  'ec2 createSnapshot',
  'ec2 createVolume',
  'ec2 requestSpotFleet',
  'ec2 runInstances',
  'ecs createService',
  'eks createNodegroup',
  'elastic-load-balancing registerInstancesWithLoadBalancer',
  'elasticache createReplicationGroup',
  'rds createDBSnapshot',
  'rds registerDBProxyTargets',
  'sagemaker createEndpoint',
]);

/** What the requests name beside. */
function others({ method }: Making): void {
  aws.control.empty(HERE);
  aws.control.addImages(
    HERE,
    [OTHERS.image, FORMS.image[0]?.value].map((ImageId = '') => ({ ImageId })),
  );
  if (method !== 'createLaunchConfiguration')
    aws.control.addLaunchConfigurations(HERE, [{ LaunchConfigurationName: OTHERS.launchConfiguration }]);
  if (method !== 'createDBCluster') aws.control.addDbClusters(HERE, [{ DBClusterIdentifier: OTHERS.dbCluster }]);
  aws.control.addLaunchTemplates(HERE, [{ LaunchTemplateId: OTHERS.launchTemplate, versions: [{}] }]);
}

interface Asked extends Pick<MakingOf, 'kind'> {
  /** The services whose answers count. */
  readonly apis: ReadonlySet<string>;
}

/** The verdict about a resource that is named so, by what its sources find in the answers of the service. */
async function judged({ kind, apis }: Asked, aliases: readonly string[]) {
  const { evidence: sources, parameters } = handlerOf(kind);
  const calls = new Set<string>(
    ALL_CALLS.filter((one) => apis.has(one.service)).map((one) => one.permission ?? one.api),
  );
  const asks = ({ permissions, optional }: EvidenceSource) => !optional && permissions.some((one) => calls.has(one));
  const subject = resource(aliases[0] ?? '', { aliases });
  const place = { account: account.name, location: HERE.region };
  const scope = scopeOf(parameters.parse({}), { accounts: [account] });
  const findings = [];
  const gaps = [];
  for (const source of sources.filter(asks)) {
    const where = { source: source.name, place };
    try {
      const candidates = source.per === 'resource' ? [subject] : [];
      findings.push(...(await source.read(place, scope, candidates, aws.io())).map((one) => ({ ...one, ...where })));
    } catch (error) {
      if (!(error instanceof ReadError)) throw error;
      if (error instanceof PartialReadError) findings.push(...error.found.map((one) => ({ ...one, ...where })));
      gaps.push({ ...where, why: error.message });
    }
  }
  return (await verdict(subject, {}, evidenceOf(findings, gaps))).kind;
}

/** `undefined`: the sandbox does not play the request. */
async function verdictAfter(place: MakingOf): Promise<string | undefined> {
  let found: string | undefined;
  for (const { value, aliases } of FORMS[place.kind]) {
    others(place.making);
    const made = await place.making.make(place, value);
    if (made === NOT_PLAYED) return undefined;
    const verdict =
      made === 'made' ? await judged({ kind: place.kind, apis: new Set([place.making.api]) }, aliases) : made;
    if (verdict === 'keep') return verdict;
    found = verdict;
  }
  return found;
}

test('A19 an item that a request makes keeps what any of its members names', async () => {
  const places = all.flatMap(placesOf);
  const some = EXHAUSTIVE ? places : places.filter((_, index) => index % 4 === 0);
  const seen = new Map<string, string>();
  for (const place of some) {
    const { making, path, kind } = place;
    const where = `${making.service} ${making.method} ${written(path)}: ${kind}`;
    if (OTHERWISE.some(([expression]) => expression.test(where))) continue;
    if (NEEDS_MORE.has(`${making.service} ${making.method}`)) continue;
    const found = await verdictAfter(place);
    if (found !== undefined) seen.set(where, found);
  }
  const kept = [...seen].filter(([, found]) => found === 'keep');
  const lost = [...seen].filter(([, found]) => found !== 'keep');
  expect({ lost, areMany: kept.length > some.length / 4 }).toEqual({ lost: [], areMany: true });
}, 120_000);

test('A19 whatever a request makes more never moves a resource towards its deletion', async () => {
  const places = all.flatMap(placesOf).filter(({ making }) => !NEEDS_MORE.has(`${making.service} ${making.method}`));
  const place = fc.nat().map((at) => places[at % places.length] as MakingOf);
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(place, { minLength: 2, maxLength: 3, selector: ({ making }) => making }),
      fc.nat(),
      within(LIMIT_MS, async (some, form) => {
        const [{ kind, making }] = some as [MakingOf];
        const { value, aliases } = FORMS[kind][form % FORMS[kind].length] as (typeof FORMS)[typeof kind][number];
        others(making);
        const apis = new Set(some.map((one) => one.making.api));
        let before = await judged({ kind, apis }, aliases);
        for (const one of some) {
          await one.making.make({ ...one, kind }, value);
          const after = await judged({ kind, apis }, aliases);
          expect({ of: one.making.method, kind, value, nearer: NEARNESS[after] > NEARNESS[before] }).toMatchObject({
            nearer: false,
          });
          before = after;
        }
      }),
    ),
    { numRuns: runsOf(30, 1_000) },
  );
}, 600_000);
