import { z } from 'zod';
import type { OperatorDeps } from '../../app/deps.ts';
import type { App } from '../../app/validation.ts';
import type { NamespaceState } from '../api/namespaceState.ts';
import { eachMark, FEW_MARKS } from './fewMarks.ts';
import type { ReadFrame } from './frameState.ts';
import { type OwnerMarks, ownersPage } from './owners.tsx';
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
    const owners = marked <= FEW_MARKS ? await readOwners(deps, state.namespaces) : undefined;
    return sendPage(reply, ownersPage({ ...state, q, from, owners }));
  });
}

async function readOwners(
  deps: Pick<OperatorDeps, 'marks'>,
  namespaces: readonly NamespaceState[],
): Promise<readonly OwnerMarks[]> {
  const sums = new Map<string | undefined, { marked: number; notified: number }>();
  for await (const { owner, notice } of eachMark(deps, namespaces)) {
    const sum = sums.get(owner) ?? { marked: 0, notified: 0 };
    sum.marked++;
    if (notice) sum.notified++;
    sums.set(owner, sum);
  }
  return [...sums].map(([owner, sum]) => ({ owner, ...sum }));
}
