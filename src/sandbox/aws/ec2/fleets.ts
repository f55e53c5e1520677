import type { FleetData, SpotInstanceRequest } from '@aws-sdk/client-ec2';
import { AwsError } from '../errors.ts';
import { ec2Filter, type FilterTable } from '../filters.ts';
import type { Row } from '../table.ts';
import { type Ec2Handlers, ec2Page, LARGE_PAGES, nextToken, refuseIdsWithPages } from './common.ts';

/**
 * "Specify a value between 1 and 1000. The default value is 1000", of both fleets' descriptions:
 * https://metacpan.org/release/JLMARTIN/Paws-0.15/view/lib/Paws/EC2/DescribeSpotFleetRequests.pm (AWS's own words,
 * which later pages replace by a link).
 */
const FLEET_PAGES = { min: 1, max: 1000, otherwise: 1000 };

/**
 * https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeFleets.html, Filters: there states are written with
 * hyphens, in answers with underscores.
 */
const FLEET_FILTERS: FilterTable<FleetData> = {
  'activity-status': ({ ActivityStatus }) => ActivityStatus?.replaceAll('_', '-'),
  'excess-capacity-termination-policy': (fleet) => fleet.ExcessCapacityTerminationPolicy === 'termination',
  'fleet-state': ({ FleetState }) => FleetState?.replaceAll('_', '-'),
  'replace-unhealthy-instances': ({ ReplaceUnhealthyInstances }) => ReplaceUnhealthyInstances,
  type: ({ Type }) => Type,
};

/** https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeSpotInstanceRequests.html, Filters. */
const SPOT_FILTERS: FilterTable<SpotInstanceRequest> = {
  'create-time': ({ CreateTime }) => CreateTime,
  'instance-id': ({ InstanceId }) => InstanceId,
  'launch.image-id': ({ LaunchSpecification }) => LaunchSpecification?.ImageId,
  'launch.instance-type': ({ LaunchSpecification }) => LaunchSpecification?.InstanceType,
  'launched-availability-zone': ({ LaunchedAvailabilityZone }) => LaunchedAvailabilityZone,
  'product-description': ({ ProductDescription }) => ProductDescription,
  'spot-instance-request-id': ({ SpotInstanceRequestId }) => SpotInstanceRequestId,
  'spot-price': ({ SpotPrice }) => SpotPrice,
  state: ({ State }) => State,
  'status-code': ({ Status }) => Status?.Code,
  type: ({ Type }) => Type,
};

export const fleets: Ec2Handlers = {
  /** "If a fleet is of type instant, you must specify the fleet ID, otherwise it does not appear in the response." */
  DescribeFleets(input, call) {
    const matches = ec2Filter(input.Filters, FLEET_FILTERS, ({ Tags }) => Tags);
    const { FleetIds: ids = [] } = input;
    const known = call.here.fleets.view();
    const asked = ids.length > 0 ? byIds(ids, known, 'InvalidFleetId.NotFound') : known.filter(isNotInstant);
    const page = ec2Page(asked, input, `DescribeFleets ${call.account.id}`, FLEET_PAGES, ({ value }) => matches(value));
    return { Fleets: page.rows.map(({ value }) => value), ...nextToken(page) };
  },

  DescribeSpotInstanceRequests(input, call) {
    refuseIdsWithPages(input.SpotInstanceRequestIds, input, 'spotInstanceRequestIdsSet');
    const matches = ec2Filter(input.Filters, SPOT_FILTERS, ({ Tags }) => Tags);
    const { SpotInstanceRequestIds: ids = [] } = input;
    const known = call.here.spotInstanceRequests.view();
    const asked = ids.length > 0 ? byIds(ids, known, 'InvalidSpotInstanceRequestID.NotFound') : known;
    const scope = `DescribeSpotInstanceRequests ${call.account.id}`;
    const page = ec2Page(asked, input, scope, LARGE_PAGES, ({ value }) => matches(value));
    return { SpotInstanceRequests: page.rows.map(({ value }) => value), ...nextToken(page) };
  },

  /** It has no filters. */
  DescribeSpotFleetRequests(input, call) {
    const { SpotFleetRequestIds: ids = [] } = input;
    const known = call.here.spotFleetRequests.view();
    const asked = ids.length > 0 ? byIds(ids, known, 'InvalidSpotFleetRequestId.NotFound') : known;
    const page = ec2Page(asked, input, `DescribeSpotFleetRequests ${call.account.id}`, FLEET_PAGES);
    return { SpotFleetRequestConfigs: page.rows.map(({ value }) => value), ...nextToken(page) };
  },
};

function isNotInstant({ value }: Row<FleetData>): boolean {
  return value.Type !== 'instant';
}

function byIds<T>(ids: readonly string[], known: readonly Row<T>[], notFound: string): readonly Row<T>[] {
  const missing = ids.find((id) => !known.some(({ key }) => key === id));
  if (missing !== undefined) throw new AwsError(notFound, `The request '${missing}' does not exist`);
  return known.filter(({ key }) => ids.includes(key));
}
