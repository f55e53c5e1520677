import { z } from 'zod';
import type { OperatorDeps } from '../../app/deps.ts';
import type { App } from '../../app/validation.ts';
import { FEW_MARKS } from './fewMarks.ts';
import type { ReadFrame } from './frameState.ts';
import { ownersPage } from './owners.tsx';
import { ownersOfMany, readOwners } from './ownersRead.ts';
import { sendPage } from './sendPage.ts';

const Query = z.strictObject({
  q: z.string().max(500).default(''),
  from: z.coerce.number().int().min(0).default(0),
});

/** `GET owners`: from the marks where these are few enough to read for a page, else from the table of all marks. */
export function ownersRoute(app: App, deps: OperatorDeps, readFrame: ReadFrame): void {
  app.get('/owners', { schema: { querystring: Query } }, async (request, reply) => {
    const { query } = request;
    const state = await readFrame(request, './');
    const marked = state.namespaces.reduce((sum, { counts }) => sum + counts.marked, 0);
    const owners = await (marked <= FEW_MARKS ? readOwners(deps, state, query) : ownersOfMany(deps, state, query));
    const named = owners.shown.flatMap(({ owner }) => owner ?? []);
    const [last, decisions] = await Promise.all([deps.sentNotices.lastOf(named), deps.events.decisions(named)]);
    return sendPage(reply, ownersPage({ ...state, ...owners, q: query.q, last, decisions }));
  });
}
