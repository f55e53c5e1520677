/** Glue as a user of security groups: a job gives them to the interfaces that it makes while it runs. */
import { glue } from '../../calls/glue.ts';
import { everyAccount } from '../../wire/places.ts';
import { plainSource } from '../plainSource.ts';
import { groupsNamed } from './namedGroups.ts';

/** Its passwords stay with AWS, and nothing but its name and its groups goes into a finding. */
export const glueConnections = plainSource({
  name: 'glueConnections',
  summary: 'Connections of Glue, in every account, by the security groups of their network.',
  places: everyAccount,
  reads: glue.getConnections,
  what: 'reading the security groups of Glue connections',
  find: ({ Name, PhysicalConnectionRequirements }) =>
    groupsNamed(PhysicalConnectionRequirements?.SecurityGroupIdList, `Glue connection ${Name ?? 'without name'}`),
});

export const glueDevEndpoints = plainSource({
  name: 'glueDevEndpoints',
  summary: 'Development endpoints of Glue, in every account, by their security groups.',
  places: everyAccount,
  reads: glue.getDevEndpoints,
  what: 'reading the security groups of Glue development endpoints',
  find: ({ EndpointName, SecurityGroupIds }) =>
    groupsNamed(SecurityGroupIds, `Glue development endpoint ${EndpointName ?? 'without name'}`),
});
