import type { Mark } from '../../../core/mark/mark.ts';
import type { OperatorDeps } from '../../app/deps.ts';
import type { NamespaceState } from '../api/namespaceState.ts';

/** More marks than these are not read for a page. */
export const FEW_MARKS = 5_000;
const MARKS_PER_READ = 500;

/** Every mark of these namespaces; only for a caller that knows there are few. */
export async function* eachMark(
  { marks }: Pick<OperatorDeps, 'marks'>,
  namespaces: readonly NamespaceState[],
): AsyncGenerator<Mark> {
  for (const { configuration, counts } of namespaces) {
    if (counts.marked === 0) continue;
    let cursor: string | undefined;
    do {
      const page = await marks.page(configuration.namespace, cursor, MARKS_PER_READ);
      yield* page.marks;
      cursor = page.next;
    } while (cursor !== undefined);
  }
}
