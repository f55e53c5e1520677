import type { OperatorDeps } from '../../app/deps.ts';
import type { App } from '../../app/validation.ts';
import { queryMarks } from '../api/markPages.ts';
import type { ReadFrame } from './frameState.ts';
import { marksPage } from './marks.tsx';
import { MarksPageQuery } from './marksQuery.ts';
import { sendPage } from './sendPage.ts';

/** `GET marks`: a page of marks, with the filters of the API; it never reads more than one page. */
export function marksRoute(app: App, deps: OperatorDeps, readFrame: ReadFrame): void {
  app.get('/marks', { schema: { querystring: MarksPageQuery } }, async (request, reply) => {
    const { query } = request;
    const [state, page] = await Promise.all([readFrame(request, './'), queryMarks(deps, query)]);
    return sendPage(reply, marksPage({ ...state, query, page, hasOrders: deps.markIndex.isOn }));
  });
}
