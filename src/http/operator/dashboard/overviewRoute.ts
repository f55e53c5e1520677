import type { OperatorDeps } from '../../app/deps.ts';
import type { App } from '../../app/validation.ts';
import type { ReadFrame } from './frameState.ts';
import { DECISIONS } from './lastDecisions.tsx';
import { overviewPage } from './overview.tsx';
import { readFigures } from './overviewState.ts';
import { sendPage } from './sendPage.ts';

/** So many of the last changes are searched for the one that stopped the work. */
const CHANGES = 200;

/** `GET /`: attention, the next deletions, and their savings. */
export function overviewRoute(app: App, deps: OperatorDeps, readFrame: ReadFrame): void {
  app.get('/', async (request, reply) => {
    const state = await readFrame(request, './');
    const [changes, figures, kept] = await Promise.all([
      deps.control.changes(CHANGES),
      readFigures(deps, state.namespaces),
      deps.events.before(undefined, DECISIONS, { event: 'optedOut' }),
    ]);
    const decisions = [...changes.slice(0, DECISIONS), ...kept.events.map(({ entry }) => entry)];
    return sendPage(reply, overviewPage({ ...state, changes, figures, decisions }));
  });
}
