import { partsOfMonth, savingsCsv } from '../../../core/text/savedSums.ts';
import type { OperatorDeps } from '../../app/deps.ts';
import type { App } from '../../app/validation.ts';
import { MonthQuery } from '../api/savings.ts';
import type { ReadFrame } from './frameState.ts';
import { readFigures } from './overviewState.ts';
import { savingsPage } from './savings.tsx';
import { sendPage } from './sendPage.ts';

/** `GET savings`, `savings.csv`: what deletions save, by team, type and month. */
export function savingsRoutes(app: App, deps: OperatorDeps, readFrame: ReadFrame): void {
  app.get('/savings', { schema: { querystring: MonthQuery } }, async (request, reply) => {
    const state = await readFrame(request, './');
    const [saved, { months }] = await Promise.all([deps.months.parts(), readFigures(deps, state.namespaces)]);
    return sendPage(reply, savingsPage({ ...state, saved, months, month: request.query.month }));
  });

  app.get('/savings.csv', { schema: { querystring: MonthQuery } }, async ({ query: { month } }, reply) =>
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="savings.csv"')
      .send(savingsCsv(partsOfMonth(await deps.months.parts(), month))),
  );
}
