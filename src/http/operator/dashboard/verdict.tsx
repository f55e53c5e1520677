import type { Language } from '../../../core/common/language.ts';
import type { Checked } from '../../../core/evaluation/checked.ts';
import type { TraceStep, Verdict } from '../../../core/evaluation/verdict.ts';
import type { Html } from '../../../core/text/html.ts';
import { Line, Note, ReasonList, Tag, type Tone } from '../../page/layout.tsx';
import { verdictTexts } from '../texts/verdict.ts';
import { Reported, Stored } from './operatorParts.tsx';

const TONES: Readonly<Record<TraceStep['says'], Tone>> = {
  keep: 'good',
  unknown: 'warn',
  held: 'bad',
  candidate: 'bad',
  pass: 'plain',
};

interface Section {
  readonly checked: Checked;
  readonly language: Language;
}

/** A fresh verdict with its whole trace. */
export function VerdictSection({ checked, language }: Section): Html {
  return (
    <>
      <h2>{verdictTexts[language].title}</h2>
      {checked.kind === 'verdict' ? (
        <WholeVerdict verdict={checked.verdict} language={language} />
      ) : (
        <Unread checked={checked} language={language} />
      )}
    </>
  );
}

interface UnreadProps {
  readonly checked: Exclude<Checked, { kind: 'verdict' }>;
  readonly language: Language;
}

function Unread({ checked, language }: UnreadProps): Html {
  const { gone, says } = verdictTexts[language];
  if (checked.kind === 'gone') {
    return <Line tone="plain">{gone}</Line>;
  }
  return (
    <Note tone="warn">
      <p>
        <strong>{says.unknown}</strong>: <Reported on={language} text={checked.why} />
      </p>
    </Note>
  );
}

interface WholeProps {
  readonly verdict: Verdict;
  readonly language: Language;
}

function WholeVerdict({ verdict, language }: WholeProps): Html {
  const { kind, reasons, usedBy, trace, waivedEvidence, decidedBy } = verdict;
  const texts = verdictTexts[language];
  const said = (all: readonly string[]) => all.map((text) => <Stored on={language} text={text} />);
  return (
    <>
      <Note tone={TONES[kind]}>
        <p>
          <strong>{texts.says[kind]}</strong>: <ReasonList reasons={said(reasons)} />
        </p>
      </Note>
      {usedBy.length > 0 && (
        <>
          <p>{texts.usedBy}</p>
          <ul>
            {usedBy.map(({ by, source }) => (
              <li>
                {by} <span class="quiet">({source})</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <h3 id="steps">{texts.steps}</h3>
      <ol class="steps" aria-labelledby="steps">
        {trace.map(({ step, says, reasons: because }) => (
          <li class={step === decidedBy ? 'decides' : undefined}>
            {step === decidedBy ? '▶' : says === 'pass' ? '✓' : '•'} <strong>{texts.step[step]}</strong>{' '}
            <Tag tone={TONES[says]}>{texts.says[says]}</Tag> {step === decidedBy && <strong>{texts.decides}</strong>}{' '}
            <ReasonList reasons={said(because)} />
          </li>
        ))}
      </ol>
      {waivedEvidence.length > 0 && <p class="quiet">{texts.leftOut(waivedEvidence)}</p>}
    </>
  );
}
