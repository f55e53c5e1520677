import { readKeepPattern } from '../core/owner/keepPattern.ts';
import type { OptOut } from '../core/owner/optOut.ts';
import { type PatternPreview, previewed } from '../core/owner/patternPreview.ts';
import type { WorkConfiguration } from '../core/policy/workConfiguration.ts';
import type { OptOutStore } from '../core/ports/ports.ts';
import { endsOf } from '../core/resource/ends.ts';
import { endWords } from '../core/text/endWords.ts';
import { UsageError } from './context.ts';
import { minute } from './text/minutes.ts';

interface PatternDecision {
  readonly wc: Pick<WorkConfiguration, 'namespace' | 'stops'>;
  /** About a pattern. */
  readonly optOut: OptOut;
  /** Store it; else only show the marks that it keeps. */
  readonly isSure: boolean;
}

type Store = Pick<OptOutStore, 'preview' | 'optOut'>;

/** The answer about a pattern: for people, and for programs. */
export interface PatternKept {
  readonly text: string;
  readonly json: {
    readonly stored: boolean;
    /** Marks that match, and the number of marks that were looked at. */
    readonly matching: number;
    readonly marks: number;
    readonly deletionBegun: boolean;
  };
}

/** @throws UsageError for a text that is no pattern; TooManyPatternsError */
export async function keepPattern(optOuts: Store, { wc, optOut, isSure }: PatternDecision): Promise<PatternKept> {
  const { namespace } = wc;
  const { value } = optOut.target;
  const read = readKeepPattern(value);
  if (read.kind === 'invalid') throw new UsageError(`the pattern "${value}" ${read.why}`);
  const preview = await optOuts.preview(namespace, value);
  const until = optOut.until === 'forever' ? 'forever' : `until ${minute(optOut.until)}`;
  if (!isSure) {
    const would = `Would keep ${until}: every resource in ${namespace} whose id or name matches ${value}, also future ones.`;
    const text = `${would}\n${previewText(preview)}\nNothing is stored yet. To store it, add --yes.`;
    return { text, json: jsonOf(preview, false, false) };
  }
  const { deletionBegun, marksLeft } = await optOuts.optOut(namespace, optOut);
  const text = [
    `Every resource in ${namespace} whose id or name matches ${value} is kept ${until}, also future ones.`,
    previewText(preview),
    ...(deletionBegun
      ? [`The ${endWords[endsOf([wc])].noun} of one of them had begun already and may still happen.`]
      : []),
    ...(marksLeft ? ['There are very many marks: the next survey removes the rest.'] : []),
  ].join('\n');
  return { text, json: jsonOf(preview, true, deletionBegun) };
}

function jsonOf({ matching, marks }: PatternPreview, stored: boolean, deletionBegun: boolean): PatternKept['json'] {
  return { stored, matching, marks, deletionBegun };
}

function previewText(preview: PatternPreview): string {
  const { matching, ids, marks, isPartial } = preview;
  const of = isPartial ? `the first ${marks} marks` : `${marks} marks`;
  const more = matching > ids.length ? ` and ${matching - ids.length} more` : '';
  return matching === 0
    ? `It matches none of ${of}.`
    : `It matches ${matching} of ${of}: ${previewed(preview).join(', ')}${more}.`;
}
