/** Shows the marks of a survey outside Holystone: to other tools, and beside the resources. */
import type { Mark } from '../../core/mark/mark.ts';
import { announceMarks } from './announceMarks.ts';
import { markElsewhere } from './markElsewhere.ts';

/** @param marks as they are stored after the pass; read only for a type that shows them */
export async function showOutside(
  deps: Parameters<typeof markElsewhere>[0],
  context: Parameters<typeof markElsewhere>[1],
  surveyed: Parameters<typeof markElsewhere>[2],
  marks: () => Promise<readonly Mark[]>,
): Promise<void> {
  const { session } = surveyed;
  if (session.markElsewhere) await markElsewhere(deps, context, surveyed, await marks());
  if (session.announceMarks) await announceMarks(deps, context, surveyed, await marks());
}
