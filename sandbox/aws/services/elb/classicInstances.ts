import { AwsError } from '../../collections/errors.ts';
import { type ClassicHandlers, currentClassic, shownClassic } from './classicCommon.ts';

export const classicInstances: ClassicHandlers = {
  /**
   * In service at once.
   * https://docs.aws.amazon.com/elasticloadbalancing/2012-06-01/APIReference/API_RegisterInstancesWithLoadBalancer.html
   */
  RegisterInstancesWithLoadBalancer({ LoadBalancerName: name = '', Instances = [] }, call) {
    const { here } = call;
    const found = currentClassic(name, call);
    const fresh = Instances.flatMap(({ InstanceId = '' }) => {
      if (!here.instances.get(InstanceId))
        throw new AwsError('InvalidInstance', `Could not find EC2 instance ${InstanceId}.`);
      const isKnown = found.states.some((state) => state.InstanceId === InstanceId);
      return isKnown ? [] : [{ InstanceId, State: 'InService', ReasonCode: 'N/A', Description: 'N/A' }];
    });
    const states = [...found.states, ...fresh];
    const registered = states.map(({ InstanceId }) => ({ InstanceId }));
    here.loadBalancers.put(name, {
      ...found,
      loadBalancer: { ...found.loadBalancer, Instances: registered },
      states,
    });
    return { Instances: registered };
  },

  /**
   * All registered instances unless some are named: "their state is returned even if they are no longer registered".
   * https://docs.aws.amazon.com/elasticloadbalancing/2012-06-01/APIReference/API_DescribeInstanceHealth.html
   */
  DescribeInstanceHealth({ LoadBalancerName: name, Instances = [] }, call) {
    const { states } = shownClassic(name, call);
    if (Instances.length === 0) return { InstanceStates: [...states] };
    return {
      InstanceStates: Instances.map(
        ({ InstanceId }) => states.find((state) => state.InstanceId === InstanceId) ?? notRegistered(InstanceId),
      ),
    };
  },
};

function notRegistered(InstanceId: string | undefined) {
  return {
    InstanceId,
    State: 'OutOfService',
    ReasonCode: 'Instance',
    Description: 'Instance is not currently registered with the LoadBalancer.',
  };
}
