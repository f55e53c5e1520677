import { type Html, sentence, strong } from '../../../core/text/html.ts';
import { form, number, pluralize } from './numbers.ts';

/** For the page of the rollout stages. */
export const stagesTexts = {
  title: 'Stages',
  heading: 'Rollout stages',
  intro: (): Html =>
    sentence`${strong('plan')} surveys only · ${strong('notify')} marks and notifies, deletes nothing · ${strong('canary')} deletes five, then pauses for a day · ${strong('live')} deletes without that limit. Lowering a stage takes effect at once, on every instance.`,
  disobedient: (names: readonly string[]) =>
    `Holystone stored the change, but these instances do not obey it yet: ${names.join(', ')}. Reload this page.`,
  columns: { unit: 'Type in account', stage: 'Stage', start: 'Starts at', move: 'Move to' },
  set: 'set',
  own: (count: number, all: number, stage: string) => `${number(count)} of ${number(all)} namespaces: ${stage}`,
  notLive: 'not live:',
  canary: (used: number, of: number) => `${number(used)} of ${number(of)} deletions`,
  pausedUntil: 'paused until',
  stageOf: (unit: string) => `Stage of ${unit}`,
  choose: 'choose',
  asConfigured: 'as configured',
  why: 'Why',
  whyMoves: (unit: string) => `Why ${unit} moves`,
  move: 'Move',
  moveUnit: (unit: string) => `Move ${unit}`,
  confirm: {
    title: (unit: string, stage: string) => `Move ${unit} to ${stage}?`,
    due: (count: number): Html =>
      sentence`${strong(pluralize(count, 'resource', 'resources'))} ${form(count, 'is', 'are')} due now and may be deleted with the next pass.`,
    others: (count: number) =>
      `${pluralize(count, 'other mark', 'other marks')} may be deleted when ${form(count, 'its', 'their')} date comes. Each is checked again first.`,
    canary: 'A canary deletes five, then it pauses for a day.',
    reason: (reason: string) => `Reason: ${reason}`,
    configured: 'its configured stage',
    yes: (stage: string) => `Move to ${stage}`,
    no: 'Change nothing',
  },
  /** One of several rows of a unit. */
  startingAt: (unit: string, start: string) => `${unit}, starting at ${start}`,
  isNow: (unit: string, stage: string) => `${unit} is at ${stage} now.`,
  undo: (stage: string | undefined) => `Undo: back to ${stage ?? 'the configured stage'}`,
};
