/** Everything that may be related to a snapshot, and whether that makes it a user. */

import type { ImageSeed, SandboxControl, SnapshotSeed } from '../../../sandbox/aws/index.ts';
import { imageOf } from '../../../src/handlers/aws/resources/snapshotProvenance.ts';
import { OWN, STRANGER } from './surveyed.ts';

interface Adding {
  readonly control: SandboxControl;
  /** The snapshot, and the image that it was made for. */
  readonly snapshot: string;
  readonly image: string;
  /** Name of the user; unique in this account. */
  readonly name: string;
}

export interface SnapshotUser {
  readonly name: string;
  readonly uses: boolean;
  /** Only when the configuration turns on volumes. */
  readonly isVolume?: true;
  /** It is a snapshot itself, {@link copyOf} this one. */
  readonly isCopy?: true;
  /** Adds it beside the snapshot, or into it. */
  added(seed: SnapshotSeed, adding: Adding): SnapshotSeed;
  toString(): string;
}

type Add = SnapshotUser['added'];

const user = (uses: boolean, name: string, added: Add): SnapshotUser => ({
  name,
  uses,
  added,
  toString: () => name,
});

/** A device with a volume of the snapshot, after a device without a snapshot. */
const devices = (SnapshotId: string) => [
  { DeviceName: '/dev/xvda', Ebs: { VolumeSize: 8 } },
  { DeviceName: '/dev/xvdb', Ebs: { SnapshotId } },
];

const beside =
  (add: (adding: Adding) => void): Add =>
  (seed, adding) => {
    add(adding);
    return seed;
  };

const image = (how: object): Add =>
  beside(({ control, snapshot }) => control.addImages(OWN, [{ BlockDeviceMappings: devices(snapshot), ...how }]));

const template = (...versions: (0 | 1)[]): Add =>
  beside(({ control, name, snapshot }) => {
    const data = versions.map((names) => (names ? { BlockDeviceMappings: devices(snapshot) } : { ImageId: 'ami-1' }));
    control.addLaunchTemplates(OWN, [{ LaunchTemplateName: name, versions: data }]);
  });

const restore = (State: 'enabling' | 'optimizing' | 'enabled' | 'disabling' | 'disabled'): Add => {
  return (seed, { name }) => ({
    ...seed,
    fastRestores: [...(seed.fastRestores ?? []), { State, AvailabilityZone: `us-east-1${name}` }],
  });
};

const lock = (LockState: 'compliance' | 'compliance-cooloff' | 'governance' | 'expired'): Add => {
  // An expired lock must not replace one in force.
  return (seed) => ({ ...seed, lock: seed.lock && LockState === 'expired' ? seed.lock : { LockState } });
};

const tier = (LastTieringOperationStatus: 'archival-in-progress' | 'temporary-restore-in-progress'): Add => {
  return (seed) => ({ ...seed, tier: { LastTieringOperationStatus } });
};

const shared = (permission: { UserId: string } | { Group: 'all' }): Add => {
  return (seed) => ({ ...seed, createVolumePermissions: [...(seed.createVolumePermissions ?? []), permission] });
};

const RECIPE = `arn:aws:imagebuilder:${OWN.region}:${OWN.account}`;

/** The id of a snapshot's copy. */
export const copyOf = (snapshot: string) => `snap-c${snapshot.slice('snap-0'.length)}`;

const copyUnderWay: Add = beside(({ control, snapshot }) => {
  const Description = `[Copied ${snapshot} from us-east-1]`;
  control.addSnapshots(OWN, [
    { SnapshotId: copyOf(snapshot), State: 'pending', VolumeId: 'vol-ffffffff', Description, StartTime: new Date() },
  ]);
});

const OF_NO_SNAPSHOT: ImageSeed = { RootDeviceType: 'instance-store', BlockDeviceMappings: [] };

export const SNAPSHOT_USERS: readonly SnapshotUser[] = [
  {
    ...user(
      true,
      'volume made from it',
      beside(({ control, snapshot: SnapshotId }) => control.addVolumes(OWN, [{ SnapshotId }])),
    ),
    isVolume: true,
  },
  user(true, 'image', image({})),
  user(true, 'image, disabled', image({ State: 'disabled' })),
  user(true, 'image, deprecated', image({ DeprecationTime: new Date(0).toISOString() })),
  user(true, 'template, old version', template(0, 1, 0)),
  user(true, 'template, only version', template(1)),
  user(
    true,
    'launch configuration',
    beside(({ control, name, snapshot }) =>
      control.addLaunchConfigurations(OWN, [
        {
          LaunchConfigurationName: name,
          BlockDeviceMappings: [{ DeviceName: '/dev/xvdb', Ebs: { SnapshotId: snapshot } }],
        },
      ]),
    ),
  ),
  user(
    true,
    'spot request, open',
    beside(({ control, snapshot }) => {
      const LaunchSpecification = { ImageId: 'ami-1', BlockDeviceMappings: devices(snapshot) };
      control.addSpotInstanceRequests(OWN, [{ State: 'open', LaunchSpecification }]);
    }),
  ),
  user(
    true,
    'spot fleet, active',
    beside(({ control, snapshot }) => {
      const LaunchSpecifications = [{ ImageId: 'ami-1', BlockDeviceMappings: devices(snapshot) }];
      control.addSpotFleetRequests(OWN, [
        { SpotFleetRequestState: 'active', SpotFleetRequestConfig: { LaunchSpecifications } },
      ]);
    }),
  ),
  user(
    true,
    'fleet, active, by override',
    beside(({ control, snapshot }) => {
      const LaunchTemplateSpecification = { LaunchTemplateId: 'lt-0fffffffffffffff0', Version: '1' };
      const Overrides = [{ BlockDeviceMappings: devices(snapshot) }];
      control.addFleets(OWN, [
        { FleetState: 'active', LaunchTemplateConfigs: [{ LaunchTemplateSpecification, Overrides }] },
      ]);
    }),
  ),
  user(
    true,
    'recipe',
    beside(({ control, name, snapshot }) => {
      const arn = `${RECIPE}:image-recipe/${name}/1.0.0`;
      const blockDeviceMappings = [{ deviceName: '/dev/xvdb', ebs: { snapshotId: snapshot } }];
      control.addImageBuilder(OWN, { recipes: [{ arn, name, parentImage: 'ami-1', blockDeviceMappings }] });
    }),
  ),
  user(
    true,
    'container recipe',
    beside(({ control, name, snapshot }) => {
      const arn = `${RECIPE}:container-recipe/${name}/1.0.0`;
      const blockDeviceMappings = [{ deviceName: '/dev/xvdb', ebs: { snapshotId: snapshot } }];
      const instanceConfiguration = { image: 'ami-1', blockDeviceMappings };
      control.addImageBuilder(OWN, {
        containerRecipes: [{ arn, name, parentImage: 'amazonlinux:latest', instanceConfiguration }],
      });
    }),
  ),
  { ...user(true, 'copy under way', copyUnderWay), isCopy: true },
  user(true, 'fast restore, enabled', restore('enabled')),
  user(true, 'fast restore, being enabled', restore('optimizing')),
  user(true, 'fast restore, being disabled', restore('disabling')),
  user(false, 'fast restore, disabled', restore('disabled')),
  user(true, 'lock, compliance', lock('compliance')),
  user(true, 'lock, governance', lock('governance')),
  user(false, 'lock, expired', lock('expired')),
  user(true, 'on its way into the archive', tier('archival-in-progress')),
  user(true, 'on its way out of the archive', tier('temporary-restore-in-progress')),
  user(true, 'shared with an account', shared({ UserId: STRANGER })),
  user(true, 'public', shared({ Group: 'all' })),
  user(
    true,
    'its image in the Recycle Bin',
    // An image without a snapshot made for it makes others unknown; snapshotUsers.test.ts covers that.
    (seed, { control, image: ImageId }) => {
      const { Description, VolumeId, StartTime = 0 } = seed;
      if (imageOf({ Description, VolumeId, StartTime: new Date(StartTime) }))
        control.addRecycledImages(OWN, [{ ImageId }]);
      return seed;
    },
  ),
  user(
    true,
    'its image, made of something else',
    beside(({ control, image: ImageId }) => control.addImages(OWN, [{ ImageId, ...OF_NO_SNAPSHOT }])),
  ),
  user(
    false,
    'an instance of an image',
    beside(({ control }) => control.addInstances(OWN, [{}])),
  ),
];
