/** Words that several pages share: of passes, marks, events and dates. */
import type { Mark } from '../../../core/mark/mark.ts';
import type { Outcome } from '../../../core/policy/pass.ts';
import type { Action } from '../../../core/policy/workConfiguration.ts';
import type { AuditEvent } from '../../../core/resource/audit.ts';
import type { Ends } from '../../../core/resource/ends.ts';
import { endWords } from '../../../core/text/endWords.ts';
import type { UnitState } from '../../../core/work/unitState.ts';
import { number, span } from './numbers.ts';

/** Each page uses these beside its own texts. */
export const sharedWords = {
  actions: { mark: 'mark', notify: 'notify', delete: 'delete' } satisfies Record<Action, string>,
  outcomes: {
    complete: 'complete',
    incomplete: 'incomplete',
    blocked: 'blocked',
    paced: 'paced',
    unfinished: 'unfinished',
    failed: 'failed',
  } satisfies Record<Outcome, string>,
  work: {
    idle: 'idle',
    scheduled: 'scheduled',
    ongoing: 'ongoing',
    unfinished: 'unfinished',
    partial: 'partial',
    failed: 'failed',
  } satisfies Record<UnitState, string>,
  states: { marked: 'marked', noticed: 'owner notified', deleting: 'deleting' } satisfies Record<Mark['state'], string>,
  /** @param end of the resource */
  state: (state: Mark['state'], end: Ends) =>
    state === 'deleting' && end === 'stops' ? 'stopping' : sharedWords.states[state],
  deferred: (state: string) => `${state}, deferred`,
  /** `opted out`; one of a later version has its name's words. @param ends of the resources that it is about */
  event: (event: AuditEvent, ends: Ends): string => {
    if (event === 'deleted') return endWords[ends].done;
    return event === 'noticed' ? 'notified' : event.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  },
  /** A pass, in a sentence. */
  pass: (action: Action) => `the ${action} pass`,
  overdue: (ms: number) => `overdue by ${span(ms)}`,
  old: (ms: number) => `${span(ms)} old`,
  forever: 'forever',
  until: (date: string) => `until ${date}`,
  none: 'none',
  unknown: 'unknown',
  all: 'all',
  exists: 'exists',
  noFigure: 'no figure',
  dryRun: 'dry run',
  marksOnly: 'marks only',
  next: (count: number, of: number) => `Next ${number(count)} of ${number(of)}`,
  fleet: 'fleet',
};
