import type { OperatorDeps } from '../../app/deps.ts';
import type { App } from '../../app/validation.ts';
import { withFigures, workOf } from '../api/instances.ts';
import type { ReadFrame } from './frameState.ts';
import { instancesPage } from './instancesPage.tsx';
import { sendPage } from './sendPage.ts';

/** `GET instances`. */
export function instancesRoute(app: App, deps: OperatorDeps, readFrame: ReadFrame): void {
  app.get('/instances', async (request, reply) => {
    const state = await readFrame(request, './');
    const known = await withFigures(deps, state.instances);
    const work = workOf(deps, state.control, known);
    return sendPage(reply, instancesPage({ ...state, drift: deps.drift(), known, work }));
  });
}
