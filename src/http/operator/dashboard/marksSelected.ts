/** The selected rows of the list of marks: kept, brought forward, or as CSV. */
import { z } from 'zod';
import { DAY_MS } from '../../../core/common/duration.ts';
import type { Language } from '../../../core/common/language.ts';
import type { OptOut } from '../../../core/owner/optOut.ts';
import type { Namespace } from '../../../core/resource/namespace.ts';
import { csvLine } from '../../../core/text/csv.ts';
import { shorten } from '../../../core/text/visible.ts';
import type { OperatorDeps } from '../../app/deps.ts';
import { requireChange } from '../../app/identity.ts';
import { invalidField } from '../../app/problem.ts';
import { readableMark } from '../../app/readableMark.ts';
import type { App } from '../../app/validation.ts';
import { knownNamespace } from '../api/known.ts';
import { languageOf } from '../texts/language.ts';
import { marksTexts } from '../texts/marks.ts';
import { broughtForward } from './bringForward.ts';
import { timeOf } from './fate.ts';
import type { ReadFrame } from './frameState.ts';
import { noticePage } from './noticePage.tsx';
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
  do: z.enum(['30d', 'forever', 'csv', 'recalculate']),
  days: z.preprocess((value) => (value === '' ? undefined : value), z.coerce.number().int().min(1).max(365).optional()),
  reason: z.string().trim().max(500).optional(),
});

interface Picked {
  readonly namespace: Namespace;
  readonly id: string;
}

/** `POST marks/selected`: each mark is decided on its own, and a refusal of one stops no other. */
export function markSelectionRoutes(app: App, deps: OperatorDeps, readFrame: ReadFrame): void {
  app.post('/marks/selected', { schema: { body: Body }, config: { perAccount: true } }, async (request, reply) => {
    const { pick, reason, days, do: action } = request.body;
    const picks = pick.map((text) => pickOf(deps, text));
    requireChange(request, ...picks.map(({ namespace }) => namespace));
    if (action === 'csv') throw invalidField('body.do', 'choose an action');
    if (action === 'recalculate' && days === undefined) {
      throw invalidField('body.days', 'say in how many days from now, from 1 to 365');
    }
    const lines: string[] = [];
    const until = action === 'forever' ? action : deps.clock.now() + 30 * DAY_MS;
    const language = languageOf(request);
    const { title, back: words } = marksTexts[language].selected;
    // Each is decided by itself, in its order.
    for (const one of picks) {
      lines.push(
        action === 'recalculate' && days !== undefined
          ? await broughtForward(deps, one, { days, actor: request.actor, language })
          : await kept(deps, one, { until, actor: request.actor, reason, language }),
      );
    }
    const { frame } = await readFrame(request, '../');
    const back = { path: 'marks', words };
    return sendPage(reply, noticePage({ frame, title, tone: 'plain', here: 'Marks', lines, back }));
  });

  // It changes nothing: a form only because an address has no room for so many ids.
  app.post('/marks/selected.csv', { schema: { body: Body }, config: { access: 'reader' } }, async (request, reply) => {
    const rows: string[] = [];
    for (const { namespace, id } of request.body.pick.map((text) => pickOf(deps, text))) {
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

/** @throws Problem when its namespace is not in the configuration */
function pickOf(deps: OperatorDeps, text: string): Picked {
  const space = text.indexOf(' ');
  return { namespace: knownNamespace(deps, text.slice(0, Math.max(0, space))).namespace, id: text.slice(space + 1) };
}

interface Wish {
  readonly until: number | 'forever';
  readonly actor: string;
  readonly reason: string | undefined;
  readonly language: Language;
}

/** Keeps one resource, and says so in a line. */
async function kept(deps: OperatorDeps, { namespace, id }: Picked, wish: Wish): Promise<string> {
  const { until, actor, reason, language } = wish;
  const at = deps.clock.now();
  const target = { kind: 'id', value: id } as const;
  const optOut: OptOut = { target, until, actor, at, ...(reason ? { reason } : {}) };
  const { removed, deletionBegun } = await deps.optOuts.optOut(namespace, optOut);
  const name = shorten(removed?.resource.name || id, 200);
  const texts = marksTexts[language].selected;
  return deletionBegun ? texts.begun(name) : texts.kept(name, timeOf({ until }, language), removed !== undefined);
}
