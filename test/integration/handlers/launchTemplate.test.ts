import {
  CreateLaunchTemplateVersionCommand,
  DeleteLaunchTemplateVersionsCommand,
  EC2Client,
} from '@aws-sdk/client-ec2';
import { describe, expect, test } from '@jest/globals';
import type { SandboxControl } from '../../../sandbox/aws/index.ts';
import type { TemplateDescription } from '../../../src/handlers/aws/resources/launchTemplate.ts';
import { nameAlias } from '../../../src/handlers/aws/resources/nameAlias.ts';
import { launchTemplate } from '../../../src/handlers/aws/types/launchTemplate/handler.ts';
import type { Io } from '../../../src/handlers/contract/handler.ts';
import { awsForEach, collect, HERE, openGate, REGION, scopeOf } from './fixture.ts';

const scope = scopeOf(launchTemplate.parameters.parse({}));
const GONE = 'lt-0fffffffffffffff0';
const aws = awsForEach();

const open = (io?: Partial<Io>) => launchTemplate.open(scope, aws.io(io));
type Seed = Parameters<SandboxControl['addLaunchTemplates']>[1][number];
const seed = (given: Partial<Seed> = {}): string =>
  aws.control.addLaunchTemplates(HERE, [{ versions: [{ InstanceType: 'm5.large' }], ...given }])[0] ?? '';
const read = async (id: string) => (await open().get([id])).get(id);
const found = async (id: string) => {
  const answer = await read(id);
  if (answer?.kind !== 'found') throw new Error(`${id}: ${JSON.stringify(answer)}`);
  return answer.resource;
};
/** Somebody who may do everything. */
const administrator = async <T>(work: (ec2: EC2Client) => Promise<T>): Promise<T> => {
  const ec2 = new EC2Client({ region: REGION });
  try {
    return await work(ec2);
  } finally {
    ec2.destroy();
  }
};

describe('list and get', () => {
  test('the listing reads no versions', async () => {
    for (let n = 0; n < 3; n++) seed({ LaunchTemplateName: `t${n}` });
    expect(await collect(open().list())).toHaveLength(3);
    expect(aws.operations().filter((operation) => operation.startsWith('DescribeLaunch'))).toEqual([
      'DescribeLaunchTemplates',
    ]);
  });

  test('A14 one is known by its id and when it was made; tags, capitals and odd names stay', async () => {
    const id = seed({
      LaunchTemplateName: 'Web(old)/2024.1_b',
      CreateTime: '2024-01-02T03:04:05.000Z',
      versions: [{}, {}, {}],
      DefaultVersionNumber: 2,
      tags: { 'Tëam & "co"': 'a=b' },
    });
    const [listed] = await collect(open().list());
    expect(listed).toMatchObject({
      id,
      identity: `${id}@2024-01-02T03:04:05.000Z`,
      name: 'Web(old)/2024.1_b',
      aliases: [
        id,
        'launchTemplate/Web(old)/2024.1_b',
        `${id}:*`,
        'launchTemplate/Web(old)/2024.1_b:*',
        nameAlias('Web(old)/2024.1_b'),
      ],
      tags: { 'Tëam & "co"': 'a=b' },
      createdAt: new Date('2024-01-02T03:04:05.000Z'),
      defaultVersionNumber: 2,
      latestVersionNumber: 3,
      note: { code: 'versionsGo', values: { latest: 3 } },
    });
    expect((await found(id)).identity).toBe(listed?.identity);
  });

  test('a template that a service manages and hides is listed with its operator', async () => {
    seed({ Operator: { Managed: true, Principal: 'drs.amazonaws.com' } });
    expect((await collect(open().list()))[0]?.operator).toBe('drs.amazonaws.com');
    expect(aws.control.calls({ operation: 'DescribeLaunchTemplates' })[0]?.input).toMatchObject({
      IncludeManagedResources: true,
    });
  });

  test('by id: a missing or unreadable template hides none of the others', async () => {
    const ids = [seed(), GONE, seed(), 'lt-nonsense'];
    const reads = await open().get(ids);
    expect(ids.map((id) => reads.get(id)?.kind)).toEqual(['found', 'gone', 'found', 'unknown']);
  });

  test.each(['NotFound', 'NotFoundException'])(
    'Law 2 a template is gone when AWS answers to its id with %s',
    async (suffix) => {
      const id = seed();
      const code = `InvalidLaunchTemplateId.${suffix}`;
      aws.control.addFault({ kind: 'error', operation: 'DescribeLaunchTemplates', code, status: 400 });
      expect(await read(id)).toEqual({ kind: 'gone' });
    },
  );

  test('A14 a template vanishes between its listing and the read of its versions → its state is unknown, not gone', async () => {
    const id = seed();
    const code = 'InvalidLaunchTemplateId.NotFound';
    aws.control.addFault({ kind: 'error', operation: 'DescribeLaunchTemplateVersions', code, status: 400 });
    expect(await read(id)).toMatchObject({ kind: 'unknown', why: expect.stringContaining(id) });
  });
});

describe('the definition', () => {
  const definition = async (id: string) => launchTemplate.definition(await found(id)) as TemplateDescription;

  test('holds every version by its number, with description and data, the default one and those between deleted ones', async () => {
    const id = seed({ versions: [{ ImageId: 'ami-1', UserData: 'IyEvYmluL3No' }, {}, {}], descriptions: ['first'] });
    await administrator(async (ec2) => {
      const next = { LaunchTemplateId: id, SourceVersion: '1', VersionDescription: 'fourth' };
      const data = { LaunchTemplateData: { ImageId: 'ami-4' } };
      await ec2.send(new CreateLaunchTemplateVersionCommand({ ...next, ...data }));
      await ec2.send(new DeleteLaunchTemplateVersionsCommand({ LaunchTemplateId: id, Versions: ['2'] }));
    });
    const { template, versions } = await definition(id);
    expect(template).toMatchObject({ LaunchTemplateId: id, DefaultVersionNumber: 1, LatestVersionNumber: 4 });
    expect(versions).toMatchObject([
      { VersionNumber: 1, VersionDescription: 'first', DefaultVersion: true, LaunchTemplateData: { ImageId: 'ami-1' } },
      { VersionNumber: 3, DefaultVersion: false },
      {
        VersionNumber: 4,
        VersionDescription: 'fourth',
        LaunchTemplateData: { ImageId: 'ami-4', UserData: 'IyEvYmluL3No' },
      },
    ]);
    expect(versions).toHaveLength(3);
  });

  test('A6 holds the versions of all pages', async () => {
    const id = seed({ versions: Array.from({ length: 405 }, () => ({})) });
    expect((await definition(id)).versions.map(({ VersionNumber }) => VersionNumber)).toEqual(
      Array.from({ length: 405 }, (_, index) => index + 1),
    );
  });

  test('is complete also where the latest version was deleted', async () => {
    const id = seed({ versions: [{}, {}] });
    await administrator((ec2) =>
      ec2.send(new DeleteLaunchTemplateVersionsCommand({ LaunchTemplateId: id, Versions: ['2'] })),
    );
    expect((await definition(id)).versions).toHaveLength(1);
  });

  test.each([
    ['default', { DefaultVersionNumber: 3 }, 'version 3 exists'],
    ['latest', { LatestVersionNumber: 3 }, 'version $Latest exists'],
  ])('Law 12 without the %s version the template is unknown, and so never deleted', async (which, patch, why) => {
    const id = seed({ versions: [{}, {}] });
    aws.control.update(HERE, 'launchTemplate', id, patch);
    // AWS contradicts itself, and does not say which version it means by the latest one.
    if (which === 'latest')
      aws.control.addFault({ kind: 'empty', operation: 'DescribeLaunchTemplateVersions', nth: 2 });
    expect(await read(id)).toMatchObject({ kind: 'unknown', why: expect.stringContaining(why) });
  });

  test('of a listed one there is none', async () => {
    seed();
    const [listed] = await collect(open().list());
    expect(() => launchTemplate.definition(listed as never)).toThrow('not read by id');
  });
});

describe('delete', () => {
  const remove = async (id: string, before?: () => void) => {
    const template = await found(id);
    before?.();
    return (await open({ permit: openGate() }).delete([template])).get(id);
  };
  const deletes = () => aws.control.calls({ operation: 'DeleteLaunchTemplate' });

  test('L35 made again under the same name: the id is the old one’s, and the new one lives', async () => {
    const id = seed({ LaunchTemplateName: 'web' });
    let next = '';
    const outcome = await remove(id, () => {
      aws.control.remove(HERE, 'launchTemplate', id);
      next = seed({ LaunchTemplateName: 'web' });
    });
    expect([outcome, (await read(next))?.kind]).toEqual([{ kind: 'gone' }, 'found']);
  });

  test.each([
    ['gets a second version', [{}], { LatestVersionNumber: 2 }],
    ['gets another default version', [{}, {}], { DefaultVersionNumber: 2 }],
  ])('Law 12 one that %s after its read stays: its definition has no such version', async (_what, versions, change) => {
    const id = seed({ versions });
    const outcome = await remove(id, () => aws.control.update(HERE, 'launchTemplate', id, change));
    expect(outcome).toMatchObject({
      kind: 'retry',
      request: 'unsent',
      reason: expect.stringMatching(/^not sent: .* version 2/),
    });
    expect([deletes(), (await read(id))?.kind]).toEqual([[], 'found']);
  });

  test.each(['blank', 'empty', 'truncate'] as const)(
    'Law 1 one whose read just before has this answer stays: %s',
    async (kind) => {
      const id = seed();
      const outcome = await remove(id, () =>
        aws.control.addFault({ kind, operation: 'DescribeLaunchTemplates', times: 1 }),
      );
      expect(outcome).toMatchObject({ kind: 'retry', request: 'unsent' });
      expect([deletes(), (await read(id))?.kind]).toEqual([[], 'found']);
    },
  );

  test('an answer that is lost, or does not say that it was done, is left out, so that get decides', async () => {
    const [lost, blank] = [seed(), seed()];
    aws.control.addFault({ kind: 'dropAfter', operation: 'DeleteLaunchTemplate', times: 1 });
    expect(await remove(lost)).toBeUndefined();
    aws.control.addFault({ kind: 'blank', operation: 'DeleteLaunchTemplate', times: 1 });
    expect(await remove(blank)).toBeUndefined();
    expect(deletes()).toHaveLength(2);
  });
});

describe('launch templates that others manage', () => {
  const [managedBy] = launchTemplate.safeguards;
  const why = async (given: Partial<Seed>, parameters: object = {}) => {
    seed(given);
    const [listed] = await collect(open().list());
    return managedBy?.keeps(listed as never, launchTemplate.parameters.parse(parameters), {} as never);
  };

  test.each([
    ['drs', { AWSElasticDisasterRecoverySourceServerID: 's-1', Name: 'web' }],
    ['drs', { AWSElasticDisasterRecoveryManaged: 'drs.amazonaws.com' }],
    ['mgn', { AWSApplicationMigrationServiceSourceServerID: 's-1' }],
    ['mgn', { AWSApplicationMigrationServiceManaged: 'mgn.amazonaws.com' }],
    ['eks', { 'eks:nodegroup-name': 'blue' }],
    ['karpenter', { 'karpenter.k8s.aws/cluster': 'prod' }],
    ['batch', { AWSBatchServiceTag: 'batch' }],
    ['cloudformation', { 'aws:cloudformation:stack-name': 'web' }],
  ])('a template that %s made is kept by its tags', async (manager, tags) => {
    expect(await why({ tags })).toContain(`managed-by:${manager}`);
  });

  test('a template whose operator manages it is kept', async () => {
    const Operator = { Managed: true, Principal: 'drs.amazonaws.com' };
    expect(await why({ Operator })).toBe('managed-by:drs.amazonaws.com');
  });

  test('a template of a manager in manageOwned is not kept for its manager', async () => {
    expect(await why({ tags: { AWSElasticDisasterRecoveryManaged: '' } }, { manageOwned: ['DRS'] })).toBeUndefined();
  });
});
