import { table } from './call.ts';
import { ROUTE_53 } from './rates.ts';

/** Every call to Route 53. */
export const route53 = table(
  {
    service: 'route53',
    load: async () => (await import('@aws-sdk/client-route-53')).Route53,
    prefix: 'route53',
    reads: ROUTE_53,
    writes: ROUTE_53,
    isGlobal: true,
  },
  {
    listHostedZones: {
      effect: 'reads',
      list: 'HostedZones',
      token: { sent: 'Marker', answered: 'NextMarker' },
      page: { MaxItems: 100 },
    },
    listQueryLoggingConfigs: {
      effect: 'reads',
      list: 'QueryLoggingConfigs',
      token: 'NextToken',
      page: { MaxResults: 100 },
    },
    /** Its next page begins at a record set, not at a token: see `recordSets.ts`. */
    listResourceRecordSets: {
      effect: 'reads',
      errors: { notFound: ['NoSuchHostedZone'] },
    },
  },
);
