import type { Language } from '../../core/common/language.ts';
import { type Html, type HtmlContent, renderHtml } from '../../core/text/html.ts';
import { visibleLines } from '../../core/text/visible.ts';
import { STYLE } from './style.ts';

export interface Page {
  readonly title: string;
  readonly body: HtmlContent;
  /** For reading (`narrow`) or for tables (`wide`). */
  readonly width: 'narrow' | 'wide';
  /** English unless said otherwise, as all pages of the operator are. */
  readonly language?: Language;
  /** What stands beside the name at the top. */
  readonly top?: Html;
}

/** A whole page. No script, nothing from elsewhere; characters that cannot be seen are named. */
export function renderPage({ title, body, width, language = 'en', top }: Page): string {
  const page = (
    <html lang={language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex, nofollow" />
        <title>{`${title} · Holystone`}</title>
        <style dangerouslySetInnerHTML={{ __html: STYLE }} />
      </head>
      <body class={width}>
        <header class="top">{top ?? <span class="brand">Holystone</span>}</header>
        <main>{body}</main>
      </body>
    </html>
  );
  return visibleLines(`<!doctype html>\n${renderHtml(page)}\n`);
}

/** A narrow page whose title is its heading. */
export function renderReading(title: string, language: Language, body: HtmlContent): string {
  const headed = (
    <>
      <h1>{title}</h1>
      {body}
    </>
  );
  return renderPage({ title, width: 'narrow', language, body: headed });
}

export type Tone = 'bad' | 'warn' | 'good' | 'plain';

/** A box that stands out. `bad` is announced by screen readers at once. */
export function Note({ tone, children }: { readonly tone: Tone; readonly children: HtmlContent }): Html {
  return (
    <div class={`note ${tone}`} role={tone === 'bad' ? 'alert' : 'note'}>
      {children}
    </div>
  );
}

/** A box with one paragraph. */
export function Line({ tone, children }: { readonly tone: Tone; readonly children: HtmlContent }): Html {
  return (
    <Note tone={tone}>
      <p>{children}</p>
    </Note>
  );
}

/** A word in a frame. */
export function Tag({ tone, children }: { readonly tone: Tone; readonly children: string }): Html {
  return <span class={`tag ${tone}`}>{children}</span>;
}

/** Rows of a description list; a row without a value is left out. */
export function Facts({ rows }: { readonly rows: readonly (readonly [string, HtmlContent])[] }): Html {
  return (
    <dl>
      {rows
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => (
          <>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </>
        ))}
    </dl>
  );
}

/** Reasons as a list, or the one as a line. */
export function ReasonList({ reasons }: { readonly reasons: readonly string[] }): Html {
  if (reasons.length === 1) return <>{reasons[0]}</>;
  return (
    <ul class="plain">
      {reasons.map((reason) => (
        <li>{reason}</li>
      ))}
    </ul>
  );
}

/** What rules and stores say of a resource is English, whatever the language of the page: a screen reader is told so. */
export function InEnglish({ on, children }: { readonly on: Language; readonly children: HtmlContent }): Html {
  return on === 'en' ? <>{children}</> : <div lang="en">{children}</div>;
}

/** A table that scrolls by itself where the screen is too narrow for it. */
export function ScrollTable({
  label,
  kind = 'cards',
  caption,
  columns,
  numbers = [],
  children,
}: {
  readonly label: string;
  /** `cards`: on a phone each row is a card with the labels of its cells; `list`: rows stay closer together. */
  readonly kind?: 'cards' | 'list';
  readonly caption?: string;
  readonly columns: readonly string[];
  /** Which of them stand to the right. */
  readonly numbers?: readonly string[];
  readonly children: HtmlContent;
}): Html {
  return (
    <div class="scroll" tabindex={0} role="region" aria-label={label}>
      <table class={kind}>
        {caption === undefined ? undefined : <caption>{caption}</caption>}
        <thead>
          <tr>
            {columns.map((name) => (
              <th scope="col" class={numbers.includes(name) ? 'number' : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

/** A line below the first of a cell. */
export function QuietLine({ id, children }: { readonly id?: boolean; readonly children: HtmlContent }): Html {
  return (
    <>
      <br />
      <span class={id ? 'id quiet' : 'quiet'}>{children}</span>
    </>
  );
}
