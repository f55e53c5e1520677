/** What Holystone writes on a service when it stops it: whatever its start needs, also where its store is lost. */
import type { SuspendedState } from '@aws-sdk/client-application-auto-scaling';
import { defined } from '../../../core/common/defined.ts';

/** A stop of this very service. */
export interface ServiceStop {
  /** When Holystone began it, ms since the epoch. */
  readonly at: number;
  /** The number of tasks before it; at least 1. */
  readonly desiredCount: number;
  /** The id of its deployment: whoever deploys it since then uses it. */
  readonly deployment: string;
  /** What of its scaling was suspended before; absent: nothing scaled it. */
  readonly suspended?: Suspended;
}

/** Each of them, said. */
export type Suspended = Required<{ [K in keyof SuspendedState]: boolean }>;

/** The parts of scaling, in the order of their letters in the tag. */
const PARTS = ['DynamicScalingInSuspended', 'DynamicScalingOutSuspended', 'ScheduledScalingSuspended'] as const;

/** Whatever may change the number of tasks. */
export const ALL_SUSPENDED: Suspended = {
  DynamicScalingInSuspended: true,
  DynamicScalingOutSuspended: true,
  ScheduledScalingSuspended: true,
};

/** A part that AWS does not name is not suspended: https://docs.aws.amazon.com/autoscaling/application/APIReference/API_SuspendedState.html */
export function suspendedOf(state: SuspendedState = {}): Suspended {
  return {
    DynamicScalingInSuspended: state.DynamicScalingInSuspended ?? false,
    DynamicScalingOutSuspended: state.DynamicScalingOutSuspended ?? false,
    ScheduledScalingSuspended: state.ScheduledScalingSuspended ?? false,
  };
}

export function isAllSuspended(state: SuspendedState | undefined): boolean {
  return state !== undefined && PARTS.every((part) => state[part]);
}

/**
 * The value of the tag, of characters that ECS allows: `2026-11-29T08:00:00.000Z 2 rrs ecs-svc/1 2026-01-01T00:00:00.000Z`.
 * @param createdAt of the service: tags are copied to another one of its name
 */
export function serviceStopTag({ at, desiredCount, deployment, suspended }: ServiceStop, createdAt: Date): string {
  const scaling = suspended ? PARTS.map((part) => (suspended[part] ? 's' : 'r')).join('') : 'none';
  return [new Date(at).toISOString(), desiredCount, scaling, deployment, createdAt.toISOString()].join(' ');
}

/** `undefined`: it is of another service, or no value that {@link serviceStopTag} writes. */
export function readStopTag(value: string | undefined, createdAt: Date | undefined): ServiceStop | undefined {
  const [, at = '', count = '', scaling = '', deployment = '', created] =
    /^(\S+) ([1-9]\d*) (none|[rs]{3}) (\S+) (\S+)$/.exec(value ?? '') ?? [];
  const began = Date.parse(at);
  if (Number.isNaN(began) || createdAt === undefined || created !== createdAt.toISOString()) return undefined;
  const [first, second, third] = [...scaling].map((letter) => letter === 's');
  const suspended = scaling !== 'none' && {
    DynamicScalingInSuspended: first ?? false,
    DynamicScalingOutSuspended: second ?? false,
    ScheduledScalingSuspended: third ?? false,
  };
  return { at: began, desiredCount: Number(count), deployment, ...defined({ suspended: suspended || undefined }) };
}

/** Before the value, once its week of watching is over: whoever starts the service gets its scaling back by it. */
const STAYS = 'stays stopped since ';

/** As {@link serviceStopTag}, for a stop that Holystone no longer watches. `undefined`: nothing is left to undo when somebody starts it. */
export function stayedStopTag(stop: ServiceStop, createdAt: Date): string | undefined {
  const { suspended } = stop;
  return suspended && !isAllSuspended(suspended) ? `${STAYS}${serviceStopTag(stop, createdAt)}` : undefined;
}

/** @returns the stop of a value that {@link stayedStopTag} writes */
export function readStayedTag(value: string | undefined, createdAt: Date | undefined): ServiceStop | undefined {
  return value?.startsWith(STAYS) ? readStopTag(value.slice(STAYS.length), createdAt) : undefined;
}
