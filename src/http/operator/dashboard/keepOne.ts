/** "Keep it" of an operator about one resource, told in a line. */
import { readKeepUntil } from '../../../core/owner/keepUntil.ts';
import { endWords } from '../../../core/text/endWords.ts';
import { shellWord } from '../../../core/text/shell.ts';
import { shorten } from '../../../core/text/visible.ts';
import type { OperatorDeps } from '../../app/deps.ts';
import type { Identity } from '../../app/identity.ts';
import { Problem } from '../../app/problem.ts';
import { keep } from '../api/optOutChanges.ts';
import { marksTexts } from '../texts/marks.ts';
import { timeOf } from './fate.ts';
import type { Picked } from './pick.ts';

/** The outcome of one resource, in a line. */
export interface Done {
  readonly line: string;
  /** Nothing is stored. */
  readonly isRefused?: true;
}

interface Wish {
  readonly until: string;
  /** Empty = none. */
  readonly reason: string;
}

/** Why a text is no end of a decision, after "The last day"; `undefined` = it is one. */
export function untilProblem(text: string, now: number): string | undefined {
  const read = readKeepUntil(text, now, undefined);
  return 'why' in read ? read.why : undefined;
}

/** Keeps one resource, and says so. */
export async function kept(
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
    if (deletionBegun) return { line: texts.begun(name, endWords[deps.endOf(namespace)]) };
    return { line: texts.kept(name, timeOf(optOut), removed !== undefined) };
  } catch (error) {
    const isUnseen = error instanceof Problem && (error.code === 'unknownId' || error.code === 'unreadId');
    if (!isUnseen) throw error;
    return { line: texts.notKept(shorten(id, 200), shorten(error.message, 1_000)), isRefused: true };
  }
}
