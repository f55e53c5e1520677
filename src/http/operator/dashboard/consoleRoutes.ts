import fastifyFormbody from '@fastify/formbody';
import type { OperatorDeps } from '../../app/deps.ts';
import type { App } from '../../app/validation.ts';
import { activityRoute } from './activityRoute.ts';
import { assetRoutes } from './assets.ts';
import { blockedRoutes } from './blockedRoute.ts';
import { controlForms } from './controlForms.ts';
import { FleetSnapshot } from './fleetSnapshot.ts';
import { frameReader, type ReadFrame } from './frameState.ts';
import { instancesRoute } from './instancesRoute.ts';
import { keptRoutes } from './keptRoute.ts';
import { marksRoute } from './marksRoute.ts';
import { markSelectionRoutes } from './marksSelected.ts';
import { messageRoutes } from './messagesRoute.ts';
import { namespaceRoutes } from './namespacesRoute.ts';
import { overviewRoute } from './overviewRoute.ts';
import { ownersRoute } from './ownersRoute.ts';
import { patternRoutes } from './patternsRoute.ts';
import { resourceRoute } from './resourceRoute.ts';
import { savingsRoutes } from './savingsRoute.ts';
import { searchRoute } from './searchRoute.ts';
import { stagesRoute } from './stagesRoute.ts';

type PageRoutes = (app: App, deps: OperatorDeps, readFrame: ReadFrame) => void;

const PAGES: readonly PageRoutes[] = [
  overviewRoute,
  searchRoute,
  marksRoute,
  markSelectionRoutes,
  keptRoutes,
  savingsRoutes,
  resourceRoute,
  namespaceRoutes,
  patternRoutes,
  blockedRoutes,
  ownersRoute,
  messageRoutes,
  stagesRoute,
  activityRoute,
  instancesRoute,
  controlForms,
];

/** The pages of the operator's listener, and their forms: only these routes read a form. */
export async function consoleRoutes(app: App, deps: OperatorDeps): Promise<void> {
  const readFrame = frameReader(deps, new FleetSnapshot(deps));
  assetRoutes(app);
  await app.register(async (pages: App) => {
    await pages.register(fastifyFormbody);
    for (const routes of PAGES) routes(pages, deps, readFrame);
  });
}
