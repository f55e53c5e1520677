/** The evidence of a verdict, for people: a line per source. */

import { formatAge } from '../../core/common/duration.ts';
import { pluralize } from '../../core/common/pluralize.ts';
import { visible } from '../../core/text/visible.ts';
import type { EvidenceRow } from '../../lifecycle/index.ts';

/**
 * `instances: 17 findings in test/us-east-1, 3 seconds ago; …`
 * @param now ms since the epoch
 */
export function evidenceLines(rows: readonly EvidenceRow[], now: number): readonly string[] {
  const bySource = new Map<string, string[]>();
  for (const { source, account, location, readAt, findings } of rows) {
    const found = pluralize(findings, 'finding');
    const line = `${found} in ${account}/${location}, ${formatAge(now - Date.parse(readAt))} ago`;
    bySource.set(source, [...(bySource.get(source) ?? []), line]);
  }
  return [...bySource].map(([source, parts]) => visible(`${source}: ${parts.join('; ')}`));
}
