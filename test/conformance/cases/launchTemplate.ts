/** An account's launch templates, each named after its user. */
import { RunInstancesCommand } from '@aws-sdk/client-ec2';
import type { Attempt, Case, TypeCases } from '../case.ts';
import { aComputeEnvironment, aDistribution, aNodegroup } from '../launchers.ts';
import { anImage, aTemplate } from '../seed.ts';
import type { World } from '../world.ts';

/** An image that need not be there. */
const ANOTHER = 'ami-0123456789abcdef0';

interface TemplateCase extends Case {
  /** Makes its user. */
  use(world: World, template: string): Promise<unknown>;
}

/** It answers no `NextToken`, so nobody can ask for the others. */
export const ONLY_15 =
  'Custodian asks for no size of a page, and moto lists the first 15 launch templates then, and no more';

const NO_FILTER = 'It has no filter that asks who uses a launch template.';

const MADE_HERE: readonly TemplateCase[] = [
  {
    name: 'of-an-instance',
    kinds: ['instances'],
    use: ({ ec2 }, LaunchTemplateId) =>
      ec2.send(
        new RunInstancesCommand({ LaunchTemplate: { LaunchTemplateId, Version: '1' }, MinCount: 1, MaxCount: 1 }),
      ),
  },
  {
    name: 'of-a-batch-environment',
    kinds: ['batchEnvironments'],
    use: (world, launchTemplateId) =>
      aComputeEnvironment(world, 'by-template', { launchTemplate: { launchTemplateId } }),
  },
  { name: 'of-a-node-group', kinds: ['eksClusters'], use: (world, id) => aNodegroup(world, 'blue', id) },
  { name: 'of-a-distribution', kinds: ['imageDistributions'], use: (world, id) => aDistribution(world, 'golden', id) },
];

/** Made by the cases of other types. */
const MADE_ELSEWHERE: readonly Case[] = [
  { name: 'alone', kinds: [] },
  { name: 'base', kinds: ['autoScalingGroups'] },
  { name: 'base-of-override', kinds: ['autoScalingGroups'] },
  { name: 'named-in-the-middle', kinds: ['autoScalingGroups'] },
  { name: 'names-a-parameter', kinds: [] },
  { name: 'of-a-fleet', kinds: ['fleets'] },
  { name: 'of-a-group', kinds: ['autoScalingGroups'] },
  { name: 'of-versions', kinds: [] },
  { name: 'old-version', kinds: [] },
  { name: 'override', kinds: ['autoScalingGroups'] },
  { name: 'with-a-snapshot', kinds: [] },
  { name: 'with-an-interface', kinds: [] },
  { name: 'with-a-group', kinds: [] },
];

export const TEMPLATE_CASES: readonly Case[] = [...MADE_ELSEWHERE, ...MADE_HERE].map((given) =>
  given.kinds.length > 0 ? { ...given, custodian: NO_FILTER } : given,
);

/** Made by the cases of templates. */
export const IMAGE_OF_TEMPLATES: Case = {
  name: 'of all templates by what launches from them',
  kinds: ['instances', 'launchTemplateVersions'],
};

async function makeTemplates(world: World, attempt: Attempt): Promise<void> {
  const image = await anImage(world, IMAGE_OF_TEMPLATES.name);
  for (const { name, use } of MADE_HERE) {
    const template = await aTemplate(world, name, image);
    await attempt(name, () => use(world, template));
  }
}

export const launchTemplate: TypeCases = {
  cases: TEMPLATE_CASES,
  make: makeTemplates,
  one: {
    make: (world, name) => aTemplate(world, name, ANOTHER),
    nowhere: 'lt-0123456789abcdef0',
    // moto leaves one that is not there out, which says nothing.
    missing: /^(gone|unknown)$/,
    deleted: /^(gone|unknown)$/,
    again: /^(gone|retry)$/,
    tagsShown: false,
  },
  // Without a Redis everything is seen for the first time.
  entry: 'unusedFor: off',
  custodian: {
    policy: 'resource: aws.launch-template-version',
    nameOf: ({ LaunchTemplateName }) => LaunchTemplateName,
  },
  moto: {
    cannotRead: ['imageDistributions'],
    cannotMake: ['of-a-distribution'],
    otherwise: { 'with-a-snapshot': ONLY_15, 'with-a-group': ONLY_15 },
  },
  shown: {
    many: 'Launch templates',
    one: 'Launch template',
    note: 'Custodian has no filter for their use; it selects versions, all of them.',
  },
};
