import type { OperatorDeps } from '../../app/deps.ts';
import type { App } from '../../app/validation.ts';
import type { ReadFrame } from './frameState.ts';
import { instancesPage } from './instancesPage.tsx';
import { sendPage } from './sendPage.ts';

/** `GET instances`. */
export function instancesRoute(app: App, deps: OperatorDeps, readFrame: ReadFrame): void {
  app.get('/instances', async (request, reply) =>
    sendPage(reply, instancesPage({ ...(await readFrame(request, './')), drift: deps.drift() })),
  );
}
