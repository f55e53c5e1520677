import { AwsError } from '../../collections/errors.ts';
import { plain, rowsOf } from '../../store/listing.ts';
import { type Ec2Handlers, ids, listing } from './common.ts';

/**
 * "Specify a value between 1 and 1000. The default value is 1000", of both fleets' descriptions:
 * https://metacpan.org/release/JLMARTIN/Paws-0.15/view/lib/Paws/EC2/DescribeSpotFleetRequests.pm (AWS's own words,
 * which later pages replace by a link).
 */
const FLEET_PAGES = { min: 1, max: 1000, otherwise: 1000 };

export const fleets: Ec2Handlers = {
  /**
   * "If a fleet is of type instant, you must specify the fleet ID, otherwise it does not appear in the response."
   * https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeFleets.html, Filters: there states are written
   * with hyphens, in answers with underscores.
   */
  DescribeFleets: listing(plain(rowsOf('fleets')), {
    answer: 'Fleets',
    named: ids('FleetIds', { notFound: notFound('InvalidFleetId.NotFound') }),
    where:
      ({ FleetIds }) =>
      ({ Type }) =>
        (FleetIds?.length ?? 0) > 0 || Type !== 'instant',
    pages: FLEET_PAGES,
    tags: true,
    filters: ['replace-unhealthy-instances', 'type'],
    special: {
      'activity-status': ({ ActivityStatus }) => ActivityStatus?.replaceAll('_', '-'),
      'excess-capacity-termination-policy': (fleet) => fleet.ExcessCapacityTerminationPolicy === 'termination',
      'fleet-state': ({ FleetState }) => FleetState?.replaceAll('_', '-'),
    },
  }),

  /** https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeSpotInstanceRequests.html, Filters. */
  DescribeSpotInstanceRequests: listing(plain(rowsOf('spotInstanceRequests')), {
    answer: 'SpotInstanceRequests',
    named: ids('SpotInstanceRequestIds', {
      notFound: notFound('InvalidSpotInstanceRequestID.NotFound'),
      withoutPages: 'spotInstanceRequestIdsSet',
    }),
    tags: true,
    filters: [
      'create-time',
      'instance-id',
      'launched-availability-zone',
      'product-description',
      'spot-instance-request-id',
      'spot-price',
      'state',
      'type',
    ],
    special: {
      'launch.image-id': ({ LaunchSpecification }) => LaunchSpecification?.ImageId,
      'launch.instance-type': ({ LaunchSpecification }) => LaunchSpecification?.InstanceType,
      'status-code': ({ Status }) => Status?.Code,
    },
  }),

  /** It has no filters. */
  DescribeSpotFleetRequests: listing(plain(rowsOf('spotFleetRequests')), {
    answer: 'SpotFleetRequestConfigs',
    named: ids('SpotFleetRequestIds', { notFound: notFound('InvalidSpotFleetRequestId.NotFound') }),
    pages: FLEET_PAGES,
  }),
};

function notFound(code: string) {
  return ([missing]: readonly string[]) => new AwsError(code, `The request '${missing}' does not exist`);
}
