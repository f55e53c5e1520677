import type { Finding } from '../../../core/common/finding.ts';
import type { Resource } from '../../../core/resource/resource.ts';
import { findOfEach } from '../../contract/collecting.ts';
import type { EvidenceSource } from '../../contract/handler.ts';
import { type Call, permissionsOf } from '../calls/call.ts';
import { ownPlace, provenReader } from '../wire/places.ts';
import { saysNotFound } from '../wire/readError.ts';
import type { CallScope } from '../wire/target.ts';

/** A finding about one candidate. It need not say which. */
export type FindingOfOne = Omit<Finding, 'alias'>;

/** What a read finds about one candidate. @throws ReadError; one that says "not found" makes the candidate unknown */
type Find<C extends Resource> = (candidate: C) => Promise<readonly FindingOfOne[]>;

interface Each<C extends Resource> extends Pick<EvidenceSource, 'name' | 'summary'> {
  readonly calls: readonly Call[];
  /** Runs once for each read: what it remembers, it remembers for all candidates of the read. */
  reading(target: CallScope): Find<C>;
}

/** A source that asks about one candidate after the other, in the candidate's own place. */
export function eachSource<C extends Resource>({ calls, reading, ...described }: Each<C>): EvidenceSource {
  return {
    ...described,
    permissions: permissionsOf(...calls),
    per: 'resource',
    places: ownPlace,
    async read(place, scope, candidates, io) {
      const find = reading(await provenReader(place, scope, io));
      return findOfEach(candidates as readonly C[], async (candidate) => {
        const [alias = candidate.id] = candidate.aliases;
        const found = await find(candidate).catch(vanished);
        return found.map((finding) => ({ alias, ...finding }));
      });
    },
  };
}

/** A candidate that vanishes after it was listed is unknown, and hides nothing about the others. */
function vanished(error: unknown): readonly FindingOfOne[] {
  if (!saysNotFound(error)) throw error;
  return [{ says: 'unknown', by: 'it vanished while it was being read' }];
}
