/** Accounts in which there is everything: each kind of user of each type, with a resource of its own. */

import { groups } from './groups.ts';
import { GROUP_USERS } from './groupUsers.ts';
import { images } from './images.ts';
import { IMAGE_USERS } from './imageUsers.ts';
import type { GraphKind } from './kind.ts';
import { CONFIGURATION_USERS, launchConfigurations } from './launchConfigurations.ts';
import type { LaunchUser } from './launched.ts';
import { launchTemplates, TEMPLATE_USERS } from './launchTemplates.ts';
import { snapshots } from './snapshots.ts';
import { SNAPSHOT_USERS } from './snapshotUsers.ts';
import { type Ground, OTHER, OWN, type Verdicts } from './surveyed.ts';
import { volumes } from './volumes.ts';
import { VOLUME_USERS } from './volumeUsers.ts';

const ORGANIZATION = 'o-1234567890';

/** Every so manieth image is shared, or has a report. */
const [SHARED, REPORTED] = [10, 15];

interface Everything {
  /** The entry of `cleanup`. */
  entry(ground: Ground): string;
  build(ground: Ground, pageLimit: number): Promise<void>;
  /** Of all the ones of which evidence is to be asked that costs calls for each. */
  asked<R>(all: readonly R[]): readonly R[];
}

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

const GROUPS = {
  nodes: GROUP_USERS.map(() => ({ is: 'plain' as const, maxSize: 5 as const })),
  users: GROUP_USERS.map((user, group) => ({ user, group })),
};

/** Each with a user of its own, and some without. */
const launched = (users: readonly LaunchUser[]) => ({
  nodes: users.map(() => 'plain' as const),
  users: users.map((user, to) => ({ user, to })),
});

const asGraph = <G, E>(kind: GraphKind<G, E>, graph: G): Everything => ({
  asked: (all) => all,
  entry: (ground) => kind.entry(graph, ground),
  build: (ground, pageLimit) => kind.build(ground, graph, { pageLimit, reversed: false, swapped: false }),
});
const VOLUMES = {
  nodes: VOLUME_USERS.map(() => ({ is: 'plain' as const })),
  users: VOLUME_USERS.map((user, volume) => ({ user, volume })),
};

const SNAPSHOTS = {
  nodes: [...SNAPSHOT_USERS, undefined].map(() => ({ is: 'created' as const })),
  users: SNAPSHOT_USERS.map((user, snapshot) => ({ user, snapshot })),
  volumes: 'count' as const,
};

/** By resource type. */
export const EVERYTHING: Readonly<Record<string, Everything>> = {
  image: {
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
  },
  autoScalingGroup: asGraph(groups, GROUPS),
  launchConfiguration: asGraph(launchConfigurations, launched(CONFIGURATION_USERS)),
  launchTemplate: asGraph(launchTemplates, launched(TEMPLATE_USERS)),
  snapshot: asGraph(snapshots, SNAPSHOTS),
  volume: asGraph(volumes, VOLUMES),
};

/** One user that no other source finds, for each source of evidence. */
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

/** A small account in which every source of a type keeps something that no other keeps. */
export function aFewOf(type: string, isOptional: boolean): Few {
  if (type === 'autoScalingGroup') return few(groups, GROUPS);
  if (type === 'launchConfiguration') return few(launchConfigurations, launched(CONFIGURATION_USERS));
  if (type === 'launchTemplate') return few(launchTemplates, launched(TEMPLATE_USERS));
  if (type === 'snapshot') return few(snapshots, SNAPSHOTS);
  if (type === 'volume') return few(volumes, VOLUMES);
  const users = IMAGE_USERS.filter(({ name }) => ALONE.has(name)).map((user, image) => ({
    user,
    image,
    account: 'own' as const,
  }));
  const plain = { is: 'plain', sharedWith: 'nobody', report: 'none' } as const;
  const shared = { ...plain, sharedWith: 'stranger' } as const;
  const reported = { ...plain, report: 'stranger' } as const;
  return few(images, {
    // Users name the first ones.
    images: [...users.map(() => plain), shared, reported],
    users,
    sharing: 'keep',
    on: isOptional ? 'both' : 'nothing',
  });
}

/**
 * Users that another account writes down for others to read: what they name need not be shared with that account, and
 * whoever launches it reads the name from anywhere.
 */
const READ_BY_OTHERS = /^parameter|^recipe|^container recipe/;

/** Images of which nearly every user is in another account; each but those named above is shared with that account. */
export const IN_ANOTHER_ACCOUNT: Everything = asGraph(images, {
  images: [
    ...IMAGE_USERS.map(({ name, isExternal }) => ({
      is: 'plain' as const,
      sharedWith: READ_BY_OTHERS.test(name) || isExternal ? ('nobody' as const) : ('other' as const),
      report: 'none' as const,
    })),
    { is: 'plain', sharedWith: 'nobody', report: 'none' },
    { is: 'plain', sharedWith: 'other', report: 'none' },
  ],
  users: IMAGE_USERS.map((user, image) => ({ user, image, account: 'other' as const })),
  sharing: 'check',
  on: 'imageReferences',
});

interface Few {
  entry(ground: Ground): string;
  build(ground: Ground): Promise<void>;
  readonly expected: Verdicts;
}

function few<G, E>(kind: GraphKind<G, E>, graph: G): Few {
  return {
    entry: (ground) => kind.entry(graph, ground),
    build: (ground) => kind.build(ground, graph),
    expected: kind.expected(graph),
  };
}
