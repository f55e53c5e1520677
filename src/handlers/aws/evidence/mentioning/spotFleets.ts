import { ec2 } from '../../calls/ec2.ts';
import { FLEET_IS_OVER } from '../launches/spotRequests.ts';
import { lists } from '../listings/listing.ts';
import { listingSource } from '../listings/listingSource.ts';

/** What such a fleet launches is read with its launch specifications; these get its next instances. */
export const spotFleets = listingSource({
  name: 'spotFleets',
  users: 'Spot fleet requests that may still launch, by what their instances are registered with and attached to',
  called: 'spot fleet requests',
  names: ['loadBalancer', 'networkInterface', 'targetGroup'],
  reads: lists(ec2.describeSpotFleetRequests, {
    unless: ({ SpotFleetRequestState: state = '' }) => FLEET_IS_OVER.has(state),
    user: ({ SpotFleetRequestId: id, SpotFleetRequestState: state }) =>
      `spot fleet request ${id} (${state ?? 'state not known'})`,
  }),
});
