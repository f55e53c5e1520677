/** The versions of an account's launch templates: most templates have one, which is default and latest. */
import type { Case, TypeCases } from '../case.ts';
import { aGroup, anImage, aTemplate } from '../seed.ts';
import type { World } from '../world.ts';
import { ONLY_15, TEMPLATE_CASES } from './launchTemplate.ts';

const NO_FILTER = 'It has no filter that asks who uses a version; it selects all but the default one.';
/** An image that need not be there. */
const ANOTHER = 'ami-0123456789abcdef0';
const DEFAULT = 'currentVersion: it is the default version of its launch template';
const LATEST = 'currentVersion: it is the latest version of its launch template';
const BOTH = 'currentVersion: it is the default and the latest version of its launch template';

const OWN = 'of-versions';
const MANY = 'named-in-the-middle';

/** Their users name `$Default` or `$Latest`, so no version by its number. */
const BY_ALIAS: readonly string[] = ['base', 'base-of-override', 'override'];
const WITH_MORE: readonly string[] = [OWN, MANY, 'old-version', 'with-a-snapshot'];

/** The image of the version that a group names by its number; made by the cases of versions. */
export const IMAGE_OF_VERSIONS: Case = {
  name: 'of a version in the middle',
  kinds: ['autoScalingGroups', 'launchTemplateVersions'],
};

const cases: readonly Case[] = [
  ...TEMPLATE_CASES.filter(({ name }) => !WITH_MORE.includes(name)).map(
    ({ name, kinds }): Case => ({ name: `${name}:1`, kinds: BY_ALIAS.includes(name) ? [] : kinds, keptBy: BOTH }),
  ),
  { name: 'with-a-snapshot:1', kinds: [], keptBy: DEFAULT },
  { name: 'with-a-snapshot:2', kinds: [], keptBy: LATEST, custodian: NO_FILTER },
  { name: 'old-version:1', kinds: [], keptBy: DEFAULT },
  { name: 'old-version:2', kinds: [], keptBy: LATEST, custodian: NO_FILTER },
  { name: `${OWN}:1`, kinds: [], keptBy: DEFAULT },
  { name: `${OWN}:2`, kinds: [] },
  { name: `${OWN}:3`, kinds: [], keptBy: LATEST, custodian: NO_FILTER },
  { name: `${MANY}:1`, kinds: [], keptBy: DEFAULT },
  { name: `${MANY}:2`, kinds: ['autoScalingGroups'], custodian: NO_FILTER },
  { name: `${MANY}:3`, kinds: [] },
  { name: `${MANY}:4`, kinds: [], keptBy: LATEST, custodian: NO_FILTER },
];

export const launchTemplateVersion: TypeCases = {
  cases,
  async make(world: World, attempt) {
    await attempt(OWN, () => aTemplate(world, OWN, ANOTHER, ANOTHER, ANOTHER));
    await attempt(MANY, async () => {
      const image = await anImage(world, IMAGE_OF_VERSIONS.name);
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
  moto: { cannotRead: ['imageDistributions'], otherwise: { 'with-a-snapshot:2': ONLY_15 } },
  shown: {
    many: 'Versions of launch templates',
    one: 'Version of a launch template',
    note: 'Custodian has no filter for their use; here it selects all but the default ones.',
  },
};
