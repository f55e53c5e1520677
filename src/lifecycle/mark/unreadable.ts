import { pluralize } from '../../core/common/pluralize.ts';
import type { Namespace } from '../../core/resource/namespace.ts';
import { visible } from '../../core/text/visible.ts';

/** How many are named in a pass's problem; the others are counted. */
const NAMED = 3;

/** The unreadable marks, for the problem of a pass. `undefined`: all are readable. @param unreadable id → why */
export function describeUnreadable(namespace: Namespace, unreadable: ReadonlyMap<string, string>): string | undefined {
  if (unreadable.size === 0) return undefined;
  const names = [...unreadable.keys()].slice(0, NAMED).map(visible);
  const more = unreadable.size > NAMED ? ` and ${unreadable.size - NAMED} more` : '';
  const what = pluralize(unreadable.size, 'stored mark cannot be read', 'stored marks cannot be read');
  return `${what} (${names.join(', ')}${more}): Holystone decides nothing about them; see \`holystone repair ${namespace}\``;
}
