import type { Checked } from '../../../core/evaluation/checked.ts';
import type { TraceStep, Verdict } from '../../../core/evaluation/verdict.ts';
import type { Html } from '../../../core/text/html.ts';
import { shorten } from '../../../core/text/visible.ts';
import { Line, Note, ReasonList, Tag, type Tone } from '../../page/layout.tsx';
import { verdictTexts } from '../texts/verdict.ts';
import { LONGEST_PROBLEM } from './operatorParts.tsx';

const TONES: Readonly<Record<TraceStep['says'], Tone>> = {
  keep: 'good',
  unknown: 'warn',
  held: 'bad',
  candidate: 'bad',
  pass: 'plain',
};

interface Section {
  readonly checked: Checked;
}

/** A fresh verdict with its whole trace. */
export function VerdictSection({ checked }: Section): Html {
  return (
    <>
      <h2>{verdictTexts.title}</h2>
      {checked.kind === 'verdict' ? <WholeVerdict verdict={checked.verdict} /> : <Unread checked={checked} />}
    </>
  );
}

interface UnreadProps {
  readonly checked: Exclude<Checked, { kind: 'verdict' }>;
}

function Unread({ checked }: UnreadProps): Html {
  const { gone, says } = verdictTexts;
  if (checked.kind === 'gone') {
    return <Line tone="plain">{gone}</Line>;
  }
  return (
    <Note tone="warn">
      <p>
        <strong>{says.unknown}</strong>: {shorten(checked.why, LONGEST_PROBLEM)}
      </p>
    </Note>
  );
}

interface WholeProps {
  readonly verdict: Verdict;
}

function WholeVerdict({ verdict }: WholeProps): Html {
  const { kind, reasons, usedBy, trace, waivedEvidence, decidedBy } = verdict;
  return (
    <>
      <Note tone={TONES[kind]}>
        <p>
          <strong>{verdictTexts.says[kind]}</strong>: <ReasonList reasons={reasons} />
        </p>
      </Note>
      {usedBy.length > 0 && (
        <>
          <p>{verdictTexts.usedBy}</p>
          <ul>
            {usedBy.map(({ by, source }) => (
              <li>
                {by} <span class="quiet">({source})</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <h3 id="steps">{verdictTexts.steps}</h3>
      <ol class="steps" aria-labelledby="steps">
        {trace.map(({ step, says, reasons: because }) => (
          <li class={step === decidedBy ? 'decides' : undefined}>
            {step === decidedBy ? '▶' : says === 'pass' ? '✓' : '•'} <strong>{verdictTexts.step[step]}</strong>{' '}
            <Tag tone={TONES[says]}>{verdictTexts.says[says]}</Tag>{' '}
            {step === decidedBy && <strong>{verdictTexts.decides}</strong>} <ReasonList reasons={because} />
          </li>
        ))}
      </ol>
      {waivedEvidence.length > 0 && <p class="quiet">{verdictTexts.leftOut(waivedEvidence)}</p>}
    </>
  );
}
