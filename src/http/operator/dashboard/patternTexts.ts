/** The words of the page where an operator keeps by a pattern. */
import { pluralize } from '../../../core/common/pluralize.ts';
import type { PatternPreview } from '../../../core/owner/patternPreview.ts';

export const PATTERN_TEXTS = {
  title: 'Kept by a pattern',
  explained:
    'A pattern keeps every resource of this namespace whose id matches, also future ones: * is any text, all other characters are themselves.',
  pattern: 'Pattern of ids',
  show: 'Show the matching marks',
  showHint: 'Nothing is stored yet.',
  refused: (pattern: string, why: string) => `The pattern "${pattern}" ${why}. Nothing is stored.`,
  tooMany: 'is one too many: withdraw another one first',
  wouldKeep: (pattern: string) => `Keep everything like ${pattern}?`,
  matches: ({ matching, marks, isPartial }: PatternPreview) => {
    const of = isPartial ? `the first ${pluralize(marks, 'mark')}` : pluralize(marks, 'mark');
    return matching === 0 ? `It matches none of ${of}.` : `It matches ${matching} of ${of}.`;
  },
  alsoFuture: 'It removes these marks, and also keeps what has no mark now, and what comes later.',
  more: (count: number) => `and ${count} more`,
  until: 'Keep',
  ends: { '30d': '30 days', '90d': '90 days', '365d': 'a year', forever: 'forever' },
  reason: 'Reason (required)',
  keep: 'Keep these, and future ones',
  nothing: 'Change nothing',
  stored: (count: number, most: number) => `${count} of at most ${pluralize(most, 'pattern')}`,
  none: 'Nobody keeps by a pattern here.',
  columns: ['Pattern', 'Kept until', 'By', 'Reason'],
  actions: 'Undo',
  forever: 'forever',
  over: 'over',
  undo: 'Undo',
  undoOf: (pattern: string, actor: string) => `Undo ${pattern} of ${actor}`,
  kept: 'Kept',
  keptLine: (pattern: string, time: string) => `Everything like ${pattern} is kept ${time}.`,
  begun: 'The deletion of one of them had begun already and may still happen.',
  marksLeft: 'There are very many marks: the next survey removes the rest. None of them is deleted meanwhile.',
  outlasted: (actor: string, time: string) => `${actor} keeps them longer, ${time}: that stays in force.`,
  undone: 'No longer kept',
  undoneLine: (pattern: string, actor: string) => `${actor} no longer keeps everything like ${pattern}.`,
  undoneNext:
    'The next survey may mark these resources again; then their owners are notified, and the retention begins anew.',
  back: 'Back to the patterns',
  link: 'Keep by a pattern',
} as const;
