/** The page where an operator keeps by a pattern. */
import type { KeepPatternProblem } from '../../../core/owner/keepPattern.ts';
import type { PatternPreview } from '../../../core/owner/patternPreview.ts';
import { numbersIn, type Texts } from './texts.ts';

type Problem = KeepPatternProblem | 'tooMany';

const { pluralize, number } = numbersIn('en');
const german = numbersIn('de');

const en = {
  title: 'Kept by a pattern',
  explained:
    'A pattern keeps every resource of this namespace whose id matches, also future ones: * is any text, all other characters are themselves.',
  pattern: 'Pattern of ids',
  show: 'Show the matching marks',
  showHint: 'Nothing is stored yet.',
  refused: (pattern: string, problem: Problem) =>
    `The pattern "${pattern}" ${en.problems[problem]}. Nothing is stored.`,
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
  begun: 'The deletion of one of them had begun already and may still happen.',
  marksLeft: 'There are very many marks: the next survey removes the rest. None of them is deleted meanwhile.',
  outlasted: (actor: string, time: string) => `${actor} keeps them longer, ${time}: that stays in force.`,
  undone: 'No longer kept',
  undoneLine: (pattern: string, actor: string) => `${actor} no longer keeps everything like ${pattern}.`,
  undoneNext:
    'The next survey may mark these resources again; then their owners are notified, and the retention begins anew.',
  back: 'Back to the patterns',
  link: 'Keep by a pattern',
};

const de: typeof en = {
  title: 'Mit einem Muster behalten',
  explained:
    'Ein Muster behält jede Ressource dieses Namensraums, deren Id dazu passt, auch künftige: * ist beliebiger Text, jedes andere Zeichen steht für sich.',
  pattern: 'Muster für Ids',
  show: 'Passende Markierungen zeigen',
  showHint: 'Gespeichert ist noch nichts.',
  refused: (pattern, problem) => `Das Muster „${pattern}“ ${de.problems[problem]}. Es ist nichts gespeichert.`,
  problems: {
    empty: 'ist leer',
    long: 'hat mehr als 200 Zeichen',
    characters: 'hat einen Zeilenumbruch oder ein anderes unsichtbares Zeichen: * kann dafür stehen',
    all: 'würde alles behalten: Behalten Sie stattdessen die Gruppe',
    noStar: 'hat keinen *: Behalten Sie die Ressource über ihre Id',
    tooMany: 'ist eines zu viel: Erst muss ein anderes zurückgenommen werden',
  },
  wouldKeep: (pattern) => `Alles wie ${pattern} behalten?`,
  matches: ({ matching, marks, isPartial }) => {
    const of = `${isPartial ? 'den ersten ' : ''}${german.pluralize(marks, 'Markierung', 'Markierungen')}`;
    return matching === 0 ? `Es passt auf keine von ${of}.` : `Es passt auf ${german.number(matching)} von ${of}.`;
  },
  alsoFuture: 'Es entfernt diese Markierungen und behält auch passende Ressourcen ohne Markierung und künftige.',
  more: (count) => `und ${german.number(count)} weitere`,
  until: 'Behalten',
  ends: { '30d': '30 Tage', '90d': '90 Tage', '365d': 'ein Jahr', forever: 'für immer' },
  reason: 'Grund (nötig)',
  keep: 'Diese und künftige behalten',
  nothing: 'Nichts ändern',
  stored: (count, most) => `${german.number(count)} von höchstens ${german.pluralize(most, 'Muster', 'Mustern')}`,
  none: 'Hier behält niemand mit einem Muster.',
  columns: { pattern: 'Muster', until: 'Behalten bis', by: 'Von', reason: 'Grund' },
  actions: 'Zurücknehmen',
  forever: 'für immer',
  over: 'vorbei',
  undo: 'Zurücknehmen',
  undoOf: (pattern, actor) => `${pattern} von ${actor} zurücknehmen`,
  kept: 'Behalten',
  keptLine: (pattern, time) => `Alles wie ${pattern} wird ${time} behalten.`,
  begun: 'Die Löschung einer davon hatte schon begonnen und kann noch geschehen.',
  marksLeft:
    'Es gibt sehr viele Markierungen: Die nächste Durchsicht entfernt die übrigen. Keine davon wird inzwischen gelöscht.',
  outlasted: (actor, time) => `${actor} behält sie länger, ${time}: Das gilt weiter.`,
  undone: 'Nicht mehr behalten',
  undoneLine: (pattern, actor) => `${actor} behält nicht mehr alles wie ${pattern}.`,
  undoneNext:
    'Die nächste Durchsicht kann diese Ressourcen wieder markieren; dann werden ihre Eigentümer benachrichtigt, und die Frist beginnt von vorn.',
  back: 'Zurück zu den Mustern',
  link: 'Mit einem Muster behalten',
};

/** For the page on which an operator keeps by a pattern. */
export const patternsTexts: Texts<typeof en> = { en, de };
