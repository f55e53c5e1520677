import type { Finding } from '../../../../core/common/finding.ts';
import type { Resource } from '../../../../core/resource/resource.ts';
import { findOfEach } from '../../../contract/collecting.ts';
import type { EvidenceSource } from '../../../contract/handler.ts';
import { permissionsOf } from '../../calls/call.ts';
import { ec2 } from '../../calls/ec2.ts';
import { EVERY_IMAGE } from '../../resources/image.ts';
import type { SnapshotResource } from '../../resources/snapshot.ts';
import { ownPlace, provenReader } from '../../wire/places.ts';
import { type ById, readById } from '../../wire/readById.ts';
import { list } from '../../wire/reading.ts';

type Candidate = Resource & Pick<SnapshotResource, 'backedImage'>;

/**
 * Checks whether the image that a snapshot was made for is gone: by its id, because a listing cannot prove absence (law
 * 2).
 */
export const backedImage: EvidenceSource = {
  name: 'backedImage',
  summary: 'The image that the snapshot was made for, read by its id: it exists, or AWS confirms that it does not.',
  permissions: permissionsOf(ec2.describeImages),
  per: 'resource',
  places: ownPlace,
  async read(place, scope, candidates, io) {
    const target = await provenReader(place, scope, io);
    const findings = new Map<string, Omit<Finding, 'alias'>>();
    return findOfEach(candidates as readonly Candidate[], async ({ id, backedImage: byId }) => {
      if (byId === undefined) return [];
      // One at a time: most images are gone, and AWS would refuse a larger call for each of them.
      const found = findings.get(byId) ?? saidOf(byId, (await readById(target, EXISTENCE, [byId])).get(byId));
      findings.set(byId, found);
      return [{ alias: id, ...found }];
    });
  },
};

/** Reads only whether the image exists. */
const EXISTENCE: ById<{ readonly ImageId?: string | undefined; readonly State?: string | undefined }, true> = {
  api: ec2.describeImages.api,
  noun: 'image',
  idOf: ({ ImageId }) => ImageId,
  fetch: (target, ids) => list(target, ec2.describeImages, 'reading images', { ImageIds: [...ids], ...EVERY_IMAGE }),
  toRead: (_target, _id, { State }) =>
    State === 'deregistered' ? { kind: 'gone' } : { kind: 'found', resource: true },
};

type Existence = Awaited<ReturnType<typeof readById<unknown, true>>> extends ReadonlyMap<string, infer R> ? R : never;

function saidOf(imageId: string, read: Existence | undefined): Omit<Finding, 'alias'> {
  switch (read?.kind) {
    case 'gone':
      return { says: 'gone', by: `image ${imageId}`, byId: imageId };
    case 'found':
      return { says: 'used', by: `image ${imageId}, which it was made for`, byId: imageId };
    default:
      return {
        says: 'unknown',
        by: `it is unknown whether image ${imageId} is gone: ${read?.why ?? 'the answer did not name it'}`,
      };
  }
}
