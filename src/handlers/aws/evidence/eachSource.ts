import type { Finding } from '../../../core/common/finding.ts';
import { ownAlias, type Resource } from '../../../core/resource/resource.ts';
import { findOfEach } from '../../contract/collecting.ts';
import type { EvidenceSource } from '../../contract/handler.ts';
import { type Call, permissionsOf } from '../calls/call.ts';
import { ownPlace, provenReader } from '../wire/places.ts';
import { saysNotFound } from '../wire/readError.ts';
import type { CallScope } from '../wire/target.ts';

/** A finding about one candidate, without its `alias`. */
export type FindingOfOne = Omit<Finding, 'alias'>;

/** Finds the users of one candidate. @throws ReadError; "not found" makes the candidate unknown */
type Find<C extends Resource> = (candidate: C) => Promise<readonly FindingOfOne[]>;

interface Each<C extends Resource> extends Pick<EvidenceSource, 'name' | 'summary'> {
  readonly calls: readonly Call[];
  /** Runs once for each read: its state lasts for all candidates of that read. */
  reading(target: CallScope): Find<C>;
}

/** A source that reads one candidate after the other, in the candidate's own place. */
export function eachSource<C extends Resource>({ calls, reading, ...described }: Each<C>): EvidenceSource {
  return {
    ...described,
    permissions: permissionsOf(...calls),
    per: 'resource',
    places: ownPlace,
    async read(place, scope, candidates, io) {
      const find = reading(await provenReader(place, scope, io));
      return findOfEach(candidates as readonly C[], async (candidate) => {
        const alias = ownAlias(candidate);
        const found = await find(candidate).catch(vanished);
        return found.map((finding) => ({ alias, ...finding }));
      });
    },
  };
}

/** A candidate that vanishes after the listing is unknown, and does not affect the others. */
function vanished(error: unknown): readonly FindingOfOne[] {
  if (!saysNotFound(error)) throw error;
  return [{ says: 'unknown', by: 'it vanished while it was being read' }];
}
