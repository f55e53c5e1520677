/** The selected rows of the list of marks: kept, brought forward, or as CSV. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { DAY_MS } from '../../../core/common/duration.ts';
import { csvLine } from '../../../core/text/csv.ts';
import { endWords } from '../../../core/text/endWords.ts';
import { shorten } from '../../../core/text/visible.ts';
import { MarkCosts } from '../../app/costs.ts';
import type { OperatorDeps } from '../../app/deps.ts';
import { requireChange } from '../../app/identity.ts';
import { invalidField } from '../../app/problem.ts';
import { readableMark } from '../../app/readableMark.ts';
import type { App } from '../../app/validation.ts';
import { shortWords } from '../../page/dates.tsx';
import { marksTexts } from '../texts/marks.ts';
import type { ReadFrame } from './frameState.ts';
import { type Done, kept, untilProblem } from './keepOne.ts';
import { marksPage } from './marks.tsx';
import type { TypedActions } from './marksActions.tsx';
import { MarksPageQuery } from './marksQuery.ts';
import { readMarksView } from './marksRoute.ts';
import { wholeSet } from './marksWhole.ts';
import { noticePage } from './noticePage.tsx';
import { type Picked, picksIn } from './pick.ts';
import { sendPage } from './sendPage.ts';

/** As many as a page has at most. */
const MOST = 500;
/** So many are decided about at the same time. */
const AT_ONCE = 10;
const Picks = z
  .union([z.string(), z.array(z.string())])
  .default([])
  .transform((value) => [value].flat())
  .pipe(z.array(z.string().min(3).max(10_000)).max(MOST));
const Body = z.object({
  pick: Picks,
  do: z.enum(['30d', 'until', 'forever', 'csv', 'recalculate']),
  until: z.string().trim().max(40).default(''),
  days: z.string().trim().max(10).default(''),
  reason: z.string().trim().max(500).default(''),
  /** The address of the page, with its filters. */
  query: z.string().max(10_000).default(''),
  /** All that match the filters, as the page counted them. */
  whole: z.literal('1').optional(),
  set: z.string().max(100).default(''),
  counted: z.string().max(10).default(''),
});
type Body = z.infer<typeof Body>;

/**
 * `POST marks`: each mark is decided on its own, and a refusal of one stops no other. A form with a mistake in it comes
 * back with all that the person chose.
 */
export function markSelectionRoutes(app: App, deps: OperatorDeps, readFrame: ReadFrame): void {
  app.post('/marks', { schema: { body: Body }, config: { perAccount: true } }, async (request, reply) => {
    const { body } = request;
    const query = queryIn(body.query);
    const chosen = await chosenIn(deps, query, body);
    const comesBack = async (error: string, status: 400 | 409) => {
      reply.code(status);
      return sendBack({ deps, readFrame, request, reply }, query, error);
    };
    if (chosen === undefined) return comesBack(marksTexts.refused.otherSet(Number(body.counted) || 0), 409);
    requireChange(request, ...chosen.map(({ namespace }) => namespace));
    const mistake = mistakeIn(body, chosen, deps.clock.now());
    if (mistake !== undefined) return comesBack(mistake, 400);
    const done: Done[] = [];
    for (let from = 0; from < chosen.length; from += AT_ONCE) {
      const some = chosen.slice(from, from + AT_ONCE);
      done.push(...(await Promise.all(some.map((one) => decided(deps, request, one)))));
    }
    const { frame } = await readFrame(request, './');
    const { title, back: words, of } = marksTexts.selected;
    const refused = done.filter(({ isRefused }) => isRefused).length;
    reply.code(refused === done.length ? 409 : 200);
    const tone = refused > 0 ? 'bad' : 'plain';
    const lines = [
      ...(done.length > 1 ? [of(done.length - refused, done.length)] : []),
      ...done.toSorted((a, b) => Number(b.isRefused ?? false) - Number(a.isRefused ?? false)).map(({ line }) => line),
    ];
    return sendPage(reply, noticePage({ frame, title, tone, here: 'Marks', lines, back: { path: 'marks', words } }));
  });

  // It changes nothing: a form only because an address has no room for so many ids.
  app.post('/marks/selected.csv', { schema: { body: Body }, config: { access: 'reader' } }, async (request, reply) => {
    const chosen = (await chosenIn(deps, queryIn(request.body.query), request.body)) ?? [];
    const costs = new MarkCosts(deps.workConfigurations());
    const rows: string[] = [];
    for (const { namespace, id } of chosen) {
      const mark = await readableMark(deps.marks, namespace, id);
      if (!mark) continue;
      const { resource, owner, state, reasons, projectedDeletionAt } = mark;
      const date = new Date(projectedDeletionAt).toISOString();
      const { amount, currency = '' } = costs.of(mark) ?? {};
      const money = amount === undefined ? ['', ''] : [String(amount), currency];
      rows.push(csvLine([namespace, id, resource.name, state, owner ?? '', reasons.join('; '), date, ...money]));
    }
    const head = csvLine([
      ...['namespace', 'id', 'name', 'state', 'owner', 'why', 'deletion_at', 'monthly_cost', 'currency'],
    ]);
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="marks.csv"')
      .send([head, ...rows].join(''));
  });
}

function queryIn(text: string): MarksPageQuery {
  const read = MarksPageQuery.safeParse(Object.fromEntries(new URLSearchParams(text)));
  if (!read.success) throw invalidField('body.query', 'is from no page of the marks');
  return read.data;
}

/** `undefined`: what matches now is another set than the page counted. */
async function chosenIn(
  deps: OperatorDeps,
  query: MarksPageQuery,
  { whole, set, pick }: Body,
): Promise<readonly Picked[] | undefined> {
  if (whole === undefined) return pick.flatMap((text) => picksIn(deps, text));
  const now = await wholeSet(deps, query);
  return now?.digest === set ? now.picks : undefined;
}

/** A sentence; `undefined` = the form says all that is needed. */
function mistakeIn(body: Body, chosen: readonly Picked[], now: number): string | undefined {
  const { refused } = marksTexts;
  if (body.do === 'csv') throw invalidField('body.do', 'choose an action');
  if (chosen.length === 0) return refused.noneSelected;
  if (body.do === 'recalculate' && daysIn(body) === undefined) return refused.noDays;
  if (body.do !== 'until') return undefined;
  if (body.until === '') return refused.noDay;
  const why = untilProblem(body.until, now);
  return why === undefined ? undefined : refused.until(why);
}

function daysIn({ days }: Body): number | undefined {
  const read = Number(days);
  return days !== '' && Number.isInteger(read) && read >= 1 && read <= 365 ? read : undefined;
}

async function decided(
  deps: OperatorDeps,
  { body, actor, identity }: Pick<FastifyRequest, 'actor' | 'identity'> & { readonly body: Body },
  one: Picked,
): Promise<Done> {
  const days = daysIn(body);
  if (body.do === 'recalculate' && days !== undefined)
    return { line: await broughtForward(deps, one, { days, actor }) };
  return kept(
    deps,
    one,
    { actor, identity },
    { until: body.do === 'until' ? body.until : body.do, reason: body.reason },
  );
}

interface FormRequest {
  readonly deps: OperatorDeps;
  readonly readFrame: ReadFrame;
  readonly request: FastifyRequest & { readonly body: Body };
  readonly reply: FastifyReply;
}

/** The page with the selection and the texts of the person. */
async function sendBack({ deps, readFrame, request, reply }: FormRequest, query: MarksPageQuery, error: string) {
  const { pick, reason, until, days, whole } = request.body;
  const view = await readMarksView(deps, readFrame, request, query);
  const typed: TypedActions = { reason, until, days, isWhole: whole !== undefined, error };
  return sendPage(reply, marksPage({ ...view, typed, picked: new Set(pick) }));
}

interface Wish {
  /** From now to the deletion, at most. */
  readonly days: number;
  readonly actor: string;
}

/** Brings the date of one mark forward, and says the outcome in a line. Rejects with `StoreError`. */
async function broughtForward(
  deps: Pick<OperatorDeps, 'marks' | 'recalculate' | 'endOf'>,
  { namespace, id }: Picked,
  { days, actor }: Wish,
): Promise<string> {
  const texts = marksTexts.selected;
  const seconds = (days * DAY_MS) / 1000;
  const done = await deps.recalculate({ namespace, seconds, count: 1, ids: [id], actor });
  const mark = await readableMark(deps.marks, namespace, id);
  const name = shorten(mark?.resource.name || id, 200);
  if (done.kind !== 'recalculated') return texts.notMoved(name, done.why);
  if (!mark || done.considered === 0) return texts.noMark(name);
  const date = `${shortWords(new Date(mark.projectedDeletionAt).toISOString())} UTC`;
  const words = endWords[deps.endOf(namespace)];
  return done.moved === 1 ? texts.moved(name, date, words) : texts.stays(name, date, words);
}
