import type { Checked } from '../../../core/evaluation/checked.ts';
import type { TraceStep, Verdict } from '../../../core/evaluation/verdict.ts';
import type { Html } from '../../../core/text/html.ts';
import { Line, Note, ReasonList, Tag, type Tone } from '../../page/layout.tsx';

const TONES: Readonly<Record<TraceStep['says'], Tone>> = {
  keep: 'good',
  unknown: 'warn',
  held: 'bad',
  candidate: 'bad',
  pass: 'plain',
};

/** A fresh verdict with its whole trace. */
export function VerdictSection({ checked }: { readonly checked: Checked }): Html {
  return (
    <>
      <h2>Evaluated now</h2>
      {checked.kind === 'verdict' ? <WholeVerdict verdict={checked.verdict} /> : <Unread checked={checked} />}
    </>
  );
}

function Unread({ checked }: { readonly checked: Exclude<Checked, { kind: 'verdict' }> }): Html {
  if (checked.kind === 'gone') {
    return <Line tone="plain">The cloud says that it no longer exists.</Line>;
  }
  return (
    <Note tone="warn">
      <p>
        <strong>unknown</strong>: {checked.why}
      </p>
    </Note>
  );
}

function WholeVerdict({
  verdict: { kind, reasons, usedBy, trace, waivedEvidence, decidedBy },
}: {
  readonly verdict: Verdict;
}): Html {
  return (
    <>
      <Note tone={TONES[kind]}>
        <p>
          <strong>{kind}</strong>: <ReasonList reasons={reasons} />
        </p>
      </Note>
      {usedBy.length > 0 && (
        <>
          <p>Used by:</p>
          <ul>
            {usedBy.map(({ by, source }) => (
              <li>
                {by} <span class="quiet">({source})</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <h3 id="steps">The steps of the evaluation; the first that decides wins</h3>
      <ol class="steps" aria-labelledby="steps">
        {trace.map(({ step, says, reasons: because }) => (
          <li class={step === decidedBy ? 'decides' : undefined}>
            {step === decidedBy ? '▶' : says === 'pass' ? '✓' : '•'} <strong>{step}</strong>{' '}
            <Tag tone={TONES[says]}>{says}</Tag> {step === decidedBy && <strong>decides</strong>}{' '}
            <ReasonList reasons={because} />
          </li>
        ))}
      </ol>
      {waivedEvidence.length > 0 && <p class="quiet">Evidence left out: {waivedEvidence.join(', ')}.</p>}
    </>
  );
}
