/** Launch configurations and launch templates from the mark to the deletion, and the readings that they share. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { AutoScalingGroupSeed } from '../../../sandbox/aws/index.ts';
import type { Namespace } from '../../../src/core/resource/namespace.ts';
import { CONFIGURATIONS, DAY, HERE, HOUR, IMAGES, TEMPLATES, THERE, worldForAll } from '../../support/awsWorld.ts';

const ENTRY = (type: string) =>
  `{ type: ${type}, accounts: [test], live: true, when: [{ rule: unused }], ${type === 'launchTemplate' ? 'unusedFor: 14d' : ''} }`;

const world = worldForAll();
beforeEach(() =>
  world.reset({
    cleanup: `[${['launchConfiguration', 'launchTemplate', 'image'].map(ENTRY).join()}]`,
    // A launch configuration carries no tag that could name an owner.
    defaults: 'unownedRetention: 10d',
  }),
);

const ago = (days: number) => new Date(world.clock.now() - days * DAY).toISOString();
const OWNED = { owner: 'ann@example.com' };
const configuration = (LaunchConfigurationName: string) => {
  world.sandbox.control.addLaunchConfigurations(HERE, [{ LaunchConfigurationName, CreatedTime: ago(100) }]);
  return LaunchConfigurationName;
};
const template = (LaunchTemplateName: string) => {
  const seed = { LaunchTemplateName, CreateTime: ago(100), tags: OWNED, versions: [{ KeyName: 'a' }, {}] };
  return world.sandbox.control.addLaunchTemplates(HERE, [seed])[0] ?? '';
};
const group = (AutoScalingGroupName: string, seed: AutoScalingGroupSeed) =>
  world.sandbox.control.addAutoScalingGroups(HERE, [{ AutoScalingGroupName, ...seed }]);
/** Only time shows whether people launch from a template now and then. */
const mark = async (namespace: Namespace) => {
  if (namespace === TEMPLATES) {
    await world.pass('mark', namespace);
    await world.watched(14, namespace);
  }
  return world.pass('mark', namespace);
};
const marked = async (namespace: Namespace) => (await world.marks(namespace)).map(({ id }) => id);

/** Each type with one that a group uses, and one without a user. */
const TYPES = [
  [
    'launchConfiguration',
    CONFIGURATIONS,
    'DeleteLaunchConfiguration',
    (name: string) => configuration(name),
    (id: string): AutoScalingGroupSeed => ({ LaunchConfigurationName: id }),
  ],
  [
    'launchTemplate',
    TEMPLATES,
    'DeleteLaunchTemplate',
    (name: string) => template(name),
    (id: string): AutoScalingGroupSeed => ({ LaunchTemplate: { LaunchTemplateId: id, Version: '$Latest' } }),
  ],
] as const;

describe.each(TYPES)('%s', (type, namespace, deletes, make, launching) => {
  const due = async () => {
    await mark(namespace);
    await world.notify(namespace);
    world.clock.advance(11 * DAY);
  };
  const deleted = () => world.writes().filter(({ operation }) => operation === deletes);

  test('L26 Holystone keeps the one that a group launches from, marks, notifies and deletes the other, and stores its definition', async () => {
    const [used, unused] = [make('used'), make('Unused')];
    group('web', launching(used));
    expect(await mark(namespace)).toMatchObject({ outcome: 'complete', counts: { listed: 2, keep: 1 } });
    expect(await marked(namespace)).toEqual([unused]);
    await world.notify(namespace);
    world.clock.advance(11 * DAY);
    expect(await world.pass('delete', namespace)).toMatchObject({ outcome: 'complete', counts: { deleted: 1 } });
    expect(deleted()).toMatchObject([{ status: 200, input: expect.objectContaining({}) }]);
    const folder = join(world.dir, 'definitions');
    const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((file) => file.isFile());
    const texts = await Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'utf8')));
    const stored = texts.map((text) => JSON.parse(text)).filter(({ id }) => id === unused);
    expect(stored.map((one) => one.namespace)).toEqual([namespace.toLowerCase()]);
    expect(world.events(unused)).toEqual(expect.arrayContaining(['marked', 'deleted']));
  });

  test('A4 the last Auto Scaling group vanished from the evidence → the pass is blocked and marks nothing', async () => {
    const used = make('used');
    make('other');
    group('web', launching(used));
    await world.pass('mark', namespace);
    world.sandbox.control.remove(HERE, 'autoScalingGroup', 'web');
    world.clock.advance(30 * DAY);
    const record = await world.pass('mark', namespace);
    expect(record).toMatchObject({
      outcome: 'blocked',
      problem: expect.stringMatching(/evidence autoScalingGroups@test\/us-east-1 fell from \d to 0/),
    });
    expect(await world.markOf(used, namespace)).toBeUndefined();
  });

  test('A4 the last Auto Scaling group vanished from the evidence → the delete pass deletes nothing', async () => {
    const [used, unused] = [make('used'), make('unused')];
    group('web', launching(used));
    await due();
    world.sandbox.control.remove(HERE, 'autoScalingGroup', 'web');
    expect((await world.pass('delete', namespace)).counts.deleted).toBe(0);
    expect([deleted(), await marked(namespace)]).toEqual([[], [unused]]);
  });

  test('L54 a group in deletion names a marked one → Holystone unmarks it and does not delete', async () => {
    const unused = make('unused');
    await due();
    group('new', { ...launching(unused), Status: 'Delete in progress' });
    expect(await world.pass('delete', namespace)).toMatchObject({ counts: { unmarked: 1, deleted: 0 } });
    expect([deleted(), await marked(namespace)]).toEqual([[], []]);
  });

  test('L35 somebody makes a marked one again under its name → Holystone does not delete the new one', async () => {
    const first = make('web');
    await due();
    world.sandbox.control.remove(HERE, type, first);
    const second = make('web');
    expect((await world.pass('delete', namespace)).counts.deleted).toBe(0);
    expect(deleted()).toEqual([]);
    const { launchConfigurations, launchTemplates } = world.sandbox.control.state(HERE);
    const there = [
      ...launchConfigurations.map(({ LaunchConfigurationName }) => LaunchConfigurationName),
      ...launchTemplates.map(({ LaunchTemplateId }) => LaunchTemplateId),
    ];
    expect(there).toEqual([second]);
  });

  test('L62 Holystone keeps an opted-out one, and writes the keep tag where the type has tags', async () => {
    const unused = make('unused');
    await world.pass('mark', namespace);
    const [actor, at, target] = ['ann@example.com', world.clock.now(), { kind: 'id', value: unused }] as const;
    await world.wired.deps.optOuts.optOut(namespace, { target, until: 'forever', actor, at });
    await world.protect(namespace);
    const tagged = world.writes().map(({ operation }) => operation);
    expect(tagged).toEqual(type === 'launchTemplate' ? ['CreateTags'] : []);
    expect(await world.wired.deps.optOuts.pendingTags(namespace, at + DAY, 10)).toEqual([]);
    await world.pass('mark', namespace);
    expect(await marked(namespace)).toEqual([]);
  });
});

describe('launch templates', () => {
  test('Law 1 Holystone keeps a template for `unusedFor` after it last saw an instance of it, or after it first saw the template', async () => {
    const [byHand, byNobody] = [template('by-hand'), template('by-nobody')];
    const launch = (id: string) =>
      world.sandbox.control.addInstances(HERE, [{ tags: { 'aws:ec2launchtemplate:id': id } }])[0] ?? '';
    launch(template('always'));
    await world.pass('mark', TEMPLATES);
    await world.watched(13, TEMPLATES);
    const instance = launch(byHand);
    await world.pass('mark', TEMPLATES);
    expect(await marked(TEMPLATES)).toEqual([]);
    world.sandbox.control.remove(HERE, 'instance', instance);
    await world.watched(1, TEMPLATES);
    await world.pass('mark', TEMPLATES);
    expect(await marked(TEMPLATES)).toEqual([byNobody]);
    await world.watched(13, TEMPLATES);
    await world.pass('mark', TEMPLATES);
    expect(await marked(TEMPLATES)).toEqual([byHand, byNobody].sort());
  });

  test.each([
    ['adds a version', { LatestVersionNumber: 3 }, 'version 3 (default 1)'],
    ['chooses another default version', { DefaultVersionNumber: 2 }, 'version 2 (default 2)'],
  ])(
    'Law 1 somebody %s after the notice → Holystone deletes nothing, and keeps the template for `unusedFor`',
    async (_, patch, revision) => {
      const id = template('by-hand');
      await mark(TEMPLATES);
      await world.notify(TEMPLATES);
      world.clock.advance(11 * DAY);
      world.sandbox.control.update(HERE, 'launchTemplate', id, patch);
      expect((await world.pass('delete', TEMPLATES)).counts).toMatchObject({ unmarked: 1, deleted: 0 });
      expect(world.audit.findLast((entry) => entry.id === id)).toMatchObject({
        event: 'unmarked',
        reason: `Holystone sees its ${revision} for the first time; it may have been in use until now, within 14d`,
      });
      await world.pass('mark', TEMPLATES);
      await world.watched(13, TEMPLATES);
      await world.pass('mark', TEMPLATES);
      expect(await marked(TEMPLATES)).toEqual([]);
      await world.watched(1, TEMPLATES);
      await world.pass('mark', TEMPLATES);
      expect([await marked(TEMPLATES), world.writes()]).toEqual([[id], []]);
    },
  );

  test('A8 EC2 denies the DryRun → the pass sends no request, and names the permission', async () => {
    template('unused');
    await mark(TEMPLATES);
    await world.notify(TEMPLATES);
    world.clock.advance(11 * DAY);
    world.deny('ec2:DeleteLaunchTemplate');
    const record = await world.pass('delete', TEMPLATES);
    expect(record.problem).toContain('ec2:DeleteLaunchTemplate is denied');
    expect(world.writes()).toEqual([]);
    const [asked] = world.sandbox.control.calls({ operation: 'DeleteLaunchTemplate' }).slice(-1);
    expect(asked).toMatchObject({ dryRun: true });
  });

  test('A3 AWS denies the list of EKS clusters → templates without another user are unknown, and the pass names the permission', async () => {
    const used = template('used');
    template('unused');
    group('web', { LaunchTemplate: { LaunchTemplateId: used } });
    await mark(TEMPLATES);
    world.clock.advance(HOUR);
    world.deny('eks:ListClusters');
    expect(await world.pass('mark', TEMPLATES)).toMatchObject({
      outcome: 'incomplete',
      counts: { keep: 1, unknown: 1, candidate: 0 },
      problem: expect.stringContaining('eks:ListClusters'),
    });
  });

  test('A15 AWS denies the distributions of another account → every template is unknown; AWS allows them → a distribution keeps its template', async () => {
    const id = template('fed');
    await mark(TEMPLATES);
    world.clock.advance(HOUR);
    const launchTemplateConfigurations = [{ launchTemplateId: id, accountId: HERE.account }];
    const distributions = [{ region: HERE.region, launchTemplateConfigurations }];
    const arn = 'arn:aws:imagebuilder:us-east-1:222222222222:distribution-configuration/golden';
    world.sandbox.control.addImageBuilder(THERE, { distributions: [{ arn, name: 'golden', distributions }] });
    world.deny('imagebuilder:ListDistributionConfigurations', THERE.account);
    expect(await world.pass('mark', TEMPLATES)).toMatchObject({ counts: { unknown: 1, candidate: 0 } });
    world.allow('imagebuilder:ListDistributionConfigurations', THERE.account);
    expect(await world.pass('mark', TEMPLATES)).toMatchObject({ outcome: 'complete', counts: { keep: 1 } });
  });
});

test('surveys of images, launch configurations and launch templates share one read of the groups', async () => {
  world.addImages(1);
  group('a', { LaunchConfigurationName: configuration('used') });
  group('b', { LaunchTemplate: { LaunchTemplateId: template('used') } });
  const groups = () =>
    world.sandbox.control
      .calls({ operation: 'DescribeAutoScalingGroups' })
      .filter(({ account }) => account === HERE.account).length;
  const before = groups();
  for (const namespace of [IMAGES, CONFIGURATIONS, TEMPLATES]) {
    expect((await world.pass('mark', namespace)).outcome).toBe('complete');
  }
  // And the refreshes of groups need another one.
  expect(groups() - before).toBe(2);
  expect([await marked(CONFIGURATIONS), await marked(TEMPLATES)]).toEqual([[], []]);
});
