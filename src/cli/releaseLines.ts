import { pluralize } from '../core/common/pluralize.ts';
import { QUARANTINE_TAG } from '../core/mark/quarantine.ts';
import type { Namespace } from '../core/resource/namespace.ts';
import type { Resource } from '../core/resource/resource.ts';
import { visible } from '../core/text/visible.ts';

/** The resources that `holystone release NAMESPACE` found, and the result. */
export interface Released {
  readonly namespace: Namespace;
  readonly found: readonly Resource[];
  /** Ids that are out of quarantine now. */
  readonly out: readonly string[];
  /** Why nothing may be written there. */
  readonly refusal: string | undefined;
}

/** One line per resource and one that sums up; or one JSON document. */
export function releasedLines(
  released: Released,
  { yes, format }: { readonly yes: boolean; readonly format: 'json' | 'table' },
): readonly string[] {
  const { namespace, found, out, refusal } = released;
  const rows = found.map(({ id, name, tags }) => ({
    id,
    name,
    since: tags[QUARANTINE_TAG],
    released: out.includes(id),
  }));
  if (format === 'json') return [JSON.stringify({ namespace, resources: rows, refusal: refusal ?? null })];
  const lines = rows.map(
    ({ id, name, since, released: isOut }) => `${id}  since ${since}  ${name}${isOut ? '  released' : ''}`,
  );
  return [...lines, summary(released, yes)].map((line) => visible(line).trimEnd());
}

function summary({ namespace, found, out, refusal }: Released, yes: boolean): string {
  if (found.length === 0) return `No resource is in quarantine in ${namespace}.`;
  const those = pluralize(found.length, 'resource');
  if (refusal !== undefined) {
    return `Holystone writes nothing there, because ${refusal}. Release them by hand, as docs/restore.md describes.`;
  }
  if (!yes) return `Nothing changed; --yes releases ${those} from quarantine.`;
  if (out.length === found.length) return `${those} released.`;
  return `${out.length} of ${those} released; the errors above explain the rest. Run it again.`;
}
