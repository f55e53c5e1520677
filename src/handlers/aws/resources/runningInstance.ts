import type { Instance, InstanceNetworkInterface } from '@aws-sdk/client-ec2';
import { defined, some } from '../../../core/common/defined.ts';
import type { Resource } from '../../../core/resource/resource.ts';
import { type InstanceResource, type LaunchedInstance, toInstance } from './instance.ts';

/** An instance since its last start. One that was started again is another one: a notice about the first says nothing of it. */
export interface RunningInstanceResource extends Omit<InstanceResource, 'described'> {
  /** Its public addresses that are no Elastic IP addresses, or may be none: a stop gives them back, and a start brings others. */
  readonly changingAddresses?: readonly string[];
  /** It has a part with processors of its own, whose work is not in `CPUUtilization`. */
  readonly enclave?: boolean;
  /** Set after a read by id: AWS's description. */
  readonly described?: LaunchedInstance;
}

/** `undefined` for an answer without an id. */
export function toRunningInstance(one: LaunchedInstance): RunningInstanceResource | undefined {
  const resource = toInstance(one);
  if (!resource) return undefined;
  const { createdAt: _first, lastUsedAt: _stop, launchTime, volumesSince, ...rest } = resource;
  const start = isReadable(launchTime) ? launchTime.toISOString() : 'an unknown time';
  return {
    ...rest,
    identity: `${resource.id} since ${start}`,
    note: { code: 'onlyStops', values: {} },
    ...defined({
      launchTime,
      volumesSince,
      // Whoever starts it uses it: what it did before that is no proof that nobody needs it.
      createdAt: launchTime,
      lastUsedAt: volumesSince,
      changingAddresses: some(changingAddresses(one)),
      enclave: one.EnclaveOptions?.Enabled,
    }),
  } satisfies Resource & RunningInstanceResource;
}

/**
 * "The ID of the owner of the Elastic IP address": an account, and `amazon` for an address that is lent.
 * https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_InstanceNetworkInterfaceAssociation.html
 */
const ACCOUNT = /^\d{12}$/;

function changingAddresses({ PublicIpAddress, NetworkInterfaces = [] }: Instance): readonly string[] {
  // Each instance has an interface: without any the answer is not whole.
  if (NetworkInterfaces.length === 0) return ['AWS does not say which addresses it has'];
  const associations = NetworkInterfaces.flatMap(associationsOf);
  const kept = associations.filter(({ IpOwnerId = '' }) => ACCOUNT.test(IpOwnerId));
  const stay = new Set(kept.map(({ PublicIp }) => PublicIp));
  const all = [
    PublicIpAddress,
    ...associations.map(({ PublicIp, CarrierIp }) => PublicIp ?? CarrierIp ?? 'an address that AWS does not name'),
  ];
  return [...new Set(all.flatMap((address) => (address && !stay.has(address) ? [address] : [])))];
}

function associationsOf({ Association, PrivateIpAddresses = [] }: InstanceNetworkInterface) {
  return [Association, ...PrivateIpAddresses.map((own) => own.Association)].filter((one) => one !== undefined);
}

function isReadable(date: Date | undefined): date is Date {
  return date !== undefined && !Number.isNaN(date.getTime());
}
