import { z } from 'zod';
import type { Mark } from '../../../core/mark/mark.ts';
import { catalogueOf } from '../../../notify/texts/index.ts';
import { MarkCosts } from '../../app/costs.ts';
import type { OperatorDeps } from '../../app/deps.ts';
import type { App } from '../../app/validation.ts';
import type { NamespaceState } from '../api/namespaceState.ts';
import { eachMark, FEW_MARKS } from './fewMarks.ts';
import type { ReadFrame } from './frameState.ts';
import { OWNERS_SHOWN, type OwnerMarks, ownerRows, ownersPage } from './owners.tsx';
import { sendPage } from './sendPage.ts';

const Query = z.strictObject({
  q: z.string().max(500).default(''),
  from: z.coerce.number().int().min(0).default(0),
});

/** `GET owners`: from the marks where these are few enough to read for a page, else from the waiting messages alone. */
export function ownersRoute(app: App, deps: OperatorDeps, readFrame: ReadFrame): void {
  app.get('/owners', { schema: { querystring: Query } }, async (request, reply) => {
    const { q, from } = request.query;
    const state = await readFrame(request, './');
    const marked = state.namespaces.reduce((sum, { counts }) => sum + counts.marked, 0);
    const marks = marked <= FEW_MARKS ? await readMarks(deps, state.namespaces) : undefined;
    const costs = new MarkCosts(deps.workConfigurations());
    const catalogue = catalogueOf(state.frame.language);
    const owners = marks && byOwner(marks, (own) => costs.totalWords(own, catalogue));
    const unowned = marks?.filter((mark) => mark.unowned || mark.owner === undefined);
    const rows = ownerRows({ owners, waiting: state.waiting, q });
    const shown = rows.slice(from, from + OWNERS_SHOWN);
    const last = await deps.sentNotices.lastOf(shown.flatMap(({ owner }) => owner ?? []));
    return sendPage(
      reply,
      ownersPage({ ...state, q, from, rows, shown, last, areMarksRead: marks !== undefined, unowned }),
    );
  });
}

async function readMarks(deps: Pick<OperatorDeps, 'marks'>, namespaces: readonly NamespaceState[]) {
  const marks: Mark[] = [];
  for await (const mark of eachMark(deps, namespaces)) marks.push(mark);
  return marks;
}

function byOwner(
  marks: readonly Mark[],
  savingOf: (own: readonly Mark[]) => string | undefined,
): readonly OwnerMarks[] {
  const sums = new Map<string | undefined, Mark[]>();
  for (const mark of marks) {
    const own = sums.get(mark.owner);
    if (own) own.push(mark);
    else sums.set(mark.owner, [mark]);
  }
  return [...sums].map(([owner, own]) => ({
    owner,
    marked: own.length,
    notified: own.filter(({ notice }) => notice !== undefined).length,
    namespaces: [...new Set(own.map(({ namespace }) => namespace))],
    saving: savingOf(own),
  }));
}
