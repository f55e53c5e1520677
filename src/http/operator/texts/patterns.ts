/** The page where an operator keeps by a pattern. */
import type { KeepPatternProblem } from '../../../core/owner/keepPattern.ts';
import type { PatternPreview } from '../../../core/owner/patternPreview.ts';
import type { EndWords } from '../../../core/text/endWords.ts';
import { number, pluralize } from './numbers.ts';

type Problem = KeepPatternProblem | 'tooMany';

/** For the page on which an operator keeps by a pattern. */
export const patternsTexts = {
  title: 'Kept by a pattern',
  explained:
    'A pattern keeps every resource of this namespace whose id or name matches, also future ones: * is any text, all other characters are themselves.',
  pattern: 'Pattern of ids and names',
  show: 'Show the matching marks',
  showHint: 'Nothing is stored yet.',
  refused: (pattern: string, problem: Problem) =>
    `The pattern "${pattern}" ${patternsTexts.problems[problem]}. Nothing is stored.`,
  problems: {
    empty: 'is empty',
    long: 'is longer than 200 characters',
    characters: 'has a line break or another invisible character: * can stand for it',
    all: 'would keep everything: keep the group in its place',
    noStar: 'has no *: keep the resource by its id',
    tooMany: 'is one too many: withdraw another one first',
  } as Readonly<Record<Problem, string>>,
  wouldKeep: (pattern: string) => `Keep everything like ${pattern}?`,
  matches: ({ matching, marks, isPartial }: PatternPreview) => {
    const of = `${isPartial ? 'the first ' : ''}${pluralize(marks, 'mark', 'marks')}`;
    return matching === 0 ? `It matches none of ${of}.` : `It matches ${number(matching)} of ${of}.`;
  },
  alsoFuture: 'It removes these marks, and also keeps matching resources without a mark, and future ones.',
  more: (count: number) => `and ${number(count)} more`,
  until: 'Keep',
  ends: { '30d': '30 days', '90d': '90 days', '365d': 'a year', forever: 'forever' },
  reason: 'Reason (required)',
  keep: 'Keep these, and future ones',
  nothing: 'Change nothing',
  stored: (count: number, most: number) => `${number(count)} of at most ${pluralize(most, 'pattern', 'patterns')}`,
  none: 'No owner keeps by a pattern here.',
  columns: { pattern: 'Pattern', until: 'Kept until', by: 'By', reason: 'Reason' },
  actions: 'Undo',
  forever: 'forever',
  over: 'over',
  undo: 'Undo',
  undoOf: (pattern: string, actor: string) => `Undo ${pattern} of ${actor}`,
  kept: 'Kept',
  keptLine: (pattern: string, time: string) => `Everything like ${pattern} is kept ${time}.`,
  begun: ({ noun }: EndWords) => `The ${noun} of one of them had begun already and may still happen.`,
  marksLeft: ({ done }: EndWords) =>
    `There are very many marks: the next survey removes the rest. None of them is ${done} meanwhile.`,
  outlasted: (actor: string, time: string) => `${actor} keeps them longer, ${time}: that stays in force.`,
  undone: 'No longer kept',
  undoneLine: (pattern: string, actor: string) => `${actor} no longer keeps everything like ${pattern}.`,
  undoneNext:
    'The next survey may mark these resources again; then their owners are notified, and the retention begins anew.',
  back: 'Back to the patterns',
  link: 'Keep by a pattern',
};
