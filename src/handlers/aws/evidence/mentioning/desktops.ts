/** AppStream: stopped ones have no network interface, and start with their groups. */
import { appStream } from '../../calls/appStream.ts';
import { lists } from '../listings/listing.ts';
import { listingSource } from '../listings/listingSource.ts';

export const streamingFleets = listingSource({
  name: 'streamingFleets',
  users: 'Fleets of AppStream, also stopped ones',
  called: 'AppStream fleets',
  names: ['securityGroup', 'vpcEndpoint'],
  reads: lists(appStream.describeFleets, {
    user: ({ Name, State }) => `AppStream fleet ${Name ?? 'without name'} (${State ?? 'not known'})`,
  }),
});

export const streamingImageBuilders = listingSource({
  name: 'streamingImageBuilders',
  users: 'Image builders of AppStream, also stopped ones',
  called: 'AppStream image builders',
  names: ['securityGroup', 'vpcEndpoint'],
  reads: lists(appStream.describeImageBuilders, {
    user: ({ Name, State }) => `AppStream image builder ${Name ?? 'without name'} (${State ?? 'not known'})`,
  }),
});

export const appBlockBuilders = listingSource({
  name: 'appBlockBuilders',
  users: 'App block builders of AppStream, also stopped ones',
  called: 'AppStream app block builders',
  names: ['securityGroup', 'vpcEndpoint'],
  reads: lists(appStream.describeAppBlockBuilders, {
    user: ({ Name, State }) => `AppStream app block builder ${Name ?? 'without name'} (${State ?? 'not known'})`,
  }),
});
