import * as module from '@aws-sdk/client-route-53';
import { AwsError } from '../collections/errors.ts';
import { page } from '../collections/paging.ts';
import { type HostedZoneRow, newHostedZone, ROUTE_53_REGION } from '../seeds/hostedZoneSeeds.ts';
import { answered } from '../store/answers.ts';
import type { Call } from '../store/call.ts';
import { listingsOf, numbered } from '../store/listing.ts';
import type { Region } from '../store/store.ts';
import { type Service, service } from '../wire/service.ts';

/** "MaxItems … up to 100" zones: API_ListHostedZones; "up to 300 resource record sets": API_ListResourceRecordSets. */
const [MOST_ZONES, MOST_RECORDS] = [100, 300];

/** "MaxResults … up to 100": API_ListQueryLoggingConfigs */
const queryLogs = listingsOf({
  size: 'MaxResults',
  token: 'NextToken',
  badToken: 'InvalidInput',
  limits: { min: 1, max: 100, otherwise: 100 },
});

/** Zones and records of an account. https://docs.aws.amazon.com/Route53/latest/APIReference/API_Operations_Amazon_Route_53.html */
export function route53(): Service {
  return service(
    module,
    module.Route53Client,
  )({
    ListHostedZones({ Marker, MaxItems = MOST_ZONES }, call) {
      const limit = Math.min(MaxItems, MOST_ZONES);
      const rows = accountOf(call).hostedZones.view();
      const scope = `ListHostedZones ${call.account.id}`;
      const found = page(rows, { limit, token: Marker, scope, badToken: 'NoSuchHostedZone' });
      const more = found.nextToken === undefined ? {} : { NextMarker: found.nextToken };
      const HostedZones = found.rows.map(({ value }) => value.zone);
      return {
        HostedZones,
        Marker: Marker ?? '',
        IsTruncated: found.nextToken !== undefined,
        MaxItems: limit,
        ...more,
      };
    },

    ListQueryLoggingConfigs: queryLogs(answered(), { answer: 'QueryLoggingConfigs' }),

    /** "ResourceRecordSets … sorted by DNS name"; the next page begins at the record that the answer names. */
    ListResourceRecordSets(input, call) {
      const { HostedZoneId = '', MaxItems = MOST_RECORDS, StartRecordName, StartRecordType } = input;
      const { records } = zoneOf(HostedZoneId, call);
      const starts = ({ Name, Type, SetIdentifier }: module.ResourceRecordSet) =>
        Name === StartRecordName &&
        (StartRecordType === undefined || Type === StartRecordType) &&
        (input.StartRecordIdentifier === undefined || SetIdentifier === input.StartRecordIdentifier);
      const from = StartRecordName === undefined ? 0 : Math.max(0, records.findIndex(starts));
      const limit = Math.min(MaxItems, MOST_RECORDS);
      const chosen = numbered(records.slice(from));
      const { rows } = page(chosen, { limit, scope: 'ListResourceRecordSets', badToken: 'InvalidInput' });
      const next = records[from + rows.length];
      return {
        ResourceRecordSets: rows.map(({ value }) => value),
        IsTruncated: next !== undefined,
        MaxItems: limit,
        ...(next && {
          NextRecordName: next.Name,
          NextRecordType: next.Type,
          NextRecordIdentifier: next.SetIdentifier,
        }),
      };
    },

    CreateHostedZone({ Name, CallerReference, HostedZoneConfig }, call) {
      const row = newHostedZone({ Name, CallerReference, isPrivate: HostedZoneConfig?.PrivateZone ?? false }, call);
      accountOf(call).hostedZones.put(row.zone.Id ?? '', row);
      const ChangeInfo = changed(call);
      return { HostedZone: row.zone, ChangeInfo, DelegationSet: { NameServers: [] }, Location: row.zone.Id };
    },

    /** Only CREATE. */
    ChangeResourceRecordSets({ HostedZoneId = '', ChangeBatch }, call) {
      const row = zoneOf(HostedZoneId, call);
      const added = (ChangeBatch?.Changes ?? []).flatMap(({ Action, ResourceRecordSet }) => {
        if (Action !== 'CREATE') throw new AwsError('InvalidInput', `${Action} is not played by this sandbox`);
        return ResourceRecordSet ?? [];
      });
      accountOf(call).hostedZones.put(row.zone.Id ?? '', { ...row, records: [...row.records, ...added] });
      return { ChangeInfo: changed(call) };
    },
  });
}

function accountOf({ store, account }: Call): Region {
  return store.region(account.id, ROUTE_53_REGION);
}

/** The SDK sends the id without its prefix. */
function zoneOf(id: string, call: Call): HostedZoneRow {
  const found = accountOf(call)
    .hostedZones.view()
    .find(({ key }) => key === `/hostedzone/${id}`);
  if (found) return found.value;
  throw new AwsError('NoSuchHostedZone', `No hosted zone found with ID: ${id}`, 404);
}

function changed({ ids, now }: Call): module.ChangeInfo {
  return { Id: `/change/C${ids.upper(20)}`, Status: 'INSYNC', SubmittedAt: now };
}
