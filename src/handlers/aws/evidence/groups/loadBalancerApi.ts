/** Every call this program makes about the health of what is behind load balancers. Neither has pages. */
import { ReadError } from '../../../../core/common/errors.ts';
import { elb, elbV2 } from '../../calls/loadBalancing.ts';
import { isNotFound } from '../../wire/errors.ts';
import { type CallContext, read } from '../../wire/readError.ts';
import { requireList } from '../../wire/requireList.ts';
import type { CallScope } from '../../wire/target.ts';

/**
 * Instances registered with a classic load balancer, in words. One that is out of service counts: it may pass its next
 * health check. Of a load balancer that is gone: none.
 */
export async function instancesOf(target: CallScope, LoadBalancerName: string): Promise<readonly string[]> {
  const api = elb.describeInstanceHealth.api;
  const doing: CallContext = { target, api, what: `reading the health of instances behind ${LoadBalancerName}` };
  return noneIfGone(async () => {
    const answer = await read(doing, async ({ elb }, options) =>
      (await elb).describeInstanceHealth({ LoadBalancerName }, options),
    );
    return requireList(answer.InstanceStates, doing).map(({ InstanceId, State }) => `${InstanceId} (${State})`);
  });
}

/**
 * Targets of a target group, in words. `unused` are those of which AWS says that no traffic can reach them: no load
 * balancer uses the group, or the target is stopped or not in a zone of it. All other states count, unhealthy and
 * draining ones too. Of a target group that is gone: none.
 * https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/API_TargetHealth.html
 */
export async function targetsOf(target: CallScope, TargetGroupArn: string): Promise<readonly string[]> {
  const api = elbV2.describeTargetHealth.api;
  const doing: CallContext = { target, api, what: `reading the health of targets in ${TargetGroupArn}` };
  return noneIfGone(async () => {
    const answer = await read(doing, async ({ elbV2 }, options) =>
      (await elbV2).describeTargetHealth({ TargetGroupArn }, options),
    );
    return requireList(answer.TargetHealthDescriptions, doing)
      .filter(({ TargetHealth }) => TargetHealth?.State !== 'unused')
      .map(({ Target, TargetHealth }) => `${Target?.Id} (${TargetHealth?.State})`);
  });
}

async function noneIfGone(ask: () => Promise<readonly string[]>): Promise<readonly string[]> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ReadError && isNotFound(error.cause)) return [];
    throw error;
  }
}
