/** AppStream as a user of security groups: stopped ones have no network interface, and start with them. */
import { appStream } from '../../calls/appStream.ts';
import { everyAccount } from '../../wire/places.ts';
import { plainSource } from '../plainSource.ts';
import { groupsNamed } from './namedGroups.ts';

export const streamingFleets = plainSource({
  name: 'streamingFleets',
  summary: 'Fleets of AppStream, also stopped ones, in every account, by their security groups.',
  places: everyAccount,
  reads: appStream.describeFleets,
  what: 'reading the security groups of AppStream fleets',
  find: ({ Name, State, VpcConfig }) =>
    groupsNamed(VpcConfig?.SecurityGroupIds, `AppStream fleet ${Name ?? 'without name'} (${State ?? 'not known'})`),
});

export const streamingImageBuilders = plainSource({
  name: 'streamingImageBuilders',
  summary: 'Image builders of AppStream, also stopped ones, in every account, by their security groups.',
  places: everyAccount,
  reads: appStream.describeImageBuilders,
  what: 'reading the security groups of AppStream image builders',
  find: ({ Name, State, VpcConfig }) =>
    groupsNamed(
      VpcConfig?.SecurityGroupIds,
      `AppStream image builder ${Name ?? 'without name'} (${State ?? 'not known'})`,
    ),
});

export const appBlockBuilders = plainSource({
  name: 'appBlockBuilders',
  summary: 'App block builders of AppStream, also stopped ones, in every account, by their security groups.',
  places: everyAccount,
  reads: appStream.describeAppBlockBuilders,
  what: 'reading the security groups of AppStream app block builders',
  find: ({ Name, State, VpcConfig }) =>
    groupsNamed(
      VpcConfig?.SecurityGroupIds,
      `AppStream app block builder ${Name ?? 'without name'} (${State ?? 'not known'})`,
    ),
});
