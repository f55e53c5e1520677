import { describe, expect, test } from '@jest/globals';
import type { Finding, Place } from '../../../src/core/common/finding.ts';
import { image } from '../../../src/handlers/aws/types/image/handler.ts';
import type { EvidenceSource, Io } from '../../../src/handlers/contract/handler.ts';
import { awsForEach, collect, failureOf, HERE, REGION, scopeOf, THERE } from './fixture.ts';

const IMAGE = 'ami-0123456789abcdef0';
const HOME: Place = { account: 'test', location: REGION };
const AWAY: Place = { account: 'other', location: REGION };
const scope = scopeOf(image.parameters.parse({}));
const aws = awsForEach();

const source = (name: string): EvidenceSource => {
  const found = image.evidence.find((known) => known.name === name);
  if (!found) throw new Error(`no source ${name}`);
  return found as EvidenceSource;
};
const read = (name: string, place = HOME, io?: Partial<Io>) => source(name).read(place, scope, [], aws.io(io));
const usersOf = (findings: readonly Finding[], alias = IMAGE) =>
  findings.filter((finding) => finding.alias === alias && finding.says === 'used').map(({ by }) => by);
const template = (name: string, ...images: (string | undefined)[]) => ({
  LaunchTemplateName: name,
  versions: images.map((ImageId) => (ImageId === undefined ? {} : { ImageId })),
});
const callsOf = (operation: string) => aws.control.calls({ operation });

test.each([
  'autoScalingGroups',
  'fleets',
  'instances',
  'launchConfigurations',
  'launchTemplateVersions',
  'spotRequests',
])('Holystone reads %s in all accounts of the provider in the region', (name) => {
  expect(source(name).places(scope)).toEqual([HOME, AWAY]);
});

describe('instances', () => {
  test('A1 an instance in any state but terminated uses its image; a terminated one does not', async () => {
    const states = ['pending', 'running', 'stopping', 'stopped', 'shutting-down', 'terminated'] as const;
    aws.control.addInstances(
      HERE,
      states.map((state) => ({ ImageId: IMAGE, InstanceId: `i-${state}`, state })),
    );
    expect(usersOf(await read('instances')).toSorted()).toEqual([
      'instance i-pending (pending)',
      'instance i-running (running)',
      'instance i-shutting-down (shutting-down)',
      'instance i-stopped (stopped)',
      'instance i-stopping (stopping)',
    ]);
  });

  test('A1 an instance of another account uses the image', async () => {
    aws.control.addInstances(THERE, [{ ImageId: IMAGE, InstanceId: 'i-1' }]);
    expect(usersOf(await read('instances', AWAY))).toEqual(['instance i-1 (running)']);
  });

  test('Holystone asks for instances that AWS services manage, which an account may hide', async () => {
    await read('instances');
    expect(callsOf('DescribeInstances')[0]?.input).toMatchObject({ IncludeManagedResources: true });
  });
});

describe('launch templates', () => {
  test('A1 an old version of a template that no group uses keeps its image', async () => {
    const [id] = aws.control.addLaunchTemplates(HERE, [template('web', IMAGE, 'ami-1', 'ami-2')]);
    expect(usersOf(await read('launchTemplateVersions'))).toEqual([`launch template ${id} "web" version 1`]);
  });

  test('A6 a template has more versions than a page → Holystone reads all of them', async () => {
    aws.control.addLaunchTemplates(HERE, [template('web', ...Array.from({ length: 450 }, (_, n) => `ami-${n}`))]);
    expect(await read('launchTemplateVersions')).toHaveLength(450);
    expect(callsOf('DescribeLaunchTemplateVersions')).toHaveLength(3);
  });

  test('the source reads a version once, then only the list and new versions', async () => {
    const [id = ''] = aws.control.addLaunchTemplates(HERE, [template('web', 'ami-1', 'ami-2')]);
    await read('launchTemplateVersions');
    await read('launchTemplateVersions');
    expect(callsOf('DescribeLaunchTemplateVersions')).toHaveLength(1);
    aws.control.remove(HERE, 'launchTemplate', id);
    aws.control.addLaunchTemplates(HERE, [{ ...template('web', 'ami-1', 'ami-2', IMAGE), LaunchTemplateId: id }]);
    expect(usersOf(await read('launchTemplateVersions'))).toEqual([`launch template ${id} "web" version 3`]);
    expect(callsOf('DescribeLaunchTemplateVersions').at(-1)?.input).toMatchObject({ MinVersion: '2' });
    expect(callsOf('DescribeLaunchTemplates')).toHaveLength(3);
  });

  test('a deleted template uses nothing; after a day Holystone reads the versions of the others again', async () => {
    const [id = ''] = aws.control.addLaunchTemplates(HERE, [template('web', IMAGE), template('api', IMAGE)]);
    await read('launchTemplateVersions');
    aws.control.remove(HERE, 'launchTemplate', id);
    const tomorrow = { now: () => Date.now() + 25 * 3_600_000 };
    const findings = await read('launchTemplateVersions', HOME, { clock: tomorrow });
    expect([findings.length, callsOf('DescribeLaunchTemplateVersions').length]).toEqual([1, 3]);
  });

  test('Holystone reads templates of one or two versions 200 in a call, and each other template in a call of its own', async () => {
    const names = Array.from({ length: 250 }, (_, n) => `t${n}`);
    const two = { DefaultVersionNumber: 2 };
    aws.control.addLaunchTemplates(HERE, [
      ...names.map((name) => template(name, 'ami-1')),
      { ...template('old', IMAGE, 'ami-2', 'ami-3'), ...two },
      template('two', 'ami-1', IMAGE),
      { ...template('default-is-latest', IMAGE, 'ami-2'), ...two },
    ]);
    const findings = await read('launchTemplateVersions');
    expect(usersOf(findings).map((by) => /"(.+)" version (\d)/.exec(by)?.slice(1).join(' '))).toEqual([
      'old 1',
      'two 2',
      'default-is-latest 1',
    ]);
    const singles = callsOf('DescribeLaunchTemplateVersions').filter(({ input }) => input.LaunchTemplateId);
    expect([findings.length, singles.length]).toEqual([257, 2]);
  });

  test('two sources that ask at once read each version once', async () => {
    aws.control.addLaunchTemplates(HERE, [template('web', IMAGE)]);
    aws.control.addAutoScalingGroups(HERE, [{ LaunchTemplate: { LaunchTemplateName: 'web', Version: '1' } }]);
    await Promise.all([read('launchTemplateVersions'), read('autoScalingGroups')]);
    expect(callsOf('DescribeLaunchTemplateVersions')).toHaveLength(1);
  });

  test('sources that ask at once share the reading that none of them saw begin', async () => {
    aws.control.addLaunchTemplates(HERE, [template('web', IMAGE)]);
    const { signal } = new AbortController();
    await Promise.all(
      ['launchTemplateVersions', 'ssmParameters', 'templateTexts'].map((name) => read(name, HOME, { signal })),
    );
    expect(callsOf('DescribeLaunchTemplates')).toHaveLength(2);
  });

  test('A14 AWS answers without the default version, which cannot be deleted → the read fails', async () => {
    aws.control.addLaunchTemplates(HERE, [template('web', IMAGE)]);
    aws.control.addFault({ kind: 'empty', operation: 'DescribeLaunchTemplateVersions' });
    expect(await failureOf(read('launchTemplateVersions'))).toMatchObject({
      problem: 'malformed',
      message: expect.stringContaining('version 1 exists and was not in the answer'),
    });
  });

  test('A14 AWS leaves out a version that must exist → the read fails, and the next read asks again', async () => {
    const [id = ''] = aws.control.addLaunchTemplates(HERE, [template('web', 'ami-1')]);
    await read('launchTemplateVersions');
    aws.control.remove(HERE, 'launchTemplate', id);
    const newer = { ...template('web', 'ami-1', 'ami-2', IMAGE), LaunchTemplateId: id, DefaultVersionNumber: 3 };
    aws.control.addLaunchTemplates(HERE, [newer]);
    aws.control.addFault({ kind: 'empty', operation: 'DescribeLaunchTemplateVersions', times: 1 });
    expect(await failureOf(read('launchTemplateVersions'))).toMatchObject({ problem: 'malformed' });
    expect(usersOf(await read('launchTemplateVersions'))).toHaveLength(1);
  });

  const VERSIONS = 'ec2:DescribeLaunchTemplateVersions';
  const missing = (code: string, times?: number) =>
    aws.control.addFault({
      kind: 'error',
      operation: 'DescribeLaunchTemplateVersions',
      code,
      status: 400,
      ...(times === undefined ? {} : { times }),
    });
  /** Does something once, directly before the first read of versions leaves. */
  const beforeVersions = (act: () => void): Partial<Io> => {
    let done = false;
    const { pacer } = aws;
    return {
      pacer: {
        take: async (bucket, signal) => {
          if (!done && bucket.api === VERSIONS) {
            done = true;
            act();
          }
          await pacer.take(bucket, signal);
        },
        throttled: (bucket) => pacer.throttled(bucket),
      },
    };
  };

  test('A14 a template vanishes between its listing and the read of its versions → it uses nothing, and the read succeeds', async () => {
    const [gone = ''] = aws.control.addLaunchTemplates(HERE, [template('web', IMAGE), template('api', 'ami-1')]);
    const vanishes = beforeVersions(() => aws.control.remove(HERE, 'launchTemplate', gone));
    const findings = await read('launchTemplateVersions', HOME, vanishes);
    expect(findings.map(({ alias }) => alias)).toEqual(['ami-1']);
    expect(callsOf('DescribeLaunchTemplates')).toHaveLength(2);
  });

  test.each(['InvalidLaunchTemplateId.NotFound', 'InvalidLaunchTemplateId.VersionNotFound'])(
    'A14 AWS lists a new template and answers %s for its versions → the read fails',
    async (code) => {
      aws.control.addLaunchTemplates(HERE, [template('new', IMAGE)]);
      missing(code);
      expect(await failureOf(read('launchTemplateVersions'))).toMatchObject({
        name: 'ReadError',
        problem: 'malformed',
      });
      aws.control.addAutoScalingGroups(HERE, [{ LaunchTemplate: { LaunchTemplateName: 'new', Version: '1' } }]);
      expect(await failureOf(read('autoScalingGroups'))).toMatchObject({ name: 'ReadError', problem: 'malformed' });
    },
  );

  test('A1 AWS does not answer for a new version yet → the read fails; the next read finds the known versions and the new one', async () => {
    const [id = ''] = aws.control.addLaunchTemplates(HERE, [template('web', IMAGE)]);
    await read('launchTemplateVersions');
    aws.control.remove(HERE, 'launchTemplate', id);
    aws.control.addLaunchTemplates(HERE, [{ ...template('web', IMAGE, 'ami-2'), LaunchTemplateId: id }]);
    missing('InvalidLaunchTemplateId.VersionNotFound');
    expect(await failureOf(read('launchTemplateVersions'))).toMatchObject({ name: 'ReadError' });
    aws.control.clearFaults();
    missing('InvalidLaunchTemplateId.VersionNotFound', 1);
    const findings = await read('launchTemplateVersions');
    expect(findings.map(({ alias }) => alias)).toEqual([IMAGE, 'ami-2']);
  });

  test('A3 AWS denies the list of launch templates → the read fails, and the error names the permission', async () => {
    aws.control.deny({ account: HERE.account, action: 'ec2:DescribeLaunchTemplates' });
    expect(await failureOf(read('launchTemplateVersions'))).toMatchObject({
      problem: 'denied',
      permission: 'ec2:DescribeLaunchTemplates',
    });
  });
});

describe('Auto Scaling groups', () => {
  const group = (name: string, rest: object) => ({ AutoScalingGroupName: name, ...rest });

  test('A1 an override of a mixed instances policy uses the image that it names, and that of its template version', async () => {
    const [base = '', override = ''] = aws.control.addLaunchTemplates(HERE, [
      template('base', 'ami-1'),
      template('override', 'ami-2', IMAGE),
    ]);
    const LaunchTemplate = {
      LaunchTemplateSpecification: { LaunchTemplateId: base, Version: '$Default' },
      Overrides: [
        { InstanceType: 't3.small' },
        { LaunchTemplateSpecification: { LaunchTemplateId: override, Version: '2' } },
        { ImageId: IMAGE },
      ],
    };
    aws.control.addAutoScalingGroups(HERE, [group('web-v001', { MixedInstancesPolicy: { LaunchTemplate } })]);
    const findings = await read('autoScalingGroups');
    expect(usersOf(findings)).toEqual([
      `Auto Scaling group web-v001 (override 2 → launch template ${override} version 2)`,
      `Auto Scaling group web-v001 (override 3 → ${IMAGE})`,
    ]);
    expect(usersOf(findings, 'ami-1')).toEqual([
      `Auto Scaling group web-v001 (mixed instances policy → launch template ${base} version 1 ($Default))`,
    ]);
  });

  test('A1 a group uses the image of its launch configuration, and that of its template by number, $Latest, $Default or no version', async () => {
    const [id] = aws.control.addLaunchTemplates(HERE, [
      { ...template('web', 'ami-1', IMAGE, 'ami-3'), DefaultVersionNumber: 2 },
    ]);
    aws.control.addLaunchConfigurations(HERE, [{ LaunchConfigurationName: 'lc', ImageId: IMAGE }]);
    const LaunchTemplateName = 'web';
    aws.control.addAutoScalingGroups(HERE, [
      group('a', { LaunchConfigurationName: 'lc' }),
      group('b', { LaunchTemplate: { LaunchTemplateName, Version: '2' } }),
      group('c', { LaunchTemplate: { LaunchTemplateName, Version: '$Default' } }),
      group('d', { LaunchTemplate: { LaunchTemplateName } }),
      group('e', { LaunchTemplate: { LaunchTemplateName, Version: '$Latest' } }),
    ]);
    const findings = await read('autoScalingGroups');
    expect(usersOf(findings)).toEqual([
      'Auto Scaling group a (launch configuration lc)',
      `Auto Scaling group b (launch template ${id} version 2)`,
      `Auto Scaling group c (launch template ${id} version 2 ($Default))`,
      `Auto Scaling group d (launch template ${id} version 2 ($Default))`,
    ]);
    expect(usersOf(findings, 'ami-3')).toEqual([`Auto Scaling group e (launch template ${id} version 3 ($Latest))`]);
  });

  test('A14 the list lacks a new launch configuration that a group names → Holystone asks for it by name', async () => {
    aws.control.addLaunchConfigurations(HERE, [{ LaunchConfigurationName: 'new', ImageId: IMAGE }]);
    aws.control.addAutoScalingGroups(HERE, [
      group('a', { LaunchConfigurationName: 'new' }),
      group('b', { LaunchConfigurationName: 'new' }),
      group('c', { LaunchConfigurationName: 'gone' }),
    ]);
    aws.control.addFault({ kind: 'empty', operation: 'DescribeLaunchConfigurations', times: 1 });
    expect(usersOf(await read('autoScalingGroups'))).toEqual([
      'Auto Scaling group a (launch configuration new)',
      'Auto Scaling group b (launch configuration new)',
    ]);
    expect(callsOf('DescribeLaunchConfigurations').map(({ input }) => input.LaunchConfigurationNames)).toEqual([
      undefined,
      ['new'],
      ['gone'],
    ]);
  });

  test('A14 AWS says that the template of a group is gone → the group uses no image; AWS gives an error → the read fails', async () => {
    const LaunchTemplate = { LaunchTemplateId: 'lt-0123456789abcdef0', Version: '1' };
    aws.control.addAutoScalingGroups(HERE, [group('web', { LaunchTemplate })]);
    const { LaunchTemplateId: id } = LaunchTemplate;
    expect((await read('autoScalingGroups')).map(({ alias }) => alias)).toEqual([`${id}:1`, `${id}:*`]);
    aws.control.addFault({ kind: 'error', operation: 'DescribeLaunchTemplateVersions' });
    expect(await failureOf(read('autoScalingGroups'))).toMatchObject({ problem: 'failed' });
  });
});

test('A1 a launch configuration uses its image, also without a group', async () => {
  aws.control.addLaunchConfigurations(HERE, [{ LaunchConfigurationName: 'old', ImageId: IMAGE }]);
  expect(usersOf(await read('launchConfigurations'))).toEqual(['launch configuration old']);
});

describe('launch permissions', () => {
  const shared = source('launchPermissions');
  const candidates = () => collect(image.open(scope, aws.io()).list());
  const readShared = async () => shared.read(HOME, scope, await candidates(), aws.io());

  test('A1 a launch permission for an account, for everybody or for an organisation is a use of the image', async () => {
    const OrganizationArn = 'arn:aws:organizations::111111111111:organization/o-1';
    aws.control.addImages(HERE, [
      { ImageId: IMAGE, launchPermissions: [{ UserId: '333333333333' }, { Group: 'all' }, { OrganizationArn }] },
      { ImageId: 'ami-0123456789abcdef1' },
    ]);
    const findings = await readShared();
    expect(usersOf(findings)).toEqual([
      'account 333333333333 (launch permission)',
      'every AWS account (the image is public)',
      `${OrganizationArn} (launch permission)`,
    ]);
    expect(usersOf(findings, 'ami-0123456789abcdef1')).toEqual([]);
  });

  test('with `sharing: ignore` Holystone reads no launch permissions', () => {
    const parameters = image.parameters.parse({ evidence: { sharing: 'ignore' } });
    expect([shared.places(scope), shared.places(scopeOf(parameters))]).toEqual([[HOME], []]);
  });

  test('A14 an image vanishes before its launch permissions are read → it counts as used, and the read succeeds', async () => {
    aws.control.addImages(HERE, [{ ImageId: IMAGE }]);
    const all = await candidates();
    aws.control.remove(HERE, 'image', IMAGE);
    expect(usersOf(await shared.read(HOME, scope, all, aws.io()))).toHaveLength(1);
  });

  test('A3 AWS denies the read of launch permissions → the error names the permission', async () => {
    aws.control.addImages(HERE, [{ ImageId: IMAGE }]);
    aws.control.deny({ account: HERE.account, action: 'ec2:DescribeImageAttribute' });
    expect(await failureOf(readShared())).toMatchObject({ permission: 'ec2:DescribeImageAttribute' });
  });

  test('L23 the source finds the same for candidates in parts as for all at once, and asks for each once', async () => {
    const UserId = '333333333333';
    aws.control.addImages(
      HERE,
      Array.from({ length: 5 }, (_, n) => ({ launchPermissions: n % 2 ? [{ UserId }] : [] })),
    );
    const all = await candidates();
    const io = aws.io();
    const parts = [all.slice(0, 2), all.slice(2, 4), all.slice(4), []];
    const found = [];
    for (const part of parts) found.push(...(await shared.read(HOME, scope, part, io)));
    expect(callsOf('DescribeImageAttribute')).toHaveLength(5);
    expect(found).toEqual(await shared.read(HOME, scope, all, io));
  });

  test('L23 the source stops between two candidates when the pass stops', async () => {
    aws.control.addImages(
      HERE,
      Array.from({ length: 5 }, () => ({})),
    );
    const all = await candidates();
    const stop = new AbortController();
    let asked = 0;
    const take = async ({ api }: { api: string }) => {
      if (api !== 'ec2:DescribeImageAttribute') return;
      asked += 1;
      if (asked === 2) stop.abort(new Error('the pass ends'));
    };
    const io = aws.io({ signal: stop.signal, pacer: { take, throttled: async () => undefined } });
    expect(await failureOf(shared.read(HOME, scope, all, io))).toMatchObject({ message: 'the pass ends' });
    expect([asked, callsOf('DescribeImageAttribute').length]).toEqual([2, 1]);
  });

  test('the source does not read a disabled image, which has no launch permissions', async () => {
    aws.control.addImages(HERE, [{ ImageId: IMAGE, State: 'disabled' }]);
    expect([usersOf(await readShared()), callsOf('DescribeImageAttribute')]).toEqual([[], []]);
  });
});

describe('L30 a source throws whichever of its pages fails', () => {
  const many = (count: number) => Array.from({ length: count }, (_, n) => n);
  const cases = [
    ['instances', 'DescribeInstances', 3],
    ['launchTemplateVersions', 'DescribeLaunchTemplates', 3],
    ['launchTemplateVersions', 'DescribeLaunchTemplateVersions', 3],
    ['launchConfigurations', 'DescribeLaunchConfigurations', 3],
    ['autoScalingGroups', 'DescribeAutoScalingGroups', 3],
    ['autoScalingGroups', 'DescribeLaunchConfigurations', 3],
    ['autoScalingGroups', 'DescribeLaunchTemplates', 3],
  ] as const;

  test.each(cases)('%s: %s', async (name, operation, pages) => {
    aws.control.addInstances(
      HERE,
      many(2100).map(() => ({ ImageId: IMAGE })),
    );
    aws.control.addLaunchTemplates(
      HERE,
      many(410).map((n) => template(`t${n}`, IMAGE)),
    );
    aws.control.addLaunchConfigurations(
      HERE,
      many(210).map((n) => ({ LaunchConfigurationName: `l${n}`, ImageId: IMAGE })),
    );
    aws.control.addAutoScalingGroups(
      HERE,
      many(210).map((n) => ({ AutoScalingGroupName: `g${n}`, LaunchConfigurationName: 'l0' })),
    );
    aws.control.addAutoScalingGroups(HERE, [{ LaunchTemplate: { LaunchTemplateName: 't0', Version: '1' } }]);
    for (const page of many(pages).map((n) => n + 1)) {
      for (const kind of ['error', 'truncate', 'blank'] as const) {
        aws.control.addFault({ kind, operation, page });
        expect(await failureOf(read(name))).toMatchObject({ name: 'ReadError' });
        aws.control.clearFaults();
      }
    }
    expect(usersOf(await read(name)).length).toBeGreaterThan(200);
  });
});
