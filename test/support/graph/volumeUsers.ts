/** Everything that uses, or has used, a volume. */
import type { SandboxControl, VolumeSeed } from '../../../sandbox/aws/index.ts';
import { DAY, OWN } from './surveyed.ts';

interface Adding {
  readonly control: SandboxControl;
  /** The volume's id. */
  readonly id: string;
  /** Unique for this volume. */
  readonly device: string;
}

export interface VolumeUser {
  readonly name: string;
  readonly keeps: boolean;
  /** The volume with this user. */
  added(seed: VolumeSeed, adding: Adding): VolumeSeed;
  toString(): string;
}

type Row = readonly [name: string, added: VolumeUser['added']];

const user =
  (keeps: boolean) =>
  ([name, added]: Row): VolumeUser => ({ name, keeps, added, toString: () => name });

const ago = (days: number) => new Date(Date.now() - days * DAY);

/** Only the volume shows it: the instance is not described. */
const attachment = (State: 'attaching' | 'attached' | 'detaching' | 'busy' | 'detached'): Row => [
  `attachment, ${State}`,
  (seed, { device: Device }) => ({
    // AWS may still report another state: only the attachment counts.
    State: 'available',
    ...seed,
    Attachments: [...(seed.Attachments ?? []), { InstanceId: 'i-00000000000000001', Device, State }],
  }),
];

const service: Row = [
  'attachment of a service',
  (seed) => ({
    State: 'available',
    ...seed,
    Attachments: [
      ...(seed.Attachments ?? []),
      {
        AssociatedResource: 'arn:aws:ecs:us-east-1:111111111111:task/web/1',
        InstanceOwningService: 'ecs.amazonaws.com',
      },
    ],
  }),
];

/** Only the instance shows it. */
const mapping = (state: 'pending' | 'running' | 'stopping' | 'stopped' | 'shutting-down' | 'terminated'): Row => [
  `instance, ${state}`,
  (seed, { control, id: VolumeId, device: DeviceName }) => {
    control.addInstances(OWN, [
      { state, BlockDeviceMappings: [{ DeviceName, Ebs: { VolumeId, Status: 'attached' } }] },
    ]);
    return seed;
  },
];

/** A volume has only its last modification; one that does not keep must not replace one that keeps. */
const modification = (ModificationState: string, endedDaysAgo?: number): Row => [
  `modification, ${ModificationState}${endedDaysAgo === undefined ? '' : ` ${endedDaysAgo} days ago`}`,
  (seed) => {
    const EndTime = endedDaysAgo === undefined ? undefined : ago(endedDaysAgo);
    const given = { ModificationState: ModificationState as 'modifying', Progress: 40, ...(EndTime && { EndTime }) };
    const { modification: known } = seed;
    const isOver = known?.EndTime !== undefined && known.EndTime.getTime() < Date.now() - 14 * DAY;
    return known === undefined || isOver ? { ...seed, modification: given } : seed;
  },
];

const initialization = (Progress: number): Row => [
  `initialization, ${Progress} %`,
  (seed) => ({ ...seed, initialization: { Progress: Math.min(Progress, seed.initialization?.Progress ?? 100) } }),
];

/** Between two surveys: only CloudWatch shows it. */
const seen = (daysAgo: number, name = 'VolumeIdleTime', value = 0): Row => [
  `attachment that ended ${daysAgo} days ago, by ${name}`,
  (seed, { control, id: VolumeId }) => {
    const points = [{ at: ago(daysAgo).toISOString(), value }];
    control.addMetrics(OWN, [{ namespace: 'AWS/EBS', name, dimensions: { VolumeId }, points }]);
    return seed;
  },
];

export const VOLUME_USERS: readonly VolumeUser[] = [
  ...[
    attachment('attaching'),
    attachment('attached'),
    attachment('detaching'),
    attachment('busy'),
    service,
    mapping('pending'),
    mapping('running'),
    mapping('stopping'),
    mapping('stopped'),
    mapping('shutting-down'),
    modification('modifying'),
    modification('optimizing'),
    modification('a state of later days'),
    modification('completed', 2),
    modification('failed', 2),
    seen(0),
    seen(12),
    seen(3, 'VolumeWriteOps', 300),
    initialization(0),
    initialization(99),
  ].map(user(true)),
  ...[
    attachment('detached'),
    mapping('terminated'),
    modification('completed', 20),
    modification('failed', 20),
    seen(16),
    initialization(100),
  ].map(user(false)),
];
