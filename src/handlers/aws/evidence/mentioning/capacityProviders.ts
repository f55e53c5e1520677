import { ecs } from '../../calls/ecs.ts';
import { lists } from '../listings/listing.ts';
import { listingSource } from '../listings/listingSource.ts';

/** Asked without a cluster: the listing of a cluster leaves out providers that no cluster has yet. */
export const capacityProviders = listingSource({
  name: 'capacityProviders',
  users: 'Capacity providers of ECS that are not inactive, with or without a cluster',
  called: 'capacity providers of ECS',
  names: ['autoScalingGroup', 'securityGroup'],
  reads: lists(ecs.describeCapacityProviders, {
    unless: ({ status }) => status === 'INACTIVE',
    user: ({ name }) => `ECS capacity provider ${name}`,
  }),
});
