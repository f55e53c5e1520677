import type { Html } from '../../core/text/html.ts';
import { shorten } from '../../core/text/visible.ts';
import type { Catalogue } from '../../notify/texts/catalogue.ts';
import { reasonIn } from '../../notify/texts/reasons.ts';
import { ReasonList } from './layout.tsx';

interface Reasons {
  readonly catalogue: Catalogue;
  /** In English, as the mark stores them. */
  readonly reasons: readonly string[];
  /** A longer one is cut. */
  readonly longest: number;
}

/** The reasons in the language of the page; one that has no translation is marked as English. */
export function Reasons({ catalogue: { language }, reasons, longest }: Reasons): Html {
  const words = reasons.map((reason) => {
    const said = reasonIn(language, reason);
    const text = shorten(said.text, longest);
    return said.language === language ? text : <span lang={said.language}>{text}</span>;
  });
  return <ReasonList reasons={words} />;
}
