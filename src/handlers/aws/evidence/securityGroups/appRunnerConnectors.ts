import { appRunner } from '../../calls/appRunner.ts';
import { everyAccount } from '../../wire/places.ts';
import { plainSource } from '../plainSource.ts';
import { groupsNamed } from './namedGroups.ts';

/** A connector has network interfaces only while a service uses it; the next service takes its groups. */
export const appRunnerConnectors = plainSource({
  name: 'appRunnerConnectors',
  summary: 'VPC connectors of App Runner in every revision that is active, in every account, by their security groups.',
  places: everyAccount,
  reads: appRunner.listVpcConnectors,
  what: 'reading the security groups of VPC connectors',
  find: ({ VpcConnectorName: name, VpcConnectorRevision: revision, Status: status, SecurityGroups }) =>
    status === 'INACTIVE'
      ? []
      : groupsNamed(SecurityGroups, `VPC connector ${name ?? 'without name'} (revision ${revision ?? 'not known'})`),
});
