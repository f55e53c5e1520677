/** The selected rows of the list of marks: kept, brought forward, or as CSV. */
import { z } from 'zod';
import { csvLine } from '../../../core/text/csv.ts';
import { shellWord } from '../../../core/text/shell.ts';
import { shorten } from '../../../core/text/visible.ts';
import type { OperatorDeps } from '../../app/deps.ts';
import { type Identity, requireChange } from '../../app/identity.ts';
import { invalidField, Problem } from '../../app/problem.ts';
import { readableMark } from '../../app/readableMark.ts';
import type { App } from '../../app/validation.ts';
import { keep } from '../api/optOutChanges.ts';
import { marksTexts } from '../texts/marks.ts';
import { broughtForward } from './bringForward.ts';
import { timeOf } from './fate.ts';
import type { ReadFrame } from './frameState.ts';
import { noticePage } from './noticePage.tsx';
import { type Picked, pickIn } from './pick.ts';
import { sendPage } from './sendPage.ts';

/** As many as a page has at most. */
const MOST = 500;
const Picks = z
  .union([z.string(), z.array(z.string())])
  .default([])
  .transform((value) => [value].flat())
  .pipe(z.array(z.string().min(3).max(10_000)).min(1, 'select at least one mark').max(MOST));
const Body = z.object({
  pick: Picks,
  do: z.enum(['30d', 'until', 'forever', 'csv', 'recalculate']),
  until: z.preprocess((value) => (value === '' ? undefined : value), z.string().max(40).optional()),
  days: z.preprocess((value) => (value === '' ? undefined : value), z.coerce.number().int().min(1).max(365).optional()),
  reason: z.string().trim().max(500).optional(),
});

/** `POST marks/selected`: each mark is decided on its own, and a refusal of one stops no other. */
export function markSelectionRoutes(app: App, deps: OperatorDeps, readFrame: ReadFrame): void {
  app.post('/marks/selected', { schema: { body: Body }, config: { perAccount: true } }, async (request, reply) => {
    const { pick, reason, days, until, do: action } = request.body;
    const picks = pick.map((text) => pickIn(deps, text));
    requireChange(request, ...picks.map(({ namespace }) => namespace));
    if (action === 'csv') throw invalidField('body.do', 'choose an action');
    if (action === 'recalculate' && days === undefined) {
      throw invalidField('body.days', 'say in how many days from now, from 1 to 365');
    }
    if (action === 'until' && until === undefined) throw invalidField('body.until', 'choose the last day');
    const done: Done[] = [];
    const { title, back: words } = marksTexts.selected;
    // Each is decided by itself, in its order.
    for (const one of picks) {
      done.push(
        action === 'recalculate' && days !== undefined
          ? { line: await broughtForward(deps, one, { days, actor: request.actor }) }
          : await kept(deps, one, request, { until: action === 'until' ? (until ?? '') : action, reason }),
      );
    }
    const { frame } = await readFrame(request, '../');
    const refused = done.filter(({ isRefused }) => isRefused).length;
    reply.code(refused === done.length ? 409 : 200);
    const tone = refused > 0 ? 'bad' : 'plain';
    const lines = done.map(({ line }) => line);
    return sendPage(reply, noticePage({ frame, title, tone, here: 'Marks', lines, back: { path: 'marks', words } }));
  });

  // It changes nothing: a form only because an address has no room for so many ids.
  app.post('/marks/selected.csv', { schema: { body: Body }, config: { access: 'reader' } }, async (request, reply) => {
    const rows: string[] = [];
    for (const { namespace, id } of request.body.pick.map((text) => pickIn(deps, text))) {
      const mark = await readableMark(deps.marks, namespace, id);
      if (!mark) continue;
      const { resource, owner, state, reasons, projectedDeletionAt } = mark;
      const date = new Date(projectedDeletionAt).toISOString();
      rows.push(csvLine([namespace, id, resource.name, state, owner ?? '', reasons.join('; '), date]));
    }
    const head = csvLine(['namespace', 'id', 'name', 'state', 'owner', 'why', 'deletion_at']);
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="marks.csv"')
      .send([head, ...rows].join(''));
  });
}

/** The outcome of one resource, in a line. */
interface Done {
  readonly line: string;
  /** Nothing is stored. */
  readonly isRefused?: true;
}

interface Wish {
  readonly until: string;
  readonly reason: string | undefined;
}

/** Keeps one resource, and says so. */
async function kept(
  deps: OperatorDeps,
  { namespace, id }: Picked,
  by: { readonly actor: string; readonly identity: Identity },
  { until, reason }: Wish,
): Promise<Done> {
  const texts = marksTexts.selected;
  const why = reason === '' ? undefined : reason;
  const say = {
    pattern: '--pattern',
    unseen: `\`holystone keep ${namespace} ${shellWord(id)} --unseen\``,
    quote: shellWord,
  };
  try {
    const { optOut, stored } = await keep(deps, by, { namespace, id, until, reason: why, say });
    const { removed, deletionBegun } = stored;
    const name = shorten(removed?.resource.name || id, 200);
    if (deletionBegun) return { line: texts.begun(name) };
    return { line: texts.kept(name, timeOf(optOut), removed !== undefined) };
  } catch (error) {
    const isUnseen = error instanceof Problem && (error.code === 'unknownId' || error.code === 'unreadId');
    if (!isUnseen) throw error;
    return { line: texts.notKept(shorten(id, 200), shorten(error.message, 1_000)), isRefused: true };
  }
}
