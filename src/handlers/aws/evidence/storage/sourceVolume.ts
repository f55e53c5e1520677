import type { Finding } from '../../../../core/common/finding.ts';
import type { Resource } from '../../../../core/resource/resource.ts';
import { findOfEach } from '../../../contract/collecting.ts';
import type { EvidenceSource } from '../../../contract/handler.ts';
import { permissionsOf } from '../../calls/call.ts';
import { ec2 } from '../../calls/ec2.ts';
import { type SnapshotResource, VOLUME_GONE, volumeAlias } from '../../resources/snapshot.ts';
import { ownPlace, provenReader } from '../../wire/places.ts';
import { type ById, readById } from '../../wire/readById.ts';
import { list, pages } from '../../wire/reading.ts';
import type { CallScope } from '../../wire/target.ts';

type Candidate = Resource & Pick<SnapshotResource, 'volumeId'>;

/** From so many volumes on, one listing tells the living ones with fewer calls than a read of each. */
const LISTED_FROM = 20;
/** The listing is read once for so many snapshots. */
const SNAPSHOTS_AT_ONCE = 10_000;

/**
 * Is the volume gone that a snapshot was made of? A listing shows only that it exists; "not found" for its id shows that it is
 * gone (law 2), unless it lies in the Recycle Bin, where EC2 does not find it either and from where it comes back with its id:
 * https://docs.aws.amazon.com/ebs/latest/userguide/recycle-bin-working-with-volumes.html. Nor does EC2 find a volume that
 * lives elsewhere, in a Storage Gateway, of which it lists the backups: so the record counts which volumes it ever knew.
 */
export const sourceVolume: EvidenceSource = {
  name: 'sourceVolume',
  summary:
    'The volume that the snapshot was made of, read by its id: it exists, lies in the Recycle Bin, or EC2 says that it does not exist. Only for entries with the rule `volumeGone`.',
  permissions: permissionsOf(ec2.describeVolumes, ec2.listVolumesInRecycleBin),
  per: 'resource',
  candidatesAtOnce: SNAPSHOTS_AT_ONCE,
  findsExistence: true,
  places: (scope) => (scope.rules?.includes(VOLUME_GONE) ? ownPlace(scope) : []),
  async read(place, scope, candidates, io) {
    const target = await provenReader(place, scope, io);
    const all = candidates as readonly Candidate[];
    const volumes = new Volumes(target, new Set(all.flatMap(({ volumeId }) => volumeId ?? [])));
    return findOfEach(all, async ({ volumeId }) =>
      volumeId === undefined ? [] : [{ alias: volumeAlias(volumeId), ...(await volumes.find(volumeId)) }],
    );
  },
};

type Answer = Omit<Finding, 'alias'>;

/** What EC2 says about volumes, each asked about once. */
class Volumes {
  readonly #target: CallScope;
  readonly #isMany: boolean;
  readonly #answers = new Map<string, Answer>();
  #living: Promise<ReadonlySet<string | undefined>> | undefined;
  #binned: Promise<ReadonlySet<string | undefined>> | undefined;

  constructor(target: CallScope, ids: ReadonlySet<string>) {
    this.#target = target;
    this.#isMany = ids.size >= LISTED_FROM;
  }

  /** @throws ReadError */
  async find(id: string): Promise<Answer> {
    const answer = this.#answers.get(id) ?? (await this.#ask(id));
    this.#answers.set(id, answer);
    return answer;
  }

  async #ask(id: string): Promise<Answer> {
    const exists = { says: 'exists', by: `volume ${id}, which it was made of` } as const;
    if (this.#isMany && (await this.#listed()).has(id)) return exists;
    // One at a time: many are gone, and EC2 would refuse a larger call for each of them.
    const read = (await readById(this.#target, EXISTENCE, [id])).get(id);
    if (read?.kind === 'found') return exists;
    if (read?.kind !== 'gone') {
      const why = read?.why ?? 'the answer did not name it';
      return { says: 'unknown', by: `it is unknown whether volume ${id} is gone: ${why}` };
    }
    if ((await this.#inBin()).has(id)) return exists;
    return { says: 'gone', by: `volume ${id}`, byId: id };
  }

  #listed(): Promise<ReadonlySet<string | undefined>> {
    this.#living ??= idsIn(pages(this.#target, ec2.describeVolumes, 'reading volumes'));
    return this.#living;
  }

  #inBin(): Promise<ReadonlySet<string | undefined>> {
    const what = 'reading volumes in the Recycle Bin';
    this.#binned ??= idsIn(pages(this.#target, ec2.listVolumesInRecycleBin, what));
    return this.#binned;
  }
}

async function idsIn(pages: AsyncIterable<readonly Volume[]>): Promise<ReadonlySet<string | undefined>> {
  const ids = new Set<string | undefined>();
  for await (const page of pages) for (const { VolumeId } of page) ids.add(VolumeId);
  return ids;
}

interface Volume {
  readonly VolumeId?: string | undefined;
}

/** Reads only whether the volume exists; one that EC2 still shows as deleted exists until it does not. */
const EXISTENCE: ById<Volume, true> = {
  api: ec2.describeVolumes.api,
  noun: 'volume',
  idOf: ({ VolumeId }) => VolumeId,
  fetch: (target, ids) =>
    list(target, ec2.describeVolumes, 'reading volumes', { VolumeIds: [...ids], IncludeManagedResources: true }),
  toRead: () => ({ kind: 'found', resource: true }),
};
