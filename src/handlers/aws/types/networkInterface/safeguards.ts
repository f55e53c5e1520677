import type { Safeguard } from '../../../../core/evaluation/rule.ts';
import type { ManagedParameters } from '../../resources/managedBy.ts';
import type { InterfaceResource } from '../../resources/networkInterface.ts';
import { requesterManaged } from '../../resources/safeguards.ts';

type InterfaceSafeguard = Safeguard<InterfaceResource, ManagedParameters>;

/** https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_CreateNetworkInterface.html, InterfaceType. */
const MADE_BY_PEOPLE: ReadonlySet<string | undefined> = new Set(['interface', 'efa', 'efa-only', 'branch', 'trunk']);

const ofService: InterfaceSafeguard = {
  name: 'ofService',
  summary: 'Its type is one that only AWS services make, such as `nat_gateway`, `vpc_endpoint` or `lambda`.',
  keeps: ({ interfaceType: type }) =>
    MADE_BY_PEOPLE.has(type) ? undefined : `its type is ${type ?? 'not known'}: AWS services make these`,
};

const state: InterfaceSafeguard = {
  name: 'state',
  summary: 'Its status is not `available`.',
  keeps: ({ status }) => (status === 'available' ? undefined : `its status is ${status ?? 'not known'}`),
};

/** Beside those of every leftover: the verdict has the reason of every one that keeps it, in this order. */
export const interfaceSafeguards: readonly InterfaceSafeguard[] = [requesterManaged, ofService, state];
