import { Readable } from 'node:stream';
import { z } from 'zod';
import { type BlockedChange, endOfBlock, FAMILIES_KEPT } from '../../../core/policy/pastPass.ts';
import { rolloutOf, whyWhole } from '../../../core/policy/rollout.ts';
import type { Namespace } from '../../../core/resource/namespace.ts';
import { csvLine } from '../../../core/text/csv.ts';
import type { OperatorDeps } from '../../app/deps.ts';
import { requireChange } from '../../app/identity.ts';
import { Problem } from '../../app/problem.ts';
import type { App } from '../../app/validation.ts';
import { type BlockedView, readBlocked } from '../api/blocked.ts';
import { knownNamespace } from '../api/known.ts';
import { blockedTexts } from '../texts/blocked.ts';
import { blockedPage } from './blocked.tsx';
import { blockedListPage } from './blockedList.tsx';
import { blockedOverPage } from './blockedOver.tsx';
import { CHANGES_PER_PAGE, tokenOf } from './blockedPageView.ts';
import type { FrameState, ReadFrame } from './frameState.ts';
import { sendPage } from './sendPage.ts';
import { stoppedPasses } from './stoppedPasses.ts';

const Params = z.object({ namespace: z.string(), passId: z.string().min(1).max(500) });
/** Once, or several times. */
const Tokens = z
  .union([z.string(), z.array(z.string()).max(FAMILIES_KEPT)])
  .default([])
  .transform((given) => [given].flat());
const Page = z.strictObject({ from: z.coerce.number().int().min(0).max(1_000_000).default(0), family: Tokens });
const Body = z.object({ typed: z.string().trim().max(50), size: z.string().max(50), family: Tokens });
const ROOT = '../../';

/** `GET blocked`, `GET` and `POST blocked/:namespace/:passId`: approves exactly the set that the page showed. */
export function blockedRoutes(app: App, deps: OperatorDeps, readFrame: ReadFrame): void {
  app.get('/blocked', async (request, reply) => sendPage(reply, blockedListPage(await readFrame(request, './'))));

  app.get('/blocked/:namespace/:passId', { schema: { params: Params, querystring: Page } }, async (request, reply) => {
    const { params, query } = request;
    const state = await readFrame(request, ROOT);
    const record = stoppedIn(state, params);
    if (!record) {
      const { namespace } = knownNamespace(deps, params.namespace);
      const end = await endOf(deps, namespace, params.passId);
      if (end) return sendPage(reply, blockedOverPage(state, namespace, end));
      throw notBlocked(params);
    }
    const members = await membersOf(deps, params, query.from);
    return sendPage(reply, blockedPage({ ...state, record, ...members, ...familiesOf(state, members, query.family) }));
  });

  app.get('/blocked/:namespace/:passId/changes.csv', { schema: { params: Params } }, async ({ params }, reply) => {
    const blocked = await readBlocked(deps, params);
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="changes.csv"')
      .send(Readable.from(linesOf(deps, blocked)));
  });

  app.post(
    '/blocked/:namespace/:passId',
    { schema: { params: Params, body: Body }, config: { perAccount: true } },
    async (request, reply) => {
      const { params, body, actor } = request;
      const { namespace } = knownNamespace(deps, params.namespace);
      requireChange(request, namespace);
      const state = await readFrame(request, ROOT);
      const record = recordOf(state, params);
      const { blocked, action } = record;
      const members = await membersOf(deps, params);
      const parts = familiesOf(state, members, body.family);
      const { chosen, haveChanged } = parts;
      const size = chosen.length > 0 ? chosen.reduce((sum, one) => sum + one.size, 0) : blocked.size;
      // Both: the number that the page showed is still the number of the set, and a person typed it.
      if (haveChanged || body.typed !== String(size) || body.size !== String(size)) {
        reply.code(400);
        const refusal = haveChanged ? blockedTexts.families.changed : blockedTexts.refused(body.typed, size);
        return sendPage(reply, blockedPage({ ...state, record, refusal, typed: body.typed, ...members, ...parts }));
      }
      const families = chosen.length > 0 ? { families: chosen.map(({ name }) => name) } : {};
      const approved = await deps.approve({ namespace, action, passId: params.passId, actor, ...families });
      if (approved.kind !== 'approved') throw new Problem('conflict', approved.why);
      const done = { justApproved: approved.size, justHeld: approved.held ?? 0 };
      return sendPage(reply, blockedPage({ ...state, record, ...done, ...(await membersOf(deps, params)) }));
    },
  );
}

/**
 * The families that the viewer may approve here, and those that are ticked. Where all are, the set is the whole one. A
 * token that no family has is a set that changed, or none: nothing is approved then.
 */
function familiesOf(state: FrameState, { blocked, changes }: Members, tokens: readonly string[]) {
  const { configuration } = blocked;
  const isWhole = whyWhole(configuration, rolloutOf(state.control, configuration).stage) !== undefined;
  const families = isWhole ? undefined : changes?.families;
  const ticked = (families ?? []).filter((one) => tokens.includes(tokenOf(one)));
  const haveChanged = ticked.length < new Set(tokens).size;
  const isAll = ticked.reduce((sum, { size }) => sum + size, 0) === changes?.size;
  return { ...(families && families.length > 1 ? { families } : {}), chosen: isAll ? [] : ticked, haveChanged };
}

type Members = Awaited<ReturnType<typeof membersOf>>;

/** All that are on record, a part at a time. */
async function* linesOf(deps: OperatorDeps, blocked: BlockedView): AsyncGenerator<string> {
  yield csvLine(['change', 'id', 'name', 'owner', 'why', 'created_at', 'monthly_cost']);
  for (let from = 0; ; from += ROWS_AT_ONCE) {
    const rows = await readRows(deps, blocked, from, ROWS_AT_ONCE);
    yield rows.map(lineOf).join('');
    if (rows.length < ROWS_AT_ONCE) return;
  }
}

const ROWS_AT_ONCE = 500;

function lineOf({ change, id, name = '', owner = '', reason = '', createdAt, monthlyCost }: BlockedChange): string {
  const created = createdAt === undefined ? '' : new Date(createdAt).toISOString();
  return csvLine([change, id, name, owner, reason, created, monthlyCost ? String(monthlyCost.amount) : '']);
}

async function membersOf(deps: OperatorDeps, pass: z.infer<typeof Params>, from = 0) {
  const blocked = await readBlocked(deps, pass);
  const { changes, difference, approval } = blocked;
  return { blocked, changes, difference, approval, from, rows: await readRows(deps, blocked, from, CHANGES_PER_PAGE) };
}

/** Of the changes that are on record, `count` from `from` on: of more than are read at once, from their pages. */
async function readRows(
  { passes }: Pick<OperatorDeps, 'passes'>,
  { record, changes }: BlockedView,
  from: number,
  count: number,
) {
  if (!changes) return [];
  const rows = changes.paged ? await passes.blockedRows({ ...record, digest: changes.digest }, from, count) : [];
  return rows.length > 0 ? rows : changes.changes.slice(from, from + count);
}

/** What came of a pass that was blocked; `undefined` where it is not on record. */
async function endOf({ passes }: Pick<OperatorDeps, 'passes'>, namespace: Namespace, passId: string) {
  for (const action of ['mark', 'delete'] as const) {
    const [past, approval] = await Promise.all([passes.past(namespace, action), passes.approval(namespace, action)]);
    const end = endOfBlock(past, passId, approval);
    if (end) return end;
  }
  return undefined;
}

/** @throws Problem when another pass ended meanwhile: its set may be another one */
function recordOf(state: FrameState, pass: z.infer<typeof Params>) {
  const found = stoppedIn(state, pass);
  if (found) return found;
  throw notBlocked(pass);
}

function stoppedIn(state: FrameState, { namespace, passId }: z.infer<typeof Params>) {
  return stoppedPasses(state).find((one) => one.passId === passId && one.namespace === namespace.toLowerCase());
}

function notBlocked({ namespace, passId }: z.infer<typeof Params>): Problem {
  return new Problem('conflict', `The pass ${passId} of ${namespace} is not blocked, or a later pass took its place.`);
}
