/** The observed time of a namespace with a keyed checksum: what a provider said makes a deletion come sooner. */
import type { PassRecord } from '../../core/policy/pass.ts';
import type { Seal, SealedPlace } from '../../core/resource/seal.ts';
import type { Watched } from '../../core/resource/watched.ts';

/** As it is stored. */
type SealedWatched = Watched & { readonly mac?: string };

/** The incarnation belongs to it: in a store that forgot something it proves nothing. */
const textOf = (watched: Watched, begunIn: string | undefined) => JSON.stringify([watched, begunIn ?? null]);
const placeOf = (namespace: string): SealedPlace => ['watched', namespace];

/** @returns the record as it is to be stored */
export function withSealedWatched(seal: Seal, record: PassRecord): PassRecord {
  const { watched, begunIn, namespace } = record;
  const mac = watched?.heard && seal.sign(placeOf(namespace), textOf(watched, begunIn));
  return watched && mac !== undefined ? { ...record, watched: { ...watched, mac } as SealedWatched } : record;
}

/** Without a valid checksum no provider said anything: the time since the pass counts as before that was asked. */
export function withOpenedWatched(seal: Seal, record: PassRecord): PassRecord {
  if (!record.watched) return record;
  const { mac, ...watched } = record.watched as SealedWatched;
  const check = seal.check(placeOf(record.namespace), textOf(watched, record.begunIn), mac);
  if (check === 'valid') return { ...record, watched };
  const { heard: _, ...unproven } = watched;
  return { ...record, watched: unproven };
}
