import { DAY_MS } from '../../../core/common/duration.ts';
import { endWords } from '../../../core/text/endWords.ts';
import { shorten } from '../../../core/text/visible.ts';
import type { OperatorDeps } from '../../app/deps.ts';
import { readableMark } from '../../app/readableMark.ts';
import { shortWords } from '../../page/dates.tsx';
import { marksTexts } from '../texts/marks.ts';
import type { Picked } from './pick.ts';

interface Wish {
  /** From now to the deletion, at most. */
  readonly days: number;
  readonly actor: string;
}

/** Brings the date of one mark forward, and says the outcome in a line. Rejects with `StoreError`. */
export async function broughtForward(
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
