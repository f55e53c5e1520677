import type { Safeguard } from '../../../../core/evaluation/rule.ts';
import type { ManagedParameters } from '../../resources/managedBy.ts';
import type { InterfaceResource } from '../../resources/networkInterface.ts';

type InterfaceSafeguard = Safeguard<InterfaceResource, ManagedParameters>;

/** A service deletes its own interfaces; that of a load balancer or a function may linger for an hour. */
const requesterManaged: InterfaceSafeguard = {
  name: 'requesterManaged',
  summary: 'An AWS service made it and manages it, or it is not known whether one does.',
  keeps({ requesterManaged, requesterId, description }) {
    if (requesterManaged === false) return undefined;
    const who = [requesterId, description].filter((part) => part !== undefined).join(', ') || 'not named';
    return requesterManaged
      ? `an AWS service manages it (${who})`
      : 'it is not known whether an AWS service manages it';
  },
};

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
