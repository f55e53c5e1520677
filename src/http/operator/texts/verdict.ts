import type { Step, TraceStep, Verdict } from '../../../core/evaluation/verdict.ts';
import type { Texts } from './texts.ts';

type Says = Verdict['kind'] | TraceStep['says'];

const en = {
  title: 'Evaluated now',
  gone: 'The cloud says that it no longer exists.',
  usedBy: 'Used by:',
  steps: 'The steps of the evaluation; the first that decides wins',
  says: { candidate: 'candidate', held: 'held', keep: 'keep', unknown: 'unknown', pass: 'pass' } satisfies Record<
    Says,
    string
  >,
  step: {
    optOut: 'opt-out',
    exclusion: 'exclusion',
    safeguard: 'safeguard',
    use: 'use',
    age: 'age',
    evidence: 'evidence',
    rule: 'rule',
    setPolicy: 'set policy',
    hold: 'hold',
    candidate: 'candidate',
  } satisfies Record<Step, string>,
  decides: 'decides',
  leftOut: (sources: readonly string[]) => `Evidence left out: ${sources.join(', ')}.`,
};

const de: typeof en = {
  title: 'Jetzt bewertet',
  gone: 'Die Cloud sagt, dass es sie nicht mehr gibt.',
  usedBy: 'Benutzt von:',
  steps: 'Die Schritte der Bewertung; der erste, der entscheidet, gilt',
  says: { candidate: 'löschbar', held: 'muss warten', keep: 'behalten', unknown: 'unbekannt', pass: 'weiter' },
  step: {
    optOut: 'Widerspruch',
    exclusion: 'Ausnahme',
    safeguard: 'Schutz',
    use: 'Benutzung',
    age: 'Alter',
    evidence: 'Nachweise',
    rule: 'Regel',
    setPolicy: 'Mengenregel',
    hold: 'Warten',
    candidate: 'Löschbar',
  },
  decides: 'entscheidet',
  leftOut: (sources) => `Ausgelassene Nachweise: ${sources.join(', ')}.`,
};

/** For the trace of an evaluation on the page of a resource. */
export const verdictTexts: Texts<typeof en> = { en, de };
