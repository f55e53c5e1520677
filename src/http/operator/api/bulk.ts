/** One decision about several resources, with an answer for each of them. */
import { z } from 'zod';
import { messageOf } from '../../../core/common/errors.ts';
import type { OperatorDeps } from '../../app/deps.ts';
import { type Identity, requireChange } from '../../app/identity.ts';
import { invalidField, Problem, problemOf } from '../../app/problem.ts';
import type { App } from '../../app/validation.ts';
import { knownNamespace } from './known.ts';
import { keep, Reason, takeBack, Unseen, Until, untilOf } from './optOutChanges.ts';
import { optOutView } from './views.ts';

/** A person waits for the answer, and each item takes several reads and writes. */
const ITEMS_PER_REQUEST = 100;

const Item = z.strictObject({ namespace: z.string().min(1).max(1_000), id: z.string().min(1).max(2_000) });
type Item = z.infer<typeof Item>;
const items = z.array(Item).min(1).max(ITEMS_PER_REQUEST).describe(`At most ${ITEMS_PER_REQUEST}, done in this order.`);

const KeepBody = z.strictObject({ items, until: Until, reason: Reason, unseen: Unseen });
const UndoBody = z.strictObject({
  items,
  actor: z.string().optional().describe('The person whose opt-outs they are; absent = all persons.'),
});
const RecalculateBody = z.strictObject({
  items,
  seconds: z.number().describe('The longest time from now to the deletion; never before the end of the notice.'),
});

type Deps = Pick<
  OperatorDeps,
  'optOuts' | 'workConfigurations' | 'clock' | 'lookFor' | 'audit' | 'log' | 'recalculate'
>;
interface BulkRequest {
  readonly method: string;
  readonly url: string;
  readonly actor: string;
  readonly identity: Identity;
}

/** `POST marks/keep`, `marks/undo`, `marks/recalculate`: as the single requests, with their guards and events, per item. */
export function bulkRoutes(app: App, deps: Deps): void {
  const config = { perAccount: true } as const;

  app.post('/marks/keep', { schema: { body: KeepBody }, config }, async (request) => {
    const { items: chosen, until, reason, unseen } = request.body;
    // A wrong end is wrong for all of them.
    untilOf(until, deps.clock.now(), undefined);
    return each(deps, request, chosen, async (item) => {
      const { optOut, stored } = await keep(deps, request, { ...item, until, reason, unseen });
      const { removed, deletionBegun, outlastedBy } = stored;
      return {
        optOut: optOutView(optOut),
        unmarked: removed !== undefined,
        deletionBegun,
        outlastedBy: outlastedBy && optOutView(outlastedBy),
      };
    });
  });

  app.post('/marks/undo', { schema: { body: UndoBody }, config }, async (request) => {
    const { items: chosen, actor } = request.body;
    return each(deps, request, chosen, async (item) => {
      const { takenBack } = await takeBack(deps, request, { ...item, actor });
      return { takenBack: takenBack.map(optOutView) };
    });
  });

  app.post('/marks/recalculate', { schema: { body: RecalculateBody }, config }, async (request) => {
    const { items: chosen, seconds } = request.body;
    return each(deps, request, chosen, async ({ namespace: text, id }) => {
      const { namespace } = knownNamespace(deps, text);
      requireChange(request, namespace);
      const done = await deps.recalculate({ namespace, seconds, count: 1, ids: [id], actor: request.actor });
      if (done.kind === 'invalid') throw invalidField(`body.${done.field}`, done.why);
      if (done.kind === 'conflict') throw new Problem('conflict', done.why);
      if (done.considered === 0) {
        throw new Problem('unknownId', `There is no mark of "${id}" in ${namespace} whose date could move.`);
      }
      /** `false`: the notice that its owner got does not end earlier. */
      return { moved: done.moved === 1 };
    });
  });
}

/**
 * One after the other. After an item that the store did not answer the others are not tried.
 * @throws Problem for a wrong request, and 403 where no item is in an account of the operator
 */
async function each<T extends object>(
  deps: Deps,
  request: BulkRequest,
  chosen: readonly Item[],
  act: (item: Item) => Promise<T>,
) {
  const answers: object[] = [];
  const forbidden: { readonly item: Item; readonly problem: Problem }[] = [];
  let broken: Problem | undefined;
  for (const item of chosen) {
    if (broken) {
      answers.push({
        ...item,
        status: broken.status,
        code: broken.code,
        detail: 'Not tried: an item before it failed.',
      });
      continue;
    }
    try {
      answers.push({ ...item, status: 200, ...(await act(item)) });
    } catch (error) {
      const problem = problemOf(error);
      // The request itself is wrong, and so was refused at its first item.
      if (problem.code === 'badRequest') throw problem;
      if (problem.status === 403) forbidden.push({ item, problem });
      if (problem.status >= 500) {
        broken = problem;
        deps.log.error({ ...item, problem: messageOf(error) }, 'an item of a bulk request failed');
      }
      answers.push({ ...item, status: problem.status, code: problem.code, detail: problem.message });
    }
  }
  const [first] = forbidden;
  if (first && forbidden.length === chosen.length) throw first.problem;
  for (const { item, problem } of forbidden) logRefusal(deps, request, item, problem);
  return { items: answers };
}

/** A refusal of one item, as that of a whole request: the answer of a bulk request is no 403. */
function logRefusal({ audit, clock }: Deps, { method, url, actor }: BulkRequest, { id }: Item, problem: Problem): void {
  const reason = `${method} ${url} (${id}): ${problem.message}`;
  audit.log({ at: clock.now(), namespace: 'fleet', event: 'changeRefused', actor, reason });
}
