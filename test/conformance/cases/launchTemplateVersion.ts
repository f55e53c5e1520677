/** The versions of an account's launch templates: most templates have one, which is default and latest. */
import type { Case, TypeCases } from '../case.ts';
import { aGroup, anImage, aTemplate } from '../seed.ts';
import type { World } from '../world.ts';
import { TEMPLATE_CASES } from './launchTemplate.ts';

const NO_FILTER = 'It has no filter that asks who uses a version; it selects all but the default one.';
/** An image that need not be there. */
const ANOTHER = 'ami-0123456789abcdef0';
const CURRENT = 'it is the default and the latest version of its launch template';

/** Users that name no version, or one of which AWS does not say which it is. */
const OWN = 'of-versions';
const MANY = 'named-in-the-middle';

/** Sources of those users of the other types' templates that name the version by its number, or no version. */
const BY_DEFAULT: readonly string[] = ['base', 'base-of-override'];

const cases: readonly Case[] = [
  ...TEMPLATE_CASES.filter(({ name }) => name !== 'old-version').map(({ name, kinds }): Case => {
    const used = BY_DEFAULT.includes(name) ? [] : kinds;
    return { name: `${name}:1`, kinds: used, ...(used.length === 0 ? { keptBy: CURRENT } : {}) };
  }),
  { name: 'old-version:1', kinds: [], keptBy: 'it is the default version of its launch template' },
  { name: 'old-version:2', kinds: [], keptBy: 'it is the latest version of its launch template', custodian: NO_FILTER },
  { name: `${OWN}:1`, kinds: [], keptBy: 'it is the default version of its launch template' },
  { name: `${OWN}:2`, kinds: [] },
  { name: `${OWN}:3`, kinds: [], keptBy: 'it is the latest version of its launch template', custodian: NO_FILTER },
  { name: `${MANY}:1`, kinds: [], keptBy: 'it is the default version of its launch template' },
  { name: `${MANY}:2`, kinds: ['autoScalingGroups'], custodian: NO_FILTER },
  { name: `${MANY}:3`, kinds: [] },
  { name: `${MANY}:4`, kinds: [], keptBy: 'it is the latest version of its launch template', custodian: NO_FILTER },
];

export const launchTemplateVersion: TypeCases = {
  cases,
  async make(world: World, attempt) {
    await attempt(OWN, () => aTemplate(world, OWN, ANOTHER, ANOTHER, ANOTHER));
    await attempt(MANY, async () => {
      const image = await anImage(world, 'of a version in the middle');
      const LaunchTemplateId = await aTemplate(world, MANY, ANOTHER, image, ANOTHER, ANOTHER);
      await aGroup(world, MANY, { LaunchTemplate: { LaunchTemplateId, Version: '2' } });
    });
  },
  one: {
    make: async (world, name) => `${await aTemplate(world, name, ANOTHER, ANOTHER, ANOTHER)}:2`,
    nowhere: 'lt-0123456789abcdef0:2',
    // moto leaves one that is not there out, which says nothing.
    missing: /^(gone|unknown)$/,
    deletedInMoto: false,
    tagsShown: false,
  },
  // Without a Redis everything is seen for the first time.
  entry: 'unusedFor: off\n    keepNewest: off',
  custodian: {
    policy: `resource: aws.launch-template-version
    filters:
      - DefaultVersion: false`,
    nameOf: ({ LaunchTemplateName, VersionNumber }) => `${LaunchTemplateName}:${VersionNumber}`,
  },
  moto: { cannotRead: ['imageDistributions'] },
  shown: {
    many: 'Versions of launch templates',
    one: 'Version of a launch template',
    note: 'Custodian has no filter for their use; here it selects all but the default ones.',
  },
};
