import { ReadError } from '../../../../core/common/errors.ts';
import type { EvidenceSource } from '../../../contract/handler.ts';
import { permissionsOf } from '../../calls/call.ts';
import { iam } from '../../calls/iam.ts';
import { everyAccountOnce, provenReader } from '../../wire/places.ts';
import { pages } from '../../wire/reading.ts';

/** Services whose replication settings name groups for their next server, by the path of the role without which none works. */
const SERVICES: readonly (readonly [path: string, service: string])[] = [
  ['/aws-service-role/drs.', 'Elastic Disaster Recovery'],
  ['/aws-service-role/mgn.', 'Application Migration Service'],
];

const WHAT = 'reading the service-linked roles';

/**
 * Nothing here reads the settings themselves (docs/adr/0123-a-service-that-nobody-set-up.md). "You can delete a service-linked role only
 * after first deleting their related resources": https://docs.aws.amazon.com/drs/latest/userguide/using-service-linked-roles.html and
 * https://docs.aws.amazon.com/mgn/latest/ug/using-service-linked-roles.html. So without the role there are no settings.
 */
export const replicationSettings: EvidenceSource = {
  name: 'replicationSettings',
  summary:
    'Whether Elastic Disaster Recovery or Application Migration Service was ever set up, by its service-linked role: the groups in its settings cannot be read, so that everything is unknown then.',
  permissions: permissionsOf(iam.listRoles),
  per: 'location',
  places: everyAccountOnce,
  async read(place, scope, _candidates, io) {
    const target = await provenReader(place, scope, io);
    const found = new Set<string>();
    for await (const page of pages(target, iam.listRoles, WHAT, { PathPrefix: '/aws-service-role/' })) {
      for (const { Path = '' } of page) {
        for (const [path, service] of SERVICES) if (Path.startsWith(path)) found.add(service);
      }
    }
    if (found.size === 0) return [];
    const why = `${[...found].toSorted().join(' and ')} is set up in account ${place.account}, and the groups in its replication settings cannot be read`;
    throw new ReadError(
      `${why}; keep those groups, then leave this kind out with evidence.off: [replicationSettings]`,
      {
        problem: 'failed',
      },
    );
  },
};
