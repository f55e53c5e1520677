import type { Amounts } from '../../../core/notice/weekly.ts';
import { money } from '../../../core/text/money.ts';
import { numbersOf } from '../common/numbers.ts';
import type { WeeklyTexts } from '../common/weekly.ts';
import { endWords } from './endWords.ts';

const { pluralize, form, longDay, number } = numbersOf('de');
const amountsOf = (amounts: Amounts) => amounts.map(([currency, amount]) => money(amount, currency, 'de')).join(' + ');

/** German, for the message about a week. */
export const deWeekly: WeeklyTexts = {
  heading: (week) => `Holystone, die Woche vom ${longDay(week)}`,
  deleted({ count, ends, saved, unpriced }, since) {
    const { done } = endWords[ends];
    const counted = since === undefined ? '' : ` Gezählt seit ${longDay(since)}.`;
    if (count === 0) return `Nichts wurde ${done}.${counted}`;
    const gone = `${pluralize(count, 'Ressource wurde', 'Ressourcen wurden')} ${done}`;
    const saves = saved.length === 0 ? '' : `: Das spart bis zu ${amountsOf(saved)} im Monat`;
    const rest = unpriced === 0 ? '' : ` Davon ${form(unpriced, 'hat', 'haben')} ${number(unpriced)} keine Angabe.`;
    return `${gone}${saves}.${rest}${counted}`;
  },
  waitingTitle: 'Es wartet:',
  waiting({ count, idle, ends, saves }) {
    if (count + idle === 0) return 'nichts.';
    const { verb, does } = endWords[ends];
    const saved = `sie zu ${verb} ${count === 0 ? 'würde' : 'spart'} bis zu ${amountsOf(saves)} im Monat${count === 0 ? ' sparen' : ''}`;
    const money = saves.length === 0 ? '' : `; ${saved}`;
    const waits = `${pluralize(count, 'Ressource auf ihr', 'Ressourcen auf ihr')} Datum`;
    if (idle === 0) return `${waits}${money}.`;
    const marked = `${pluralize(idle, 'Ressource', 'Ressourcen')}, wo Holystone zurzeit nichts ${does}`;
    return `${count === 0 ? marked : `${waits}, ${marked}`}${money}.`;
  },
  blockedTitle: 'Blockiert:',
  blocked: (passes) =>
    passes === 0 ? 'nichts.' : `${pluralize(passes, 'Lauf wartet', 'Läufe warten')} auf Ihre Betreiber.`,
  held: (resources) => `${pluralize(resources, 'Ressource', 'Ressourcen')}`,
  more: (passes) => `… und ${number(passes)} weitere`,
};
