import type { Amounts } from '../../../core/notice/weekly.ts';
import { endWords } from '../../../core/text/endWords.ts';
import { money } from '../../../core/text/money.ts';
import { numbersOf } from '../common/numbers.ts';
import type { WeeklyTexts } from '../common/weekly.ts';

const { pluralize, form, longDay, number } = numbersOf('en');
const amountsOf = (amounts: Amounts) => amounts.map(([currency, amount]) => money(amount, currency)).join(' + ');

/** English, for the message about a week. */
export const enWeekly: WeeklyTexts = {
  heading: (week) => `Holystone, the week of ${longDay(week)}`,
  deleted({ count, ends, saved, unpriced }, since) {
    const { done } = endWords[ends];
    const counted = since === undefined ? '' : ` Counted since ${longDay(since)}.`;
    if (count === 0) return `Nothing was ${done}.${counted}`;
    const gone = `${pluralize(count, 'resource was', 'resources were')} ${done}`;
    const saves = saved.length === 0 ? '' : `: that saves up to ${amountsOf(saved)} a month`;
    const rest = unpriced === 0 ? '' : ` ${number(unpriced)} of them ${form(unpriced, 'has', 'have')} no figure.`;
    return `${gone}${saves}.${rest}${counted}`;
  },
  waitingTitle: 'Waiting:',
  waiting({ count, idle, ends, saves }) {
    if (count + idle === 0) return 'nothing.';
    const { act, does } = endWords[ends];
    const saved = `${act.toLowerCase()} them ${count === 0 ? 'would save' : 'saves'} up to ${amountsOf(saves)} a month`;
    const money = saves.length === 0 ? '' : `; ${saved}`;
    const waits = pluralize(count, 'resource waits for its date', 'resources wait for their date');
    if (idle === 0) return `${waits}${money}.`;
    const marked = `${pluralize(idle, 'resource is', 'resources are')} marked where Holystone ${does} nothing at this stage`;
    return `${count === 0 ? marked : `${waits}, ${marked}`}${money}.`;
  },
  blockedTitle: 'Blocked:',
  blocked: (passes) =>
    passes === 0 ? 'nothing.' : `${pluralize(passes, 'pass waits', 'passes wait')} for an operator.`,
  held: (resources) => `${pluralize(resources, 'resource', 'resources')}`,
  more: (passes) => `… and ${number(passes)} more blocked`,
};
