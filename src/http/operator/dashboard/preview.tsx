/** Before a pattern is stored: the marks that it keeps, and the form with end and reason. */
import { type PatternPreview, previewed } from '../../../core/owner/patternPreview.ts';
import type { Namespace } from '../../../core/resource/namespace.ts';
import type { Html } from '../../../core/text/html.ts';
import { shorten } from '../../../core/text/visible.ts';
import { patternsTexts } from '../texts/patterns.ts';
import { ChangeForm, type Frame } from './frame.tsx';
import { resourcePath, segment } from './operatorParts.tsx';

const LONGEST = 200;

interface Previewed {
  readonly frame: Frame;
  readonly namespace: Namespace;
  readonly pattern: string;
  readonly preview: PatternPreview;
}

/** The marks that the pattern would keep; nothing is stored. */
export function Preview({ frame, namespace, pattern, preview }: Previewed): Html {
  const { ids, matching } = preview;
  const words = previewed(preview);
  return (
    <section class="card" aria-label={patternsTexts.wouldKeep(pattern)}>
      <h2>{patternsTexts.wouldKeep(pattern)}</h2>
      <p>{patternsTexts.matches(preview)}</p>
      {ids.length > 0 && (
        <ul>
          {ids.map((id, i) => (
            <li>
              <a href={`${frame.root}${resourcePath(namespace, id)}`}>{shorten(words[i] ?? id, LONGEST)}</a>
            </li>
          ))}
          {matching > ids.length && <li>{patternsTexts.more(matching - ids.length)}</li>}
        </ul>
      )}
      <p class="quiet">{patternsTexts.alsoFuture}</p>
      {frame.viewer.mayChange(namespace) && (
        <ChangeForm name="filter" viewer={frame.viewer} action={`${frame.root}patterns/${segment(namespace)}`}>
          <input type="hidden" name="pattern" value={pattern} />
          <div>
            <label for="until">{patternsTexts.until}</label>
            <select id="until" name="until">
              {Object.entries(patternsTexts.ends).map(([value, words]) => (
                <option value={value}>{words}</option>
              ))}
            </select>
          </div>
          <div>
            <label for="reason">{patternsTexts.reason}</label>
            <input id="reason" name="reason" type="text" required maxlength={500} autocomplete="off" />
          </div>
          <div>
            <button class="main">{patternsTexts.keep}</button>
          </div>
          <div>
            <a href={`${frame.root}patterns/${segment(namespace)}`}>{patternsTexts.nothing}</a>
          </div>
        </ChangeForm>
      )}
    </section>
  );
}
