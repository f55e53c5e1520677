import { images } from '../support/graph/images.ts';
import { IMAGE_USERS } from '../support/graph/imageUsers.ts';
import { OTHER, OWN } from '../support/graph/surveyed.ts';
import { type Everything, type Few, fewOf, type Users } from '../support/graph/whole.ts';

const ORGANIZATION = 'o-1234567890';

/** Every 10th image is shared, every 15th has a report. */
const [SHARED, REPORTED] = [10, 15];

const IMAGES = {
  images: IMAGE_USERS.map((_, index) => ({
    is: 'plain' as const,
    sharedWith: index % SHARED === 0 ? ('other' as const) : ('nobody' as const),
    report: index % REPORTED === 0 || index === IMAGE_USERS.length - 1 ? ('stranger' as const) : ('none' as const),
  })),
  users: (['own', 'other'] as const).flatMap((account) => IMAGE_USERS.map((user, image) => ({ user, image, account }))),
  sharing: 'check' as const,
  on: 'both' as const,
};

const everything: Everything = {
  asked: (all) => all.filter((_, index) => index % SHARED === 0 || index >= all.length - 2),
  entry: (ground) => images.entry(IMAGES, ground),
  async build(ground, pageLimit) {
    await images.build(ground, IMAGES, { pageLimit, reversed: false, swapped: false });
    const { control } = ground.sandbox;
    control.setOrganization({
      id: ORGANIZATION,
      managementAccount: OWN.account,
      units: [{ id: 'ou-abcd-11111111', units: [{ id: 'ou-abcd-22222222', accounts: [OTHER.account] }] }],
    });
    const arn = `arn:aws:organizations::${OWN.account}`;
    const CreationDate = new Date(0).toISOString();
    control.addImages(OWN, [
      { CreationDate, launchPermissions: [{ OrganizationArn: `${arn}:organization/${ORGANIZATION}` }] },
      { CreationDate, launchPermissions: [{ OrganizationalUnitArn: `${arn}:ou/${ORGANIZATION}/ou-abcd-11111111` }] },
    ]);
  },
};

/** For each source of evidence, one user that no other source finds. */
const ALONE: ReadonlySet<string> = new Set([
  'instance, stopped',
  'template, old version',
  'parameter, typed',
  'parameter by template, old version',
  'group by override with an image',
  'launch configuration of no group',
  'fleet, active',
  'spot request, open',
  'spot fleet, active',
  'Batch environment',
  'EMR cluster',
  'recipe by id',
  'parameter that nobody names',
]);

function few(isOptional: boolean): Few {
  const users = IMAGE_USERS.filter(({ name }) => ALONE.has(name)).map((user, image) => ({
    user,
    image,
    account: 'own' as const,
  }));
  const plain = { is: 'plain', sharedWith: 'nobody', report: 'none' } as const;
  const shared = { ...plain, sharedWith: 'stranger' } as const;
  const reported = { ...plain, report: 'stranger' } as const;
  return fewOf(images, {
    // Users refer to the first images.
    images: [...users.map(() => plain), shared, reported],
    users,
    sharing: 'keep',
    on: isOptional ? 'both' : 'nothing',
  });
}

/** Images are used within an account and across accounts, shared, and in usage reports. */
export const imageUsers: Users = { graph: images, everything, few };
