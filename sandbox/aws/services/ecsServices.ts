import type * as module from '@aws-sdk/client-ecs';
import { AwsError } from '../collections/errors.ts';
import type { EcsServiceRow } from '../seeds/ecsSeeds.ts';
import type { Call } from '../store/call.ts';
import type { Handlers } from '../wire/service.ts';

/** Changes of services: what is asked for is done at once. @param clusterOf the ARN of a cluster, by its name or ARN */
export function serviceChanges(clusterOf: (call: Call, nameOrArn?: string) => string): Handlers<typeof module> {
  return {
    /** The errors of https://docs.aws.amazon.com/AmazonECS/latest/APIReference/API_UpdateService.html */
    UpdateService({ cluster, service: nameOrArn = '', desiredCount, forceNewDeployment }, call) {
      const arn = clusterOf(call, cluster);
      const services = call.here.ecsServices.values();
      const found = services.find(
        (one) => one.clusterArn === arn && [one.serviceArn, one.serviceName].includes(nameOrArn),
      );
      if (!found || found.status === 'INACTIVE') throw new AwsError('ServiceNotFoundException', 'Service not found.');
      if (found.status !== 'ACTIVE') throw new AwsError('ServiceNotActiveException', 'Service was not ACTIVE.');
      if (found.deploymentController?.type === 'EXTERNAL' && forceNewDeployment)
        throw new AwsError('InvalidParameterException', 'Unable to update a service with an EXTERNAL controller.');
      const changed = withCount(
        found,
        desiredCount === undefined ? undefined : scaled(found, desiredCount, call),
        call,
      );
      call.here.ecsServices.put(found.serviceArn ?? '', changed);
      return { service: shownOf(changed) };
    },

    ListTagsForResource: ({ resourceArn = '' }, call) => ({ tags: [...(byLongArn(resourceArn, call).tags ?? [])] }),
    TagResource({ resourceArn = '', tags = [] }, call) {
      const one = byLongArn(resourceArn, call);
      const keys = new Set(tags.map(({ key }) => key));
      const all = [...(one.tags ?? []).filter(({ key }) => !keys.has(key)), ...tags];
      call.here.ecsServices.put(resourceArn, { ...one, tags: all });
      return {};
    },
    UntagResource({ resourceArn = '', tagKeys = [] }, call) {
      const one = byLongArn(resourceArn, call);
      const left = (one.tags ?? []).filter(({ key = '' }) => !tagKeys.includes(key));
      call.here.ecsServices.put(resourceArn, { ...one, tags: left });
      return {};
    },
  };
}

/** Its own members are no part of an answer. */
export function shownOf({ failing: _failing, pauses: _pauses, ...shown }: EcsServiceRow): module.Service {
  return shown;
}

/** Scaling that is not suspended raises what is below its minimum again: https://github.com/kayac/ecspresso/pull/42 */
function scaled({ clusterArn = '', serviceName }: EcsServiceRow, wanted: number, { here }: Call): number {
  const target = here.scalableTargets.get(`service/${clusterArn.split('/').at(-1)}/${serviceName}`);
  if (!target || target.SuspendedState?.DynamicScalingOutSuspended) return wanted;
  return Math.max(wanted, target.MinCapacity ?? 0);
}

function withCount(one: EcsServiceRow, desiredCount: number | undefined, { now }: Call): EcsServiceRow {
  if (desiredCount === undefined || desiredCount === one.desiredCount) return one;
  const at = now.getTime();
  const before = one.pauses ?? [];
  const ended = before.map(([from, until]) => [from, until ?? at] as const);
  const pauses = desiredCount === 0 ? [...ended, [at] as const] : ended;
  return { ...one, desiredCount, runningCount: desiredCount, pauses };
}

/** "Long arn format must be used for tagging operations". */
function byLongArn(arn: string, { here }: Call): EcsServiceRow {
  if (!/:service\/[^/]+\/[^/]+$/.test(arn))
    throw new AwsError('InvalidParameterException', 'Long arn format must be used for tagging operations');
  const found = here.ecsServices.get(arn);
  if (!found) throw new AwsError('InvalidParameterException', 'The specified service is not found.');
  return found;
}
