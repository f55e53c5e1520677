import type { Safeguard } from '../../../../core/evaluation/rule.ts';
import type { BalancerResource } from '../../resources/loadBalancerV2.ts';

/** One that is `provisioning` is not in use yet; people must look at one that is `failed` or `active_impaired`. */
export const stateIsActive: Safeguard<BalancerResource> = {
  name: 'state',
  summary: 'Its state is not `active`.',
  keeps: ({ state }) => (state === 'active' ? undefined : `its state is ${state ?? 'not known'}`),
};
