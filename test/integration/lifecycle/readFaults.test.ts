/**
 * Bad luck that lasts, with each source of evidence of each type in turn: what it would have kept is no candidate, and
 * an operator reads what failed, where and what to do.
 */
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { FaultRule } from '../../../sandbox/aws/index.ts';
import type { Call } from '../../../src/handlers/aws/calls/call.ts';
import { ALL_CALLS } from '../../../src/handlers/aws/calls/index.ts';
import { leftovers } from '../../../src/handlers/aws/evidence/clusters/leftovers.ts';
import { sourceVolume } from '../../../src/handlers/aws/evidence/storage/sourceVolume.ts';
import { terraformStates } from '../../../src/handlers/aws/evidence/terraform/terraformStates.ts';
import { aws as provider } from '../../../src/handlers/aws/provider.ts';
import { ecrSubjects } from '../../../src/handlers/aws/types/ecrTag/subjects.ts';
import type { SharedClientPool } from '../../../src/handlers/contract/clientPool.ts';
import type { EvidenceSource } from '../../../src/handlers/contract/handler.ts';
import type { NamespacePlan } from '../../../src/lifecycle/index.ts';
import { KITS } from '../../kits/index.ts';
import { aFewOf } from '../../support/graph/everything.ts';
import { candidatesOf, OWN, verdictsOf } from '../../support/graph/surveyed.ts';
import { surveyedForAll } from '../../support/graph/surveyedForAll.ts';
import { NO_NAME } from '../../support/noName.ts';
import { isReadByDefault } from '../../support/readByDefault.ts';
import { someOf } from '../../support/sampled.ts';

const { handlers } = provider;

const surveyed = surveyedForAll();

/** The account in the sandbox; sources that follow each other share it, because no plan changes anything. */
let recorded: { readonly account: string; readonly clean: NamespacePlan } | undefined;

/** The calls that list a type: trouble with one of them is a listing that failed (L30). */
const LISTING = new Map(KITS.map(({ type, listing: { call, also = [] } }) => [type as string, [call, ...also]]));

/** Asked about copies of volumes only, and there are none here; volumeEvidence.test.ts has some. */
const RARE = new Set([
  // Only about an image with copies; handlers/imageFamily has some.
  'imageFamily ec2:DescribeImageReferences',
  'volumeAttachments ec2:DescribeVolumeStatus',
  // Only for a revision that a text names; no user data of these accounts does.
  'launchConfigurations ecs:DescribeTaskDefinition',
]);

/** IAM has one permission for both reads of S3, and this one is of the resource itself: cdk/objects.test.ts breaks it. */
const OF_RESOURCES = new Set(['cdkS3Asset s3:HeadObject']);

/** The sources that only the rules clusterGone, volumeGone and orphan need. */
const OF_RULES = new Set([...leftovers({}).evidence, sourceVolume, ecrSubjects].map(({ name }) => name));

/** The first type with each read. */
const FIRST = new Map(
  handlers
    .flatMap(({ resourceType, evidence }) => evidence.map(({ read }) => [read, resourceType] as const))
    .toReversed(),
);

/** All rows of Cloud Control send the same calls: one stands for them. */
const CONTROLLED = handlers.flatMap(({ evidence }) => evidence).find(({ group }) => group === 'cloudControl')?.name;

/** The SDK's id of each service, as its settings spell it. */
const SETTINGS = new Map<string, string>();
/** The SDK's ids of the services with this prefix in IAM, as its settings spell them: `elasticloadbalancing` has two. */
const SERVICES = await servicesByPrefix();
const NOWHERE = `http://aws.us-east-1.${NO_NAME}.invalid`;

const cases = handlers.flatMap((handler) => {
  const { provider, resourceType, evidence } = handler;
  return evidence.flatMap((source) => {
    if (!isReadByDefault(handler, source)) return [];
    // It reads in clusters of Kubernetes: tags/podImages.test.ts.
    if (source.provider !== undefined && source.provider !== provider) return [];
    // Read only for a rule: handlers/clusters, lifecycle/lessEvidenceOfClusters and lifecycle/snapshots break its reads.
    if (OF_RULES.has(source.name)) return [];
    // Read only in accounts with states: lifecycle/terraformStates breaks its reads.
    if (source.name === terraformStates.name) return [];
    // Types share the read of a listing, and that of clusters: the first of them breaks it.
    const isShared = 'names' in source || source.name === 'undeclaredClusters';
    if (isShared && FIRST.get(source.read) !== resourceType) return [];
    if (source.group === 'cloudControl' && source.name !== CONTROLLED) return [];
    // A call of AWS itself in our name is no call of ours.
    const ours = source.permissions.filter((permission) =>
      source.group === 'cloudControl'
        ? permission.startsWith('cloudformation:')
        : !source.optional || permission.startsWith('ec2:'),
    );
    const asked = ours
      .flatMap(callsOf)
      .filter(
        (permission) =>
          !LISTING.get(resourceType)?.includes(permission) &&
          !RARE.has(`${source.name} ${permission}`) &&
          !OF_RESOURCES.has(`${resourceType} ${permission}`),
      );
    // A call that is made about everything as well has failed before any call about one.
    const before = evidence
      .filter(({ per }) => per === 'location')
      .flatMap(({ name, permissions }) => permissions.filter((permission) => !RARE.has(`${name} ${permission}`)));
    if (source.per === 'resource' && asked.every((permission) => before.includes(permission))) return [];
    return asked.length === 0 ? [] : [[resourceType, source.name, source, asked] as const];
  });
});

/** The calls with this permission: IAM has only one for all of API Gateway's. */
function callsOf(wanted: string): readonly string[] {
  const named = ALL_CALLS.filter(({ permission }) => permission === wanted).map(({ api }) => api);
  return named.length === 0 ? [wanted] : [...new Set(named)];
}

/** Where a source reads that does not read in the scope's own region. */
const REGIONS: Readonly<Record<string, string>> = { accelerators: 'us-west-2' };

/** The two ways in which nothing is answered; in CI each source meets one of them. */
const SILENT = ['throttled', 'no endpoint'] as const;
const rows = cases.map((one, row) => [...one, row] as const);

describe.each(rows)('%s: %s', (type, name, source: EvidenceSource, asked, row) => {
  const few = aFewOf(type, source.optional === true);
  const region = REGIONS[name] ?? OWN.region;
  const plan = async (clients: SharedClientPool, before?: NamespacePlan) => {
    const planned = await surveyed.plan(few.entry(surveyed), { ...(before ? seenBefore(before) : {}), clients });
    clients.close();
    return planned;
  };
  /** Only the calls with these permissions are sent; the others get the answers of the clean plan. */
  const planWithout = (permissions: readonly string[], before?: NamespacePlan) =>
    plan(
      surveyed.aws.replay(({ operation }) => permissions.some((permission) => permission.endsWith(`:${operation}`))),
      before,
    );
  const emptied = new Map<string, NamespacePlan>();
  /** After the clean plan, AWS answers these with nothing but empty lists. */
  const planEmptied = async (permissions: readonly string[]) => {
    const known = emptied.get(permissions.join());
    if (known) return known;
    surveyed.recover();
    for (const permission of permissions) surveyed.break(on(permission, 'empty'));
    const planned = await planWithout(permissions, clean);
    emptied.set(permissions.join(), planned);
    return planned;
  };
  // A service without which there is no listing is no trouble of a source's.
  const listedBy = (LISTING.get(type) ?? []).flatMap(servicesOf);
  const services = asked.flatMap(servicesOf).filter((service) => !listedBy.includes(service));
  const silent = services.length > 0 ? someOf(SILENT, SILENT.length, row) : ['throttled'];
  const wrongIn = (planned: NamespacePlan) =>
    candidatesOf(planned).filter((id) => few.expected.get(id) !== 'candidate');
  /** Nothing is called unused by mistake, and the problem names the fault, the place and the remedy. */
  const isReported = (planned: NamespacePlan, advice: RegExp) => {
    expect(wrongIn(planned)).toEqual([]);
    expect(planned).toMatchObject({
      status: 'incomplete',
      problem: expect.stringMatching(new RegExp(`\\b${name}\\b[\\w, ]* could not be read`)),
    });
    expect(planned.problem).toContain(`in test/${region}: `);
    expect(planned.problem).toMatch(advice);
  };

  let clean: NamespacePlan;
  beforeAll(async () => {
    const account = `${type}, optional: ${source.optional === true}`;
    if (recorded?.account !== account) {
      await few.build(surveyed);
      recorded = { account, clean: await plan(surveyed.aws.record()) };
    }
    clean = recorded.clean;
  });
  afterEach(() => surveyed.recover());

  if (silent.includes('throttled')) {
    test('A7 AWS throttles each attempt → the plan is incomplete; AWS answers again → every verdict is as before', async () => {
      for (const permission of asked) surveyed.break(on(permission, 'throttle'));
      isReported(await planWithout(asked), /AWS throttled .*; Holystone retries more slowly/);
      surveyed.recover();
      expect(verdictsOf(await planWithout(asked))).toEqual(few.expected);
    });
  }

  if (silent.includes('no endpoint')) {
    test('A14 the service has no endpoint in the region → the plan is incomplete, and the problem names the region and possible causes', async () => {
      for (const service of services) process.env[`AWS_ENDPOINT_URL_${service}`] = NOWHERE;
      try {
        const isNew = (service: string) => services.includes(SETTINGS.get(service) ?? '');
        isReported(
          await plan(surveyed.aws.replayWithNew(isNew)),
          new RegExp(`the endpoint for .* in ${region} .*whether it has the service`),
        );
      } finally {
        for (const service of services) delete process.env[`AWS_ENDPOINT_URL_${service}`];
      }
    });
  }

  test('L31 Law 1 AWS answers an empty list → no resource that the plan before showed in use is a candidate', async () => {
    expect(verdictsOf(clean)).toEqual(few.expected);
    for (const permission of asked) {
      const wrong = candidatesOf(await planEmptied([permission])).filter((id) => usedIn(clean).includes(id));
      expect({ permission, wrong }).toEqual({ permission, wrong: [] });
    }
  });

  // Its objects are listed with the resources: cdk/templates.test.ts has its empty listing.
  const isListedWith = source.permissions.some((permission) => LISTING.get(type)?.includes(permission));
  // It finds no user, only whether there may be some: nothing falls.
  const isFinder = source.name !== 'replicationSettings';
  if (source.per === 'location' && isFinder && !(isListedWith && source.name === 'stackTemplates')) {
    test('L31 AWS answers nothing but empty lists → the plan is blocked or incomplete, and the problem names source and place', async () => {
      // Users in listings that several types share have tests of their own: handlers/mentioned.test.ts, madeByStacks.test.ts.
      const isShared = 'names' in source || name === 'stackResources';
      const isFound = clean.evidence?.some(({ source: found, findings }) => found === name && findings > 0);
      if (isShared && !isFound) return;
      const { status, problem } = await planEmptied(asked);
      expect(['blocked', 'incomplete']).toContain(status);
      expect(problem).toMatch(
        status === 'blocked'
          ? new RegExp(`evidence ${name}@test/${region} fell from \\d+ to 0`)
          : /could not be read in test\/us-east-1: .* ((there is not one version|exists and was not) in the answer|has no (task definition|DomainId|DomainStatus)|ECR does not answer it)/,
      );
    });
  }
});

function servicesOf(permission: string): readonly string[] {
  return [...(SERVICES.get(prefixOf(permission)) ?? [])];
}

function prefixOf(permission: string): string {
  return permission.split(':')[0] ?? '';
}

async function servicesByPrefix(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const ids = new Map<string, Set<string>>();
  for (const call of ALL_CALLS) {
    const { api, service } = call;
    const known = ids.get(prefixOf(api)) ?? new Set();
    const setting = SETTINGS.get(service) ?? (await settingOf(call));
    SETTINGS.set(service, setting);
    ids.set(prefixOf(api), known.add(setting));
  }
  return ids;
}

/** `autoScaling` → `AUTO_SCALING`, as in `AWS_ENDPOINT_URL_AUTO_SCALING`. */
async function settingOf({ load }: Call): Promise<string> {
  const Client = (await load()) as unknown as new (
    settings: object,
  ) => { config: { serviceId: string }; destroy(): void };
  const client = new Client({ region: OWN.region });
  try {
    return client.config.serviceId.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_');
  } finally {
    client.destroy();
  }
}

function on(permission: string, kind: FaultRule['kind']): FaultRule {
  return { kind, operation: permission.split(':')[1] ?? '', account: OWN.account };
}

function usedIn({ resources }: NamespacePlan): readonly string[] {
  return resources.filter(({ usedBy }) => usedBy.length > 0).flatMap(({ id, name }) => [id, name]);
}

/** The figures of the last survey, as the next one compares them. */
function seenBefore(plan: NamespacePlan) {
  const findings = plan.evidence.map(({ source, account, location, findings: count }) => [
    `${source}@${account}/${location}`,
    count,
  ]);
  const baseline = { listed: plan.counts.listed, findings: Object.fromEntries(findings) };
  return { baseline, seenUsed: usedIn(plan) };
}
