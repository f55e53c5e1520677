import type { Language } from '../../../core/common/language.ts';
import type { Mark } from '../../../core/mark/mark.ts';
import type { Namespace } from '../../../core/resource/namespace.ts';
import type { Html, HtmlContent } from '../../../core/text/html.ts';
import { shorten } from '../../../core/text/visible.ts';
import { reasonIn } from '../../../notify/texts/reasons.ts';
import { relative } from '../../page/dates.tsx';
import { Tag } from '../../page/layout.tsx';
import { languagePath } from '../texts/language.ts';
import { problemIn } from '../texts/problems.ts';
import { sharedWords } from '../texts/words.ts';

/** The top of an operator's page; `home` is the relative address of the first page. */
export function Brand({ home, children }: { readonly home: string; readonly children: HtmlContent }): Html {
  return (
    <>
      <a class="brand" href={home}>
        Holystone
      </a>{' '}
      <span class="quiet">{children}</span>
    </>
  );
}

/** Relative to the first page; ids may have any characters. */
export function resourcePath(namespace: Namespace, id: string): string {
  return `resources/${segment(namespace)}/${segment(id)}`;
}

interface StateTag {
  readonly mark: Mark;
  readonly language: Language;
}

/** In the words of the page; the API has the states themselves. */
export function StateTag({ mark: { state, nextAttemptAt }, language }: StateTag): Html {
  const { states, deferred } = sharedWords[language];
  const words = states[state];
  if (state === 'deleting') return <Tag tone="bad">{words}</Tag>;
  if (nextAttemptAt !== undefined) return <Tag tone="warn">{deferred(words)}</Tag>;
  return <Tag tone={state === 'noticed' ? 'warn' : 'plain'}>{words}</Tag>;
}

/** The time until the deletion of a resource that still exists: `in 3 days`, `overdue by 5 hours`. */
export function untilDeletion({ projectedDeletionAt: at }: Mark, now: number, language: Language): string {
  return at >= now ? relative(at, now, language) : sharedWords[language].overdue(now - at);
}

const OTHER: Readonly<Record<Language, readonly [language: Language, name: string]>> = {
  en: ['de', 'Deutsch'],
  de: ['en', 'English'],
};

/** The link to the same page in the other language, which the browser keeps from then on. */
export function OtherLanguage({ language, path, root }: { language: Language; path: string; root: string }): Html {
  const [other, name] = OTHER[language];
  return (
    <a class="fact" href={`${root}${languagePath(other, path)}`} lang={other} hreflang={other} rel="nofollow">
      {name}
    </a>
  );
}

/** Text that Holystone stores in English, in a line of a page that may be in another language. */
export function English({ on, children }: { readonly on: Language; readonly children: HtmlContent }): Html {
  // biome-ignore lint/complexity/noUselessFragments: the fragment makes one `Html` of any content
  return on === 'en' ? <>{children}</> : <span lang="en">{children}</span>;
}

interface ReportedProps {
  /** The language of the page. */
  readonly on: Language;
  /** A report of Holystone, in English. */
  readonly text: string;
  /** In characters; the rest is cut. */
  readonly longest?: number;
  /** So many characters at the start stand before it already. */
  readonly from?: number;
}

/** A problem in the language of the page; the words of a provider in it are marked as English. */
export function Reported({ on, text, longest = 4_000, from = 0 }: ReportedProps): Html {
  let left = longest;
  const shown = problemIn(on, text).flatMap((piece, at) => {
    const words = left > 0 ? shorten(at === 0 ? piece.text.slice(from) : piece.text, left) : '';
    left -= words.length;
    return words === '' ? [] : [{ ...piece, text: words }];
  });
  return <>{shown.map((piece) => (piece.language === on ? piece.text : <English on={on}>{piece.text}</English>))}</>;
}

/** The text in the language of the page where there is a translation of it, else marked as English. */
export function Stored({ on, text }: { readonly on: Language; readonly text: string }): Html {
  const said = reasonIn(on, text);
  // biome-ignore lint/complexity/noUselessFragments: the fragment makes one `Html` of a text
  return said.language === on ? <>{said.text}</> : <English on={on}>{said.text}</English>;
}

/** A namespace breaks after its colons before it breaks in a word. */
export function NamespaceName({ namespace }: { readonly namespace: string }): Html {
  return <Parts of={namespace.split(/(?<=:)/)} />;
}

/** A mail address breaks before its `@` before it breaks in a word. */
export function Address({ address }: { readonly address: string }): Html {
  return <Parts of={address.split(/(?=@)/)} />;
}

/** A line may break between the parts. */
function Parts({ of: parts }: { readonly of: readonly string[] }): Html {
  return (
    <>
      {parts.map((part, at) => (
        <>
          {at > 0 && <wbr />}
          {part}
        </>
      ))}
    </>
  );
}

/** Half a surrogate pair cannot be encoded and would break the whole page: it becomes U+FFFD. */
export function segment(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString());
}
