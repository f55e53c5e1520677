/** The two foundations of a namespace, folded: the evidence of its last survey, and its present configuration. */
import type { PassRecord } from '../../../core/policy/pass.ts';
import type { Html } from '../../../core/text/html.ts';
import { shorten } from '../../../core/text/visible.ts';
import { ScrollTable, Tag } from '../../page/layout.tsx';
import { namespacesTexts } from '../texts/namespaces.ts';
import { number } from '../texts/numbers.ts';

const LONGEST = 200;

interface EvidenceProps {
  readonly passes: readonly PassRecord[];
}

/** The findings of each source and place, and the sources that could not be read, first. */
export function SurveyEvidence({ passes }: EvidenceProps): Html | null {
  const survey = passes.find(({ action }) => action === 'mark');
  const findings = Object.entries(survey?.baseline?.findings ?? {});
  const unread = (survey?.unread ?? []).flatMap(({ account, location, sources }) =>
    sources.map((source) => `${source}@${account}/${location}`),
  );
  if (findings.length + unread.length === 0) return null;
  const texts = namespacesTexts.evidence;
  return (
    <details class="card">
      <summary>{texts.title}</summary>
      <ScrollTable label={texts.title} columns={[texts.source, texts.findings]} numbers={[texts.findings]}>
        {unread.map((source) => (
          <tr>
            <td class="id">{shorten(source, LONGEST)}</td>
            <td class="number" data-label={texts.findings}>
              <Tag tone="warn">{texts.notRead}</Tag>
            </td>
          </tr>
        ))}
        {findings
          .filter(([source]) => !unread.includes(source))
          .map(([source, count]) => (
            <tr>
              <td class="id">{shorten(source, LONGEST)}</td>
              <td class="number" data-label={texts.findings}>
                {number(count)}
              </td>
            </tr>
          ))}
      </ScrollTable>
    </details>
  );
}

interface SettingsProps {
  /** Redacted. */
  readonly settings: Readonly<Record<string, unknown>>;
}

/** Closed until a person opens it. */
export function EffectiveSettings({ settings }: SettingsProps): Html {
  const { title, intro } = namespacesTexts.settings;
  return (
    <details class="card">
      <summary>{title}</summary>
      <p class="quiet">{intro}</p>
      <pre class="message">{JSON.stringify(settings, null, 2)}</pre>
    </details>
  );
}
