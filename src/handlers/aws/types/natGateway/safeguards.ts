import type { Safeguard } from '../../../../core/evaluation/rule.ts';
import { type ManagedParameters, managedBy } from '../../resources/managedBy.ts';
import type { NatGatewayResource } from '../../resources/natGateway.ts';
import { stateIs } from '../../resources/safeguards.ts';

type GatewaySafeguard = Safeguard<NatGatewayResource, ManagedParameters>;

/** One that failed costs nothing, and AWS deletes it: https://docs.aws.amazon.com/vpc/latest/userguide/nat-gateway-troubleshooting.html */
const state = stateIs('available');

const appliance: GatewaySafeguard = {
  name: 'appliance',
  summary: 'A firewall or a proxy is attached to it.',
  keeps: ({ appliances }) => (appliances ? `attached to it: ${appliances.join(', ')}` : undefined),
};

/** The verdict of a gateway has the reason of every one that keeps it, in this order. */
export const gatewaySafeguards: readonly GatewaySafeguard[] = [managedBy, state, appliance];
