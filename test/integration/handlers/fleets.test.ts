import { describe, expect, test } from '@jest/globals';
import type { Finding, Place } from '../../../src/core/common/finding.ts';
import { image } from '../../../src/handlers/aws/types/image/handler.ts';
import type { Io } from '../../../src/handlers/contract/handler.ts';
import { awsForEach, failureOf, HERE, REGION, scopeOf, THERE } from './fixture.ts';

const IMAGE = 'ami-0123456789abcdef0';
const HOME: Place = { account: 'test', location: REGION };
const AWAY: Place = { account: 'other', location: REGION };
const scope = scopeOf(image.parameters.parse({}));
const aws = awsForEach();

const sourceOf = (name: string) => {
  const found = image.evidence.find((known) => known.name === name);
  if (!found) throw new Error(`no source ${name}`);
  return found;
};
const read = (name: string, place = HOME, io?: Partial<Io>) => sourceOf(name).read(place, scope, [], aws.io(io));
const usersOf = (findings: readonly Finding[], alias = IMAGE) =>
  findings.filter((finding) => finding.alias === alias && finding.says === 'used').map(({ by }) => by);
const many = (count: number) => Array.from({ length: count }, (_, n) => n);
const malformed = (message: string) => ({
  name: 'ReadError',
  problem: 'malformed',
  message: expect.stringContaining(message),
});

/** A template with these images as versions 1, 2, …; its id. */
const template = (LaunchTemplateName: string, ...images: string[]): string => {
  const versions = images.map((ImageId) => ({ ImageId }));
  const [id = ''] = aws.control.addLaunchTemplates(HERE, [{ LaunchTemplateName, versions }]);
  return id;
};
const config = (
  LaunchTemplateId: string,
  Version: string,
  ...overrides: { InstanceType?: 't3.micro'; ImageId?: string }[]
) => ({
  LaunchTemplateSpecification: { LaunchTemplateId, Version },
  Overrides: overrides,
});

describe('EC2 fleets', () => {
  test('A1 EC2 fleets use the template version they name, by id or by name, number, $Latest or $Default', async () => {
    const id = template('web', 'ami-1', IMAGE);
    const byName = (Version: string) => ({ LaunchTemplateSpecification: { LaunchTemplateName: 'web', Version } });
    aws.control.addFleets(HERE, [
      { FleetId: 'fleet-a', LaunchTemplateConfigs: [config(id, '2')] },
      { FleetId: 'fleet-b', LaunchTemplateConfigs: [byName('$Latest'), config(id, '$Default')] },
    ]);
    const findings = await read('fleets');
    expect(usersOf(findings)).toEqual([
      `EC2 fleet fleet-a (active) (launch template ${id} version 2)`,
      `EC2 fleet fleet-b (active) (launch template ${id} version 2 ($Latest))`,
    ]);
    expect(usersOf(findings, 'ami-1')).toEqual([
      `EC2 fleet fleet-b (active) (launch template ${id} version 1 ($Default))`,
    ]);
  });

  test('A1 EC2 fleets use the images that their overrides name, which no template does', async () => {
    const id = template('web', 'ami-1');
    aws.control.addFleets(HERE, [
      { FleetId: 'fleet-a', LaunchTemplateConfigs: [config(id, '1', {}, { ImageId: IMAGE })] },
    ]);
    expect(usersOf(await read('fleets'))).toEqual([`EC2 fleet fleet-a (active) (override 2 → ${IMAGE})`]);
    expect(usersOf(await read('launchTemplateVersions'))).toEqual([]);
  });

  test('A1 EC2 fleets use an image in every state but the deleted ones, which launch nothing any more', async () => {
    const LaunchTemplateConfigs = [config(template('web', IMAGE), '1')];
    const states = ['submitted', 'active', 'modifying', 'failed', 'deleted', 'deleted_running', 'deleted_terminating'];
    aws.control.addFleets(
      HERE,
      [...states, 'a new one'].map((state) => ({ FleetState: state as 'active', LaunchTemplateConfigs })),
    );
    expect(usersOf(await read('fleets')).map((by) => /\((.+?)\)/.exec(by)?.[1])).toEqual([
      'submitted',
      'active',
      'modifying',
      'failed',
      'a new one',
    ]);
  });

  test('A1 EC2 fleets of another account use an image', async () => {
    aws.control.addLaunchTemplates(THERE, [{ LaunchTemplateName: 'web', versions: [{ ImageId: IMAGE }] }]);
    const LaunchTemplateSpecification = { LaunchTemplateName: 'web', Version: '1' };
    aws.control.addFleets(THERE, [{ FleetId: 'fleet-a', LaunchTemplateConfigs: [{ LaunchTemplateSpecification }] }]);
    expect(usersOf(await read('fleets', AWAY))).toHaveLength(1);
    expect(await read('fleets')).toEqual([]);
  });

  test('a template or version that AWS says is not there launches nothing; no answer is an error', async () => {
    const id = template('web', IMAGE);
    aws.control.addFleets(HERE, [
      { LaunchTemplateConfigs: [config('lt-0123456789abcdef0', '1')] },
      { LaunchTemplateConfigs: [config(id, '7')] },
    ]);
    expect((await read('fleets')).map(({ alias }) => alias)).toEqual([
      ...['lt-0123456789abcdef0:1', 'lt-0123456789abcdef0:*'],
      ...[`${id}:7`, `${id}:*`],
    ]);
    aws.control.addFault({ kind: 'error', operation: 'DescribeLaunchTemplateVersions', containing: 'lt-0123456789' });
    expect(await failureOf(read('fleets'))).toMatchObject({ name: 'ReadError', problem: 'failed' });
  });

  test.each([
    ['without anything to launch from', { LaunchTemplateConfigs: [] }, 'came without anything to launch from'],
    ['with a configuration without a template', { LaunchTemplateConfigs: [{ Overrides: [] }] }, 'without id or name'],
    [
      'with an override that names no image id',
      { LaunchTemplateConfigs: [config('lt-0123456789abcdef0', '1', { ImageId: 'resolve:ssm:/golden' })] },
      'resolve:ssm:/golden',
    ],
  ])('A14 a fleet %s is not understood, so nothing is unused', async (_, seed, message) => {
    aws.control.addFleets(HERE, [{ FleetId: 'fleet-a', ...seed }]);
    expect(await failureOf(read('fleets'))).toMatchObject(malformed(`EC2 fleet fleet-a (active)`));
    expect(await failureOf(read('fleets'))).toMatchObject(malformed(message));
  });

  test('an instant fleet is not listed; its instances are users', async () => {
    const id = template('web', IMAGE);
    aws.control.addFleets(HERE, [{ Type: 'instant', LaunchTemplateConfigs: [config(id, '1')] }]);
    expect(await read('fleets')).toEqual([]);
  });
});

describe('spot instance requests', () => {
  test('A1 spot instance requests use their image while they may launch: open, active, disabled', async () => {
    const states = ['open', 'active', 'disabled', 'closed', 'cancelled', 'failed'] as const;
    aws.control.addSpotInstanceRequests(
      HERE,
      states.map((State) => ({
        SpotInstanceRequestId: `sir-${State}`,
        State,
        LaunchSpecification: { ImageId: IMAGE },
      })),
    );
    expect(usersOf(await read('spotRequests'))).toEqual(
      ['open', 'active', 'disabled'].map(
        (state) => `spot instance request sir-${state} (${state}) (launch specification → ${IMAGE})`,
      ),
    );
  });

  test('A1 a persistent request is named as such, and a request in an unknown state counts', async () => {
    const LaunchSpecification = { ImageId: IMAGE };
    aws.control.addSpotInstanceRequests(HERE, [
      { SpotInstanceRequestId: 'sir-1', Type: 'persistent', State: 'disabled', LaunchSpecification },
      { SpotInstanceRequestId: 'sir-2', State: 'brand new' as 'open', LaunchSpecification },
    ]);
    expect(usersOf(await read('spotRequests'))).toEqual([
      `spot instance request sir-1 (persistent, disabled) (launch specification → ${IMAGE})`,
      `spot instance request sir-2 (brand new) (launch specification → ${IMAGE})`,
    ]);
  });

  test.each([{}, { LaunchSpecification: {} }])('A14 one that says %j is not understood', async (seed) => {
    aws.control.addSpotInstanceRequests(HERE, [{ SpotInstanceRequestId: 'sir-1', ...seed }]);
    expect(await failureOf(read('spotRequests'))).toMatchObject(malformed('spot instance request sir-1'));
  });
});

describe('spot fleet requests', () => {
  test('A1 spot fleet requests use the images of their launch specifications and of their template versions', async () => {
    const id = template('web', IMAGE, 'ami-2');
    aws.control.addSpotFleetRequests(HERE, [
      { SpotFleetRequestId: 'sfr-a', SpotFleetRequestConfig: { LaunchSpecifications: [{ ImageId: IMAGE }] } },
      { SpotFleetRequestId: 'sfr-b', SpotFleetRequestConfig: { LaunchTemplateConfigs: [config(id, '$Default')] } },
      { SpotFleetRequestId: 'sfr-c', SpotFleetRequestConfig: { LaunchTemplateConfigs: [config(id, '2')] } },
    ]);
    expect(usersOf(await read('spotRequests'))).toEqual([
      `spot fleet request sfr-a (active) (launch specification → ${IMAGE})`,
      `spot fleet request sfr-b (active) (launch template ${id} version 1 ($Default))`,
    ]);
  });

  test('A1 spot fleet requests use an image in every state but the cancelled ones, which launch nothing any more', async () => {
    const SpotFleetRequestConfig = { LaunchSpecifications: [{ ImageId: IMAGE }] };
    const live = ['submitted', 'active', 'modifying', 'failed', 'brand new'];
    aws.control.addSpotFleetRequests(
      HERE,
      [...live, 'cancelled', 'cancelled_running', 'cancelled_terminating'].map((state) => ({
        SpotFleetRequestState: state as 'active',
        SpotFleetRequestConfig,
      })),
    );
    expect(usersOf(await read('spotRequests')).map((by) => /\((.+?)\)/.exec(by)?.[1])).toEqual(live);
  });

  test.each([{}, { LaunchSpecifications: [{}] }, { LaunchTemplateConfigs: [{}] }])(
    'A14 one that says %j is not understood',
    async (SpotFleetRequestConfig) => {
      aws.control.addSpotFleetRequests(HERE, [{ SpotFleetRequestId: 'sfr-a', SpotFleetRequestConfig }]);
      expect(await failureOf(read('spotRequests'))).toMatchObject(malformed('spot fleet request sfr-a (active)'));
    },
  );
});

describe('any number of fleets, and any failure', () => {
  const cases = [
    ['fleets', 'DescribeFleets'],
    ['spotRequests', 'DescribeSpotInstanceRequests'],
    ['spotRequests', 'DescribeSpotFleetRequests'],
  ] as const;
  const ALL = 2001;
  const seeds: Readonly<Record<(typeof cases)[number][1], () => void>> = {
    DescribeFleets() {
      const LaunchTemplateConfigs = [config(template('web', IMAGE), '1')];
      aws.control.addFleets(
        HERE,
        many(ALL).map(() => ({ LaunchTemplateConfigs })),
      );
    },
    DescribeSpotInstanceRequests() {
      const LaunchSpecification = { ImageId: IMAGE };
      aws.control.addSpotInstanceRequests(
        HERE,
        many(ALL).map(() => ({ LaunchSpecification })),
      );
    },
    DescribeSpotFleetRequests() {
      const SpotFleetRequestConfig = { LaunchTemplateConfigs: [config(template('web', IMAGE), '1')] };
      aws.control.addSpotFleetRequests(
        HERE,
        many(ALL).map(() => ({ SpotFleetRequestConfig })),
      );
    },
  };

  test.each(cases)(
    'A6 %s, L30: every page of %s is asked for once, and the read fails with any of them',
    async (name, operation) => {
      seeds[operation]();
      for (const page of [1, 2, 3]) {
        for (const kind of ['error', 'truncate', 'blank'] as const) {
          aws.control.addFault({ kind, operation, page });
          expect(await failureOf(read(name))).toMatchObject({ name: 'ReadError' });
          aws.control.clearFaults();
        }
      }
      const before = aws.control.calls({ operation }).length;
      expect(usersOf(await read(name))).toHaveLength(ALL);
      expect(aws.control.calls({ operation })).toHaveLength(before + 3);
    },
  );

  test.each(cases)(
    'A6 %s: AWS repeats a token of %s → the read ends with an error, not in a loop',
    async (name, operation) => {
      seeds[operation]();
      aws.control.addFault({ kind: 'repeatToken', operation });
      expect(await failureOf(read(name))).toMatchObject(malformed('the same NextToken twice'));
    },
  );

  test.each(cases)('A3 %s: AWS denies %s → the error names the permission', async (name, operation) => {
    aws.control.deny({ account: HERE.account, action: `ec2:${operation}` });
    expect(await failureOf(read(name))).toMatchObject({ problem: 'denied', permission: `ec2:${operation}` });
  });

  test.each(cases)(
    'A7 %s: AWS throttles %s → the read ends with an error, not with an empty answer',
    async (name, operation) => {
      aws.control.addFault({ kind: 'throttle', operation });
      expect(await failureOf(read(name))).toMatchObject({ name: 'ReadError', problem: 'throttled' });
    },
  );

  test.each(cases)('%s declares the permission for %s', async (name, operation) => {
    seeds[operation]();
    await read(name);
    const asked = new Set(aws.operations().filter((each) => each.startsWith('Describe')));
    expect([...asked]).toContain(operation);
    expect(sourceOf(name).permissions).toEqual(expect.arrayContaining([...asked].map((each) => `ec2:${each}`)));
  });
});
