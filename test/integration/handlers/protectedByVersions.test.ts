/** `evidence.launchTemplateVersions: { protects: used }`: what only versions name that nothing uses may go. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { OTHER, OWN } from '../../support/graph/surveyed.ts';
import { surveyedForAll } from '../../support/graph/surveyedForAll.ts';

const [OLD, CURRENT] = ['ami-00000000000000001', 'ami-00000000000000002'];
const TEMPLATE = 'lt-0123456789abcdef0';
const USED = 'evidence: { launchTemplateVersions: { protects: used } }';

const surveyed = surveyedForAll();
beforeEach(() => {
  surveyed.clear();
  const CreationDate = '2020-01-01T00:00:00.000Z';
  surveyed.sandbox.control.addImages(
    OWN,
    [OLD, CURRENT].map((ImageId, index) => ({ ImageId, Name: `${'ab'[index]}`, CreationDate })),
  );
  versions([{ ImageId: OLD }, { ImageId: CURRENT }, { ImageId: CURRENT }], { DefaultVersionNumber: 2 });
});

const versions = (data: readonly object[], more: object = {}, at = OWN) =>
  surveyed.sandbox.control.addLaunchTemplates(at, [
    { LaunchTemplateId: TEMPLATE, LaunchTemplateName: 'web', versions: data, ...more },
  ]);
const entry = (more: string) => `type: image, when: [{ rule: unused }], keepNewest: off, ${more}`;
const verdicts = async (more = USED) => {
  const { resources = [] } = await surveyed.plan(entry(more), { afresh: true });
  return Object.fromEntries(resources.map(({ id, verdict }) => [id, verdict]));
};
const group = (LaunchTemplate: object, at = OWN) =>
  surveyed.sandbox.control.addAutoScalingGroups(at, [{ AutoScalingGroupName: 'web', LaunchTemplate }]);

test.each(['', 'evidence: { launchTemplateVersions: all }', 'evidence: { launchTemplateVersions: { protects: all } }'])(
  'A28 every version keeps its image, unless the entry says otherwise (%j)',
  async (more) => {
    expect(await verdicts(more)).toEqual({ [OLD]: 'keep', [CURRENT]: 'keep' });
  },
);

test('A28 an image that only a version names which is neither default nor latest → candidate, and the reason names the version', async () => {
  const { resources = [] } = await surveyed.plan(entry(USED), { afresh: true });
  expect(resources.find(({ id }) => id === CURRENT)?.verdict).toBe('keep');
  const old = resources.find(({ id }) => id === OLD);
  expect(old?.verdict).toBe('candidate');
  expect(JSON.stringify(old?.reasons)).toContain(`launch template ${TEMPLATE} \\"web\\" version 1`);
});

test.each([
  ['1', OLD],
  ['2', CURRENT],
])(
  'A28 A114 a value that versions share leads from no image to another version (%s is used)',
  async (Version, kept) => {
    const inUserData = (image: string) => ({
      UserData: Buffer.from(`#!/bin/sh\nMAIN=orders IMAGE=${image}\n`).toString('base64'),
    });
    surveyed.clear();
    const images = [OLD, CURRENT].map((ImageId) => ({
      ImageId,
      Name: ImageId,
      CreationDate: '2020-01-01T00:00:00.000Z',
    }));
    surveyed.sandbox.control.addImages(OWN, images);
    versions([inUserData(OLD), inUserData(CURRENT), {}], { DefaultVersionNumber: 3 });
    group({ LaunchTemplateId: TEMPLATE, Version });
    expect(await verdicts()).toEqual({ [OLD]: 'candidate', [CURRENT]: 'candidate', [kept]: 'keep' });
  },
);

describe('A28 an image of an old version stays', () => {
  const control = () => surveyed.sandbox.control;
  test.each<[string, () => unknown]>([
    ['while a group names the version', () => group({ LaunchTemplateId: TEMPLATE, Version: '1' })],
    ['while a group names its template without a version', () => group({ LaunchTemplateName: 'web' })],
    [
      'while an instance runs that was launched from it',
      () =>
        control().addInstances(OWN, [
          { tags: { 'aws:ec2launchtemplate:id': TEMPLATE, 'aws:ec2launchtemplate:version': '1' } },
        ]),
    ],
    [
      'while a node group of EKS names it',
      () =>
        control().addNodegroups(OWN, [
          { clusterName: 'prod', nodegroupName: 'blue', launchTemplate: { id: TEMPLATE, version: '1' } },
        ]),
    ],
    [
      'while Batch names the latest one, which may be that of another day',
      () =>
        control().addComputeEnvironments(OWN, [
          {
            computeEnvironmentName: 'jobs',
            computeResources: { launchTemplate: { launchTemplateId: TEMPLATE, version: '$Latest' } },
          },
        ]),
    ],
    [
      'while an instance refresh goes back to it',
      () =>
        control().addAutoScalingGroups(OWN, [
          {
            AutoScalingGroupName: 'web',
            LaunchTemplate: { LaunchTemplateId: TEMPLATE, Version: '3' },
            instanceRefreshes: [
              {
                Status: 'Pending',
                DesiredConfiguration: { LaunchTemplate: { LaunchTemplateId: TEMPLATE, Version: '1' } },
              },
            ],
          },
        ]),
    ],
    [
      'while a plain parameter names its template',
      () => control().addParameters(OWN, [{ name: '/web', versions: [{ value: `use ${TEMPLATE}` }] }]),
    ],
    [
      'once later versions were deleted, and it is the latest again',
      () => {
        control().update(OWN, 'launchTemplate', TEMPLATE, { versionsGone: [3], DefaultVersionNumber: 2 });
        versions([{ ImageId: CURRENT }, { ImageId: OLD }, {}], {
          LaunchTemplateId: 'lt-0123456789abcdef1',
          LaunchTemplateName: 'b',
        });
        control().update(OWN, 'launchTemplate', 'lt-0123456789abcdef1', { versionsGone: [3] });
      },
    ],
  ])('%s', async (_when, use) => {
    use();
    expect(await verdicts()).toMatchObject({ [OLD]: 'keep' });
  });

  test.each([
    ['eks:ListClusters', OWN],
    ['autoscaling:DescribeAutoScalingGroups', OWN],
    ['autoscaling:DescribeInstanceRefreshes', OWN],
    ['imagebuilder:ListDistributionConfigurations', OWN],
    ['ec2:DescribeFastLaunchImages', OWN],
    ['ec2:DescribeLaunchTemplateVersions', OWN],
  ])('while %s cannot be read', async (action, { account }) => {
    group({ LaunchTemplateId: TEMPLATE, Version: '2' });
    surveyed.deny(action, account);
    expect((await verdicts())[OLD]).toBe('unknown');
  });

  test('of a template in another account, while a group there names the version', async () => {
    surveyed.clear();
    control().addImages(OWN, [{ ImageId: OLD, CreationDate: '2020-01-01T00:00:00.000Z' }]);
    versions([{ ImageId: OLD }, {}, {}], { DefaultVersionNumber: 2 }, OTHER);
    expect(await verdicts()).toEqual({ [OLD]: 'candidate' });
    group({ LaunchTemplateId: TEMPLATE, Version: '1' }, OTHER);
    expect(await verdicts()).toEqual({ [OLD]: 'keep' });
  });
});

test('A28 a group of another version, and of $Latest, is no user of an old one', async () => {
  group({ LaunchTemplateId: TEMPLATE, Version: '$Latest' });
  expect((await verdicts())[OLD]).toBe('candidate');
  group({ LaunchTemplateId: TEMPLATE, Version: '3' });
  expect((await verdicts())[OLD]).toBe('candidate');
});

test("A28 AWS's own references name templates without their versions, and do not stand in for who uses them", async () => {
  const more = 'evidence: { on: [imageReferences], launchTemplateVersions: { protects: used } }';
  expect((await verdicts(more))[OLD]).toBe('candidate');
  surveyed.deny('ec2:DescribeInstances', OWN.account);
  expect((await verdicts(more))[OLD]).toBe('unknown');
});
