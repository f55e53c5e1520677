import { z } from 'zod';
import { ACTIONS } from '../../../core/policy/workConfiguration.ts';
import type { OperatorDeps } from '../../app/deps.ts';
import { requireChange } from '../../app/identity.ts';
import { invalidField, Problem } from '../../app/problem.ts';
import type { App } from '../../app/validation.ts';
import { knownNamespace } from '../api/known.ts';
import { readNamespaceStates } from '../api/namespaceState.ts';
import { pastPasses } from '../api/passes.ts';
import { namespacesTexts } from '../texts/namespaces.ts';
import type { ReadFrame } from './frameState.ts';
import { namespacePage, namespacesPage } from './namespaces.tsx';
import { noticePage } from './noticePage.tsx';
import { sendPage } from './sendPage.ts';

const Query = z.strictObject({
  account: z.string().min(1).max(500).optional(),
  type: z.string().min(1).max(500).optional(),
  from: z.coerce.number().int().min(0).default(0),
});
const Params = z.object({ namespace: z.string() });
const Body = z.object({ seconds: z.coerce.number(), count: z.coerce.number() });

/** `GET namespaces`, and one of them with its form that brings dates forward. */
export function namespaceRoutes(app: App, deps: OperatorDeps, readFrame: ReadFrame): void {
  app.get('/namespaces', { schema: { querystring: Query } }, async (request, reply) => {
    const { account, type, from } = request.query;
    return sendPage(reply, namespacesPage({ ...(await readFrame(request, './')), account, type, from }));
  });

  app.get('/namespaces/:namespace', { schema: { params: Params } }, async (request, reply) => {
    const configuration = knownNamespace(deps, request.params.namespace);
    const [state] = await readNamespaceStates(deps, [configuration]);
    if (!state) throw new Problem('unknownNamespace', `Nothing is known about ${configuration.namespace}.`);
    const past = await pastPasses(deps, configuration.namespace, ACTIONS);
    const settings = deps.effective(configuration.namespace);
    return sendPage(reply, namespacePage({ ...(await readFrame(request, '../')), state, past, settings }));
  });

  app.post(
    '/namespaces/:namespace',
    { schema: { params: Params, body: Body }, config: { perAccount: true } },
    async (request, reply) => {
      const { namespace } = knownNamespace(deps, request.params.namespace);
      requireChange(request, namespace);
      const done = await deps.recalculate({ namespace, ...request.body, actor: request.actor });
      if (done.kind === 'invalid') throw invalidField(`body.${done.field}`, done.why);
      if (done.kind === 'conflict') throw new Problem('conflict', done.why);
      const { frame } = await readFrame(request, '../');
      const { moved, marks } = namespacesTexts;
      const lines = [moved.text(done.moved, done.considered)];
      const back = { path: `marks?namespace=${encodeURIComponent(namespace)}`, words: marks };
      return sendPage(reply, noticePage({ frame, title: moved.title, tone: 'plain', here: 'Namespaces', lines, back }));
    },
  );
}
