import { isTranslated, type Reason } from '../../core/common/reason.ts';
import { wordsIn } from '../../core/reason/english.ts';
import type { Html } from '../../core/text/html.ts';
import { shorten } from '../../core/text/visible.ts';
import type { Catalogue } from '../../notify/texts/common/catalogue.ts';
import { ReasonList } from './layout.tsx';

interface Reasons {
  readonly catalogue: Catalogue;
  readonly reasons: readonly Reason[];
  /** A longer one is cut. */
  readonly longest: number;
}

/** The reasons in the language of the page; one that has no translation is marked as English. */
export function Reasons({ catalogue, reasons, longest }: Reasons): Html {
  const words = reasons.map((reason) => {
    const text = shorten(wordsIn(catalogue.reasons, reason), longest);
    return catalogue.language === 'en' || isTranslated(reason) ? text : <span lang="en">{text}</span>;
  });
  return <ReasonList reasons={words} />;
}
