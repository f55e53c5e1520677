/** The resource types of the demo, each declared once: a new one is an entry here, and a seed. */
interface TypeOfDemo {
  /** The noun in the terminal. */
  readonly noun: string;
  /** The operation that lists it, and the input member that selects by id. */
  readonly reads: readonly [operation: string, member: string];
  /** The operation that deletes one, and the input member with its id. */
  readonly deletes: readonly [operation: string, member: string];
}

export const SEEDED_TYPES = {
  autoScalingGroup: {
    noun: 'Auto Scaling group',
    reads: ['DescribeAutoScalingGroups', 'AutoScalingGroupNames'],
    deletes: ['DeleteAutoScalingGroup', 'AutoScalingGroupName'],
  },
  image: {
    noun: 'image',
    reads: ['DescribeImages', 'ImageIds'],
    deletes: ['DeregisterImage', 'ImageId'],
  },
  launchConfiguration: {
    noun: 'launch configuration',
    reads: ['DescribeLaunchConfigurations', 'LaunchConfigurationNames'],
    deletes: ['DeleteLaunchConfiguration', 'LaunchConfigurationName'],
  },
  launchTemplate: {
    noun: 'launch template',
    reads: ['DescribeLaunchTemplates', 'LaunchTemplateIds'],
    deletes: ['DeleteLaunchTemplate', 'LaunchTemplateId'],
  },
  snapshot: {
    noun: 'snapshot',
    reads: ['DescribeSnapshots', 'SnapshotIds'],
    deletes: ['DeleteSnapshot', 'SnapshotId'],
  },
  volume: {
    noun: 'volume',
    reads: ['DescribeVolumes', 'VolumeIds'],
    deletes: ['DeleteVolume', 'VolumeId'],
  },
} as const satisfies Readonly<Record<string, TypeOfDemo>>;

export type SeededType = keyof typeof SEEDED_TYPES;
