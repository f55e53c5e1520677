import type { HostedZone, ResourceRecordSet } from '@aws-sdk/client-route-53';
import { type Kind, type Making, shownInside } from '../collections/kind.ts';
import type { Seed } from '../collections/seed.ts';

export interface HostedZoneSeed extends Omit<Seed<HostedZone>, 'Config'> {
  readonly isPrivate?: boolean;
  /** In addition to those that every zone has. */
  readonly records?: readonly ResourceRecordSet[];
}

export interface HostedZoneRow {
  readonly zone: HostedZone;
  readonly records: readonly ResourceRecordSet[];
}

/** A zone belongs to an account; the sandbox keeps it in {@link ROUTE_53_REGION}. */
export const hostedZones: Kind<'hostedZone', HostedZoneSeed, HostedZoneRow, HostedZone> = {
  name: 'hostedZone',
  make: newHostedZone,
  keyOf: ({ zone }) => zone.Id,
  ...shownInside<HostedZoneRow, 'zone'>('zone'),
  patched: (row, patch) => ({ ...row, ...patch }),
};

/** The Region that signs requests for a service without Regions in the partition `aws`. */
export const ROUTE_53_REGION = 'us-east-1';

export function newHostedZone(
  { isPrivate = false, records = [], ...given }: HostedZoneSeed,
  { ids }: Making,
): HostedZoneRow {
  const Name = given.Name ?? 'example.com.';
  const zone = {
    Id: `/hostedzone/Z${ids.upper(20)}`,
    CallerReference: ids.uuid(),
    ...given,
    Name,
    Config: { PrivateZone: isPrivate },
  } as HostedZone;
  return { zone, records: [...recordsOfEveryZone(Name), ...records] };
}

/** "Route 53 automatically creates a name server (NS) record and a start of authority (SOA) record for the zone." */
function recordsOfEveryZone(Name: string): readonly ResourceRecordSet[] {
  const server = 'ns-1.awsdns-01.org.';
  return [
    { Name, Type: 'NS', TTL: 172_800, ResourceRecords: [{ Value: server }] },
    {
      Name,
      Type: 'SOA',
      TTL: 900,
      ResourceRecords: [{ Value: `${server} hostmaster.example.com. 1 7200 900 1 86400` }],
    },
  ];
}
