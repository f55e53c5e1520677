/** "Keep" by a pattern: the choice on the page of a link, and the second page with the marks that it keeps. */
import { type KeepPatternProblem, patternPrefix } from '../../../core/owner/keepPattern.ts';
import type { OptOut } from '../../../core/owner/optOut.ts';
import { type PatternPreview, previewed } from '../../../core/owner/patternPreview.ts';
import type { Html } from '../../../core/text/html.ts';
import type { Catalogue } from '../../../notify/texts/common/catalogue.ts';
import { Line } from '../../page/layout.tsx';
import type { KeepForm } from './choice.ts';
import { BackLink, endOf, page } from './parts.tsx';
import { groupOf, type Subject } from './subject.ts';

/** The part of a pattern that the owner does not write; `undefined`: no pattern keeps only resources of their group. */
export function prefixOf(subject: Pick<Subject, 'claims' | 'mark' | 'location'>): string | undefined {
  return patternPrefix({ id: subject.claims.id, group: groupOf(subject), location: subject.location });
}

/** Fields of the form that keeps: `scope` = `pattern`, and `pattern`, at most 200 characters. */
export function PatternChoice({ catalogue }: { readonly catalogue: Catalogue }): Html {
  const texts = catalogue.pages.resource;
  return (
    <>
      <label class="choice">
        <input type="radio" name="scope" value="pattern" /> {texts.patternScope}
      </label>
      <label for="pattern" class="quiet small">
        {texts.patternField}
      </label>
      <input id="pattern" name="pattern" maxlength={200} autocomplete="off" autocapitalize="off" spellcheck={false} />
    </>
  );
}

interface AskedPattern {
  readonly form: KeepForm;
  readonly chosen: Pick<OptOut, 'until'>;
  /** With its prefix. */
  readonly value: string;
  readonly preview: PatternPreview;
}

/** Nothing is stored yet. */
export function patternPage(subject: Subject, { form, chosen, value, preview }: AskedPattern): string {
  const texts = subject.catalogue.pages.resource;
  const { matching, ids } = preview;
  return page(
    subject.catalogue,
    texts.patternTitle(value),
    <>
      <Line tone="plain">{texts.patternMatches(preview)}</Line>
      {ids.length > 0 && (
        <ul>
          {previewed(preview).map((one) => (
            <li>{one}</li>
          ))}
          {matching > ids.length && <li>…</li>}
        </ul>
      )}
      <p>{texts.patternNote}</p>
      <form method="post" class="card">
        <input type="hidden" name="scope" value="pattern" />
        <input type="hidden" name="pattern" value={form.pattern} />
        <input type="hidden" name="sure" value="yes" />
        {form.until !== undefined && <input type="hidden" name="until" value={form.until} />}
        {form.reason && <input type="hidden" name="reason" value={form.reason} />}
        <button name="keep" value={form.keep}>
          {texts.yesPattern}:{' '}
          {form.until === undefined
            ? texts.keepFor(form.keep === 'forever' ? undefined : Number.parseInt(form.keep, 10))
            : texts.keepUntil(endOf(subject, chosen))}
        </button>
      </form>
    </>,
  );
}

/** Nothing was stored. @param back relative to the page */
export function noDayPage(catalogue: Catalogue, back: string): string {
  return page(
    catalogue,
    catalogue.pages.resource.nothingChanged,
    <>
      <Line tone="warn">{catalogue.pages.message.noDay}</Line>
      <BackLink catalogue={catalogue} to={back} />
    </>,
  );
}

/** Nothing was stored. @param back relative to the page */
export function noPatternPage({ catalogue }: Subject, problem: KeepPatternProblem | 'tooMany', back: string): string {
  const texts = catalogue.pages.resource;
  return page(
    catalogue,
    texts.nothingChanged,
    <>
      <Line tone="warn">{texts.patternRefused[problem]}</Line>
      <BackLink catalogue={catalogue} to={back} />
    </>,
  );
}
