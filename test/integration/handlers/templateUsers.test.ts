import { describe, expect, test } from '@jest/globals';
import type { NodegroupSeed } from '../../../sandbox/aws/index.ts';
import type { Finding, Place } from '../../../src/core/common/finding.ts';
import { leftovers } from '../../../src/handlers/aws/evidence/clusters/leftovers.ts';
import { launchTemplate } from '../../../src/handlers/aws/types/launchTemplate/handler.ts';
import type { EvidenceSource, Scope } from '../../../src/handlers/contract/handler.ts';
import { account, awsForEach, failureOf, HERE, otherAccount, REGION, scopeOf, THERE } from './fixture.ts';

const ID = 'lt-0123456789abcdef0';
const OTHER = 'lt-0fedcba9876543210';
const HOME: Place = { account: 'test', location: REGION };
const scope = scopeOf(launchTemplate.parameters.parse({}));
const aws = awsForEach();

const sourceOf = (name: string) => launchTemplate.evidence.find((known) => known.name === name) as EvidenceSource;
const read = (name: string, place = HOME): Promise<readonly Finding[]> =>
  sourceOf(name).read(place, scope, [], aws.io());
/** Users of templates; of one that says which version it means, versions have a finding of their own. */
const users = async (name: string) =>
  (await read(name))
    .filter(({ alias }) => !/^ami-|^subnet-|:\d+$/.test(alias))
    .map(({ alias, by }) => `${alias.replace(/:\*$/, '')} ← ${by}`);
const placesOf = (name: string, change: Partial<Scope>) =>
  sourceOf(name)
    .places(scopeOf<unknown>(scope.parameters, change))
    .map(({ account: one, location }) => `${one}/${location}`);

describe('instances', () => {
  test('A1 an instance in any state but terminated uses the template that its tag names', async () => {
    const tag = (id: string) => ({ 'aws:ec2launchtemplate:id': id, 'aws:ec2launchtemplate:version': '3' });
    aws.control.addInstances(HERE, [
      { InstanceId: 'i-1', state: 'stopped', tags: tag(ID) },
      { InstanceId: 'i-2', state: 'terminated', tags: tag(ID) },
      { InstanceId: 'i-3', tags: tag('') },
      { InstanceId: 'i-4', tags: { Name: ID } },
    ]);
    expect(await users('instances')).toEqual([`${ID} ← instance i-1 (stopped)`]);
    expect(await read('instances')).toHaveLength(5);
  });
});

describe('fleets and spot requests', () => {
  test('A1 fleets and spot requests use every template that they name, by id or by name, also one that is gone', async () => {
    const config = (spec: object) => ({ LaunchTemplateSpecification: { Version: '1', ...spec } });
    const LaunchTemplateConfigs = [config({ LaunchTemplateId: ID }), config({ LaunchTemplateName: 'Web' })];
    aws.control.addFleets(HERE, [{ FleetId: 'fleet-1', LaunchTemplateConfigs }]);
    aws.control.addSpotFleetRequests(HERE, [
      { SpotFleetRequestId: 'sfr-1', SpotFleetRequestConfig: { LaunchTemplateConfigs } },
    ]);
    expect([...(await users('fleets')), ...(await users('spotRequests'))]).toEqual([
      `${ID} ← EC2 fleet fleet-1 (active) (version 1)`,
      'launchTemplate/Web ← EC2 fleet fleet-1 (active) (version 1)',
      `${ID} ← spot fleet request sfr-1 (active) (version 1)`,
      'launchTemplate/Web ← spot fleet request sfr-1 (active) (version 1)',
    ]);
  });
});

describe('batch', () => {
  test('A1 a Batch environment uses its template, and those of its overrides', async () => {
    const overrides = [
      { launchTemplateName: 'Web', version: '$Latest', targetInstanceTypes: ['m5'] },
      { launchTemplateId: OTHER, targetInstanceTypes: ['c5'] },
    ];
    const launchTemplateOf = { launchTemplateId: ID, version: '2', overrides };
    aws.control.addComputeEnvironments(HERE, [
      { computeEnvironmentName: 'e', state: 'DISABLED', computeResources: { launchTemplate: launchTemplateOf } },
      { computeEnvironmentName: 'gone', status: 'DELETED', computeResources: { launchTemplate: launchTemplateOf } },
    ]);
    expect(await users('batchEnvironments')).toEqual([
      'launchTemplate/Web ← Batch compute environment e (VALID)',
      `${ID} ← Batch compute environment e (VALID)`,
      `${OTHER} ← Batch compute environment e (VALID)`,
    ]);
  });

  test('A14 a Batch environment names a template without id and name → the read fails', async () => {
    const computeResources = { launchTemplate: { version: '1' } };
    aws.control.addComputeEnvironments(HERE, [{ computeEnvironmentName: 'odd', computeResources }]);
    expect(await failureOf(read('batchEnvironments'))).toMatchObject({
      problem: 'malformed',
      message: expect.stringContaining(
        'Batch compute environment odd (VALID) came with a launch template without id or name',
      ),
    });
  });
});

describe('eksClusters', () => {
  const nodegroups = (...seeds: Partial<NodegroupSeed>[]) =>
    aws.control.addNodegroups(
      HERE,
      seeds.map((seed, index) => ({ clusterName: 'prod', nodegroupName: `n${index}`, ...seed })),
    );

  test('A1 an EKS node group uses its template in every status, by id if it has both id and name', async () => {
    nodegroups(
      { launchTemplate: { id: ID, name: 'Web', version: '3' } },
      { launchTemplate: { name: 'Web' }, status: 'DELETING' },
      { launchTemplate: { id: ID }, status: 'CREATE_FAILED', clusterName: 'test' },
      {},
    );
    expect(await users('eksClusters')).toEqual([
      `${ID} ← EKS node group prod/n0 (ACTIVE)`,
      'launchTemplate/Web ← EKS node group prod/n1 (DELETING)',
      `${ID} ← EKS node group test/n2 (CREATE_FAILED)`,
    ]);
  });

  test('A6 AWS lists EKS clusters and node groups in pages → Holystone reads each', async () => {
    nodegroups(...Array.from({ length: 101 }, (_, index) => ({ clusterName: `c${index}` })));
    nodegroups(...Array.from({ length: 101 }, () => ({ launchTemplate: { id: ID } })));
    expect(await read('eksClusters')).toHaveLength(101);
    const calls = aws.operations();
    expect(calls.filter((operation) => operation === 'ListClusters')).toHaveLength(2);
    expect(calls.filter((operation) => operation === 'ListNodegroups')).toHaveLength(103);
  });

  test('A14 an EKS node group vanishes between the list and its description → it uses nothing', async () => {
    nodegroups({ launchTemplate: { id: ID } });
    aws.control.addFault({
      kind: 'error',
      operation: 'DescribeNodegroup',
      code: 'ResourceNotFoundException',
      message: 'No node group found for name: n0.',
      status: 404,
    });
    expect(await read('eksClusters')).toEqual([]);
  });

  test('A14 an EKS node group names a template without id and name → the read fails', async () => {
    nodegroups({ launchTemplate: { version: '1' } });
    expect(await failureOf(read('eksClusters'))).toMatchObject({ problem: 'malformed' });
  });

  test.each(['ListClusters', 'ListNodegroups', 'DescribeNodegroup'])(
    'A3 AWS denies eks:%s → the read fails, and the error names the permission',
    async (operation) => {
      nodegroups({ launchTemplate: { id: ID } });
      const permission = `eks:${operation}`;
      aws.control.deny({ account: HERE.account, action: permission });
      expect(await failureOf(read('eksClusters'))).toMatchObject({ problem: 'denied', permission });
    },
  );
});

describe('imageDistributions', () => {
  const distribute = (name: string, distributions: readonly object[], at = HERE) => {
    const arn = `arn:aws:imagebuilder:${at.region}:${at.account}:distribution-configuration/${name}`;
    aws.control.addImageBuilder(at, { distributions: [{ arn, name, distributions: distributions as never }] });
    return `Image Builder distribution configuration ${arn}`;
  };
  const to = (region: string, rest: object) => ({ region, ...rest });

  test('A1 a distribution uses the templates that it updates, in any region, and those of fast launch', async () => {
    const by = distribute('golden', [
      to('us-east-1', { launchTemplateConfigurations: [{ launchTemplateId: ID }, { launchTemplateId: OTHER }] }),
      to('eu-west-1', {
        fastLaunchConfigurations: [
          { enabled: true, launchTemplate: { launchTemplateName: 'Web', launchTemplateVersion: '2' } },
          { enabled: false, launchTemplate: { launchTemplateId: ID } },
          { enabled: true },
        ],
      }),
    ]);
    expect(await users('imageDistributions')).toEqual([
      `${ID} ← ${by} (to us-east-1)`,
      `${OTHER} ← ${by} (to us-east-1)`,
      `launchTemplate/Web ← ${by} (fast launch → version 2)`,
      `${ID} ← ${by} (fast launch → version $Default)`,
    ]);
  });

  test('A6 AWS lists distributions in pages → Holystone reads each', async () => {
    const launchTemplateConfigurations = [{ launchTemplateId: ID }];
    for (let n = 0; n < 26; n++) distribute(`d${n}`, [to('us-east-1', { launchTemplateConfigurations })]);
    expect(await read('imageDistributions')).toHaveLength(26);
  });

  test.each([
    ['without distributions', { distributions: undefined }],
    ['with a template without id', { distributions: [to('us-east-1', { launchTemplateConfigurations: [{}] })] }],
  ])('A14 a distribution %s → the read fails', async (_, { distributions }) => {
    distribute('odd', distributions as never);
    expect(await failureOf(read('imageDistributions'))).toMatchObject({ problem: 'malformed' });
  });

  test('A1 Holystone reads distributions of other accounts and regions, which may name a template here', async () => {
    const launchTemplateConfigurations = [{ launchTemplateId: ID, accountId: HERE.account }];
    distribute('theirs', [to('us-east-1', { launchTemplateConfigurations })], THERE);
    expect(await read('imageDistributions')).toEqual([]);
    expect(await read('imageDistributions', { account: 'other', location: REGION })).toHaveLength(1);
    const accounts = [
      { ...account, locations: [REGION, 'eu-west-1'] },
      { ...otherAccount, locations: ['eu-central-1', 'cn-north-1'] },
      { ...otherAccount, name: 'china', locations: ['cn-north-1'] },
    ];
    expect(placesOf('imageDistributions', { accounts })).toEqual([
      'test/us-east-1',
      'test/eu-west-1',
      'other/us-east-1',
      'other/eu-central-1',
    ]);
  });
});

test('A1 Holystone looks for all other users of a template in its own account and region only', () => {
  // Sources of clusters are about who made it, and are read for the rule `clusterGone` only.
  const ofMakers = leftovers({}).evidence.map(({ name }) => name);
  const others = launchTemplate.evidence.filter(
    ({ name, provider }) => name !== 'imageDistributions' && provider !== 'kubernetes' && !ofMakers.includes(name),
  );
  for (const { name } of others) expect([name, placesOf(name, {})]).toEqual([name, [`test/${REGION}`]]);
});
