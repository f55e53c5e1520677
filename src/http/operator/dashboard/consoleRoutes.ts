import { readFileSync } from 'node:fs';
import fastifyFormbody from '@fastify/formbody';
import { z } from 'zod';
import { AUDIT_EVENTS } from '../../../core/resource/audit.ts';
import { partsOfMonth, savingsCsv } from '../../../core/text/savedSums.ts';
import type { OperatorDeps } from '../../app/deps.ts';
import type { App } from '../../app/validation.ts';
import { day, daysOf } from '../api/events.ts';
import { withFigures, workOf } from '../api/instances.ts';
import { MonthQuery } from '../api/savings.ts';
import { frameTexts } from '../texts/frame.ts';
import { activityPage } from './activity.tsx';
import { blockedRoutes } from './blockedRoute.ts';
import { FEW_MARKS } from './fewMarks.ts';
import { FleetSnapshot } from './fleetSnapshot.ts';
import { frameReader, type ReadFrame } from './frameState.ts';
import { instancesPage } from './instancesPage.tsx';
import { keptRoutes } from './keptRoute.ts';
import { DECISIONS } from './lastDecisions.tsx';
import { marksRoute } from './marksRoute.ts';
import { markSelectionRoutes } from './marksSelected.ts';
import { messageRoutes } from './messagesRoute.ts';
import { namespaceRoutes } from './namespacesRoute.ts';
import { noticePage } from './noticePage.tsx';
import { overviewPage } from './overviewPage.tsx';
import { readFigures } from './overviewState.ts';
import { ownersPage } from './owners.tsx';
import { ownersOfMany, readOwners } from './ownersRead.ts';
import { patternRoutes } from './patternsRoute.ts';
import { resourceRoute } from './resourceRoute.ts';
import { savingsPage } from './savings.tsx';
import { searchRoute } from './searchRoute.ts';
import { sendPage } from './sendPage.ts';
import { stagesRoute } from './stagesRoute.ts';

/** So many of the last changes are searched for the one that stopped the work. */
const CHANGES = 200;

/** `GET /`: attention, the next deletions, and their savings. */
function overviewRoute(app: App, deps: OperatorDeps, readFrame: ReadFrame): void {
  app.get('/', async (request, reply) => {
    const state = await readFrame(request, './');
    const [changes, figures, kept] = await Promise.all([
      deps.control.changes(CHANGES),
      readFigures(deps, state.namespaces, state.control),
      deps.events.before(undefined, DECISIONS, { event: 'optedOut' }),
    ]);
    const decisions = [...changes.slice(0, DECISIONS), ...kept.events.map(({ entry }) => entry)];
    return sendPage(reply, overviewPage({ ...state, changes, figures, decisions }));
  });
}

const Reason = z.string().trim().min(1, 'say why: the reason is kept with the change').max(500);
const Body = z.object({ reason: Reason });

/** `POST stop` and `POST resume`: the kill switch of the fleet. */
function controlForms(app: App, deps: OperatorDeps, readFrame: ReadFrame): void {
  for (const [path, killed] of [
    ['/stop', true],
    ['/resume', false],
  ] as const) {
    app.post(path, { schema: { body: Body } }, async (request, reply) => {
      const { actor, body } = request;
      const done = await deps.changeControl({ change: { killed }, actor, reason: body.reason });
      if (done.acknowledged) return reply.redirect('./', 303);
      const { frame } = await readFrame(request, './');
      const { title, text } = frameTexts.disobedient;
      reply.code(202);
      return sendPage(reply, noticePage({ frame, title, tone: 'bad', lines: [text(done.waitingFor)] }));
    });
  }
}

const read = (name: string) => readFileSync(new URL(name, import.meta.url));
const SCRIPT = read('./console.js');
const STYLE = read('./console.css');

/** `GET console.js`, `GET console.css`: the only files that a page of the console loads. */
function assetRoutes(app: App): void {
  app.get('/console.js', (_request, reply) => reply.type('text/javascript; charset=utf-8').send(SCRIPT));
  app.get('/console.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(STYLE));
}

const Query = z.strictObject({
  actor: z.string().max(500).default(''),
  person: z.string().max(500).default(''),
  event: z.preprocess((value) => (value === '' ? undefined : value), z.enum(AUDIT_EVENTS).optional()),
  from: day,
  to: day,
  before: z.string().max(500).optional(),
});
const EVENTS = 100;

/** `GET activity`: a page of the newest events, with who, why, before and after. */
function activityRoute(app: App, deps: OperatorDeps, readFrame: ReadFrame): void {
  app.get('/activity', { schema: { querystring: Query } }, async (request, reply) => {
    const { actor, person, event, from, to, before } = request.query;
    const filter = { actor: actor || undefined, person: person || undefined, event, ...daysOf({ from, to }) };
    const [state, page] = await Promise.all([readFrame(request, './'), deps.events.before(before, EVENTS, filter)]);
    const { events, next } = page;
    const filters = { actor, person, event, from, to };
    return sendPage(reply, activityPage({ ...state, ...filters, events, next, isOlder: before !== undefined }));
  });
}

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

/** `GET instances`. */
function instancesRoute(app: App, deps: OperatorDeps, readFrame: ReadFrame): void {
  app.get('/instances', async (request, reply) => {
    const state = await readFrame(request, './');
    const known = await withFigures(deps, state.instances);
    const work = workOf(deps, state.control, known);
    return sendPage(reply, instancesPage({ ...state, drift: deps.drift(), known, work }));
  });
}

/** `GET savings`, `savings.csv`: what deletions save, by team, type and month. */
function savingsRoutes(app: App, deps: OperatorDeps, readFrame: ReadFrame): void {
  app.get('/savings', { schema: { querystring: MonthQuery } }, async (request, reply) => {
    const state = await readFrame(request, './');
    const [saved, { months }] = await Promise.all([
      deps.months.parts(),
      readFigures(deps, state.namespaces, state.control),
    ]);
    return sendPage(reply, savingsPage({ ...state, saved, months, month: request.query.month }));
  });

  app.get('/savings.csv', { schema: { querystring: MonthQuery } }, async ({ query: { month } }, reply) =>
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="savings.csv"')
      .send(savingsCsv(partsOfMonth(await deps.months.parts(), month))),
  );
}

const OwnersQuery = z.strictObject({
  q: z.string().max(500).default(''),
  from: z.coerce.number().int().min(0).default(0),
});

/** `GET owners`: from the marks where these are few enough to read for a page, else from the table of all marks. */
function ownersRoute(app: App, deps: OperatorDeps, readFrame: ReadFrame): void {
  app.get('/owners', { schema: { querystring: OwnersQuery } }, async (request, reply) => {
    const { query } = request;
    const state = await readFrame(request, './');
    const marked = state.namespaces.reduce((sum, { counts }) => sum + counts.marked, 0);
    const owners = await (marked <= FEW_MARKS ? readOwners(deps, state, query) : ownersOfMany(deps, state, query));
    const named = owners.shown.flatMap(({ owner }) => owner ?? []);
    const [last, decisions] = await Promise.all([deps.sentNotices.lastOf(named), deps.events.decisions(named)]);
    return sendPage(reply, ownersPage({ ...state, ...owners, q: query.q, last, decisions }));
  });
}
