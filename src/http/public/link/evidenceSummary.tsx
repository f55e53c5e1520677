/** The reads of the last complete survey of a namespace, for a person who decides about one of its resources. */

import type { ResourceSummary } from '../../../core/evaluation/nomination.ts';
import type { KnownUse } from '../../../core/evaluation/verdict.ts';
import type { Namespace } from '../../../core/resource/namespace.ts';
import type { Html } from '../../../core/text/html.ts';
import type { Catalogue } from '../../../notify/texts/common/catalogue.ts';
import type { PublicDeps } from '../../app/deps.ts';
import { timeTag } from '../../page/dates.tsx';

/** The evidence of the last survey of the namespace, in a few figures for the owner. */
export interface EvidenceSummary {
  /** Start of the oldest read, ms since the epoch. */
  readonly at: number;
  /** By name: the number of places read, and the number of findings about any resource. */
  readonly sources: readonly { readonly name: string; readonly places: number; readonly findings: number }[];
}

/** `undefined`: no complete survey is on record. Rejects with `StoreError`. */
export async function readEvidenceSummary({ passes }: Pick<PublicDeps, 'passes'>, namespace: Namespace) {
  const baseline = (await passes.get(namespace, 'mark'))?.baseline;
  if (baseline?.readAt === undefined) return undefined;
  const sources = new Map<string, { name: string; places: number; findings: number }>();
  for (const [read, findings] of Object.entries(baseline.findings)) {
    // `source@account/location`; no source has an @ in its name.
    const name = read.slice(0, read.indexOf('@'));
    const known = sources.get(name) ?? { name, places: 0, findings: 0 };
    sources.set(name, { name, places: known.places + 1, findings: known.findings + findings });
  }
  const found: EvidenceSummary = {
    at: baseline.readAt,
    sources: [...sources.values()].sort((a, b) => (a.name < b.name ? -1 : 1)),
  };
  return found;
}

/** A use equal to the creation time is no real use: creation stands in for resources without one. */
export function knownUse({ createdAt, lastUse }: Pick<ResourceSummary, 'createdAt' | 'lastUse'>): KnownUse | undefined {
  return lastUse?.at === createdAt && lastUse?.by === undefined ? undefined : lastUse;
}

interface EvidenceSummaryProps {
  readonly catalogue: Catalogue;
  readonly summary: EvidenceSummary;
  readonly timeZone: string;
}

/** Closed at first: it is long, and only for readers who doubt. */
export function EvidenceSummaryDetails({ catalogue, summary: { at, sources }, timeZone }: EvidenceSummaryProps): Html {
  const texts = catalogue.pages.resource;
  return (
    <details>
      <summary>
        {texts.evidenceRead(sources.length)} {timeTag(at, timeZone, catalogue)}
      </summary>
      <ul class="plain">
        {sources.map(({ name, places, findings }) => (
          <li>
            <span class="id" lang="en">
              {name}
            </span>
            : {texts.found(places, findings)}
          </li>
        ))}
      </ul>
    </details>
  );
}
