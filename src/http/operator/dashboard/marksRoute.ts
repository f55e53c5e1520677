import type { FastifyRequest } from 'fastify';
import type { OperatorDeps } from '../../app/deps.ts';
import type { App } from '../../app/validation.ts';
import { queryMarks } from '../api/markPages.ts';
import { TooManyToSort } from '../api/sortedMarks.ts';
import type { ReadFrame } from './frameState.ts';
import { type MarksView, marksPage } from './marks.tsx';
import { MarksPageQuery } from './marksQuery.ts';
import { toldOnPage } from './marksTold.ts';
import { wholeSet } from './marksWhole.ts';
import { sendPage } from './sendPage.ts';

/** `GET marks`: a page of marks, with the filters of the API; it never reads more than one page. */
export function marksRoute(app: App, deps: OperatorDeps, readFrame: ReadFrame): void {
  app.get('/marks', { schema: { querystring: MarksPageQuery } }, async (request, reply) =>
    sendPage(reply, marksPage(await readMarksView(deps, readFrame, request, request.query))),
  );
}

/** Whatever the page shows. */
export async function readMarksView(
  deps: OperatorDeps,
  readFrame: ReadFrame,
  request: FastifyRequest,
  query: MarksPageQuery,
): Promise<MarksView> {
  const [state, found] = await Promise.all([readFrame(request, './'), read(deps, query)]);
  const page = { ...found.page, marks: await toldOnPage(deps, query, found.page.marks) };
  const whole = found.page.total > 1 ? await wholeSet(deps, found.query) : undefined;
  return { ...state, ...found, page, hasOrders: deps.markTable.isOn, ...(whole ? { whole } : {}) };
}

/** Where too many marks match for an order of all namespaces, in the order by namespace, and with the reason. */
async function read(deps: OperatorDeps, query: MarksPageQuery) {
  try {
    return { query, page: await queryMarks(deps, query) };
  } catch (error) {
    if (!(error instanceof TooManyToSort)) throw error;
    const { sort: _sort, order: _order, cursor: _cursor, ...unsorted } = query;
    return { query: unsorted, page: await queryMarks(deps, unsorted), tooMany: error.tooMany };
  }
}
