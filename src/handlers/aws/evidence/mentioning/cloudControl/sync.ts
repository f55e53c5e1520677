/** What copies files, read as types of Cloud Control. */
import { controlled } from '../../listings/controlled.ts';

/** A task makes its interfaces while it runs. */
export const syncAgents = controlled({
  name: 'syncAgents',
  type: 'AWS::DataSync::Agent',
  users: 'Agents of DataSync',
  user: 'DataSync agent',
  names: ['securityGroup', 'vpcEndpoint'],
  rights: ['datasync:DescribeAgent', 'datasync:ListAgents', 'datasync:ListTagsForResource'],
});

/** A task makes its interfaces while it runs. */
export const syncEfs = controlled({
  name: 'syncEfs',
  type: 'AWS::DataSync::LocationEFS',
  users: 'Locations of DataSync in EFS',
  user: 'DataSync location',
  names: ['fileSystem', 'securityGroup', 'vpcEndpoint'],
  rights: ['datasync:DescribeLocationEfs', 'datasync:ListLocations', 'datasync:ListTagsForResource'],
});

/** A task makes its interfaces while it runs. */
export const syncLustre = controlled({
  name: 'syncLustre',
  type: 'AWS::DataSync::LocationFSxLustre',
  users: 'Locations of DataSync in FSx for Lustre',
  user: 'DataSync location',
  names: ['securityGroup'],
  rights: ['datasync:DescribeLocationFsxLustre', 'datasync:ListLocations', 'datasync:ListTagsForResource'],
});

/** A task makes its interfaces while it runs. */
export const syncOntap = controlled({
  name: 'syncOntap',
  type: 'AWS::DataSync::LocationFSxONTAP',
  users: 'Locations of DataSync in FSx for ONTAP',
  user: 'DataSync location',
  names: ['securityGroup'],
  rights: ['datasync:DescribeLocationFsxOntap', 'datasync:ListLocations', 'datasync:ListTagsForResource'],
});

/** A task makes its interfaces while it runs. */
export const syncOpenZfs = controlled({
  name: 'syncOpenZfs',
  type: 'AWS::DataSync::LocationFSxOpenZFS',
  users: 'Locations of DataSync in FSx for OpenZFS',
  user: 'DataSync location',
  names: ['securityGroup'],
  rights: ['datasync:DescribeLocationFsxOpenZfs', 'datasync:ListLocations', 'datasync:ListTagsForResource'],
});

/** A task makes its interfaces while it runs. */
export const syncWindows = controlled({
  name: 'syncWindows',
  type: 'AWS::DataSync::LocationFSxWindows',
  users: 'Locations of DataSync in FSx for Windows',
  user: 'DataSync location',
  names: ['fileSystem', 'securityGroup'],
  rights: ['datasync:DescribeLocationFsxWindows', 'datasync:ListLocations', 'datasync:ListTagsForResource'],
});

/** Its folder may be of a file system, which the server reaches without a mount target: `/fs-0123456789abcdef0/home`. */
export const transferUsers = controlled({
  name: 'transferUsers',
  type: 'AWS::Transfer::User',
  users: 'Users of Transfer Family, by their folders',
  user: 'Transfer Family user',
  names: ['fileSystem'],
  under: { type: 'AWS::Transfer::Server' },
  model: (server) => ({ ServerId: server.split('/').at(-1) }),
  rights: [
    'transfer:DescribeServer',
    'transfer:DescribeUser',
    'transfer:ListServers',
    'transfer:ListTagsForResource',
    'transfer:ListUsers',
  ],
});
