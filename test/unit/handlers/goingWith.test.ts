/** What AWS deletes with a resource is judged with it: whoever names that keeps the resource. */
import { expect, test } from '@jest/globals';
import { leftovers } from '../../../src/handlers/aws/evidence/clusters/leftovers.ts';
import { mentionedBy } from '../../../src/handlers/aws/evidence/mentioning/mentionedBy.ts';
import { templateUsers } from '../../../src/handlers/aws/evidence/mentioning/templateUsers.ts';
import { aws } from '../../../src/handlers/aws/provider.ts';
import { toInstance } from '../../../src/handlers/aws/resources/instance.ts';
import { ownPlace } from '../../../src/handlers/aws/wire/places.ts';
import type { EvidenceSource } from '../../../src/handlers/contract/handler.ts';

const evidenceOf = (type: string) => aws.handlers.find(({ resourceType }) => resourceType === type)?.evidence ?? [];

/** Why an instance does not read a source of what goes with it. */
const NOT_READ: Readonly<Record<string, string>> = {
  instances: 'the instance itself has the volume attached',
  interfaceAttachments: 'the instance itself has it attached; its safeguard ownAddresses keeps public addresses',
  lastAttached: 'the instance itself had it attached',
  routeTargets: 'the listing of route tables has each route to an instance or to its interface',
  volumeAttachments: 'goingVolumes reads who else has it attached',
  volumeInitialization: 'its image waits for the data of its volumes',
  volumeModifications: 'its image waits for the data of its volumes',
};

test.each(['networkInterface', 'volume'] as const)('Law 13 an instance reads all that finds users of a %s', (kind) => {
  const read = new Map(evidenceOf('instance').map((source) => [source.name, source.read]));
  const isMissing = ({ name }: EvidenceSource) => !read.has(name) && !(name in NOT_READ);
  // What a cluster left behind is a rule's question, and only an entry of the type itself can ask for less of templates.
  const ofType = new Set([...leftovers({}).evidence, ...templateUsers(ownPlace)].map(({ name }) => name));
  const listings = mentionedBy(kind);
  expect(listings.filter((row) => read.has(row.name) && read.get(row.name) !== row.read)).toEqual([]);
  const found = [...listings, ...evidenceOf(kind).filter(({ name }) => !ofType.has(name))];
  expect(found.filter(isMissing).map(({ name }) => name)).toEqual([]);
});

test('Law 13 an instance is known by its interfaces, and by the volumes that are deleted with it alone', () => {
  const volume = (VolumeId: string, DeleteOnTermination?: boolean) => ({ Ebs: { VolumeId, DeleteOnTermination } });
  const instance = toInstance({
    InstanceId: 'i-1',
    NetworkInterfaces: [{ NetworkInterfaceId: 'eni-1' }],
    BlockDeviceMappings: [volume('vol-1', true), volume('vol-2', false), volume('vol-3')],
  });
  expect(instance?.aliases).toEqual(['i-1', 'eni-1', 'vol-1']);
});
