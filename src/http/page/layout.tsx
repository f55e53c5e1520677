import type { Language } from '../../core/common/language.ts';
import { type Html, type HtmlContent, renderHtml } from '../../core/text/html.ts';
import { STYLE } from './style.ts';
import { visibleMarkup } from './visibleMarkup.ts';

/** A whole page; its texts are escaped by the renderer. */
export interface Page {
  readonly title: string;
  readonly body: HtmlContent;
  /** For reading (`narrow`) or for tables (`wide`). */
  readonly width: 'narrow' | 'wide';
  /** Default English. */
  readonly language?: Language;
  /** Content beside the name at the top. */
  readonly top?: Html;
  /** The pages that one can go to, beside the page or above it. */
  readonly rail?: Html;
  /** Addresses of files of ours; absent = none, as on every page for owners. */
  readonly assets?: { readonly style: string; readonly script: string };
  /** For the script: `live` = a page that reads itself again. */
  readonly mark?: string;
}

/** A whole page. No script in it, no external content; a text shows invisible characters by name. */
export function renderPage({ title, body, width, language = 'en', top, rail, assets, mark }: Page): string {
  const page = (
    <html lang={language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex, nofollow" />
        <title>{`${title} · Holystone`}</title>
        <style dangerouslySetInnerHTML={{ __html: STYLE }} />
        {assets && <link rel="stylesheet" href={assets.style} />}
        {assets && <script src={assets.script} defer />}
      </head>
      <body class={rail ? `${width} railed` : width} data-mark={mark}>
        {rail}
        <header class="top">{top ?? <span class="brand">Holystone</span>}</header>
        <main id="main">{body}</main>
      </body>
    </html>
  );
  return visibleMarkup(`<!doctype html>\n${renderHtml(page)}\n`);
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

/** The weight of a note or a label, as a class of the style sheet; `plain` has no colour. */
export type Tone = 'bad' | 'warn' | 'good' | 'plain';

/** A highlighted box. Screen readers announce `bad` at once. */
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

/** A word in a border. */
export function Tag({ tone, children }: { readonly tone: Tone; readonly children: string }): Html {
  return <span class={`tag ${tone}`}>{children}</span>;
}

/** Rows of a description list; a row without a value is omitted. */
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

/** Several reasons as a list, a single one as a line. */
export function ReasonList({ reasons }: { readonly reasons: readonly HtmlContent[] }): Html {
  if (reasons.length === 1) return <>{reasons[0]}</>;
  return (
    <ul class="plain">
      {reasons.map((reason) => (
        <li>{reason}</li>
      ))}
    </ul>
  );
}

/** Texts of rules and stores are English in every language of the page: `lang` lets a screen reader know. */
export function InEnglish({ on, children }: { readonly on: Language; readonly children: HtmlContent }): Html {
  // biome-ignore lint/complexity/noUselessFragments: the fragment makes one `Html` of any content
  return on === 'en' ? <>{children}</> : <div lang="en">{children}</div>;
}

/** A table that scrolls by itself on a narrow screen. */
export function ScrollTable({
  label,
  kind = 'cards',
  caption,
  columns,
  numbers = [],
  sorted = {},
  children,
}: {
  readonly label: string;
  /** `cards`: on a phone each row is a card with the labels of its cells; `list`: rows stay closer together. */
  readonly kind?: 'cards' | 'list';
  readonly caption?: string;
  readonly columns: readonly string[];
  /** The right-aligned columns. */
  readonly numbers?: readonly string[];
  /** The columns whose heads are links to their order; `order`: the rows are in it. */
  readonly sorted?: Readonly<Record<string, { readonly path: string; readonly order?: 'asc' | 'desc' }>>;
  readonly children: HtmlContent;
}): Html {
  return (
    <div class="scroll" tabindex={0} role="region" aria-label={label}>
      <table class={kind}>
        {caption === undefined ? undefined : <caption>{caption}</caption>}
        <thead>
          <tr>
            {columns.map((name) => (
              <th
                scope="col"
                class={numbers.includes(name) ? 'number' : undefined}
                aria-sort={ariaSort(sorted[name]?.order)}
              >
                {sorted[name] === undefined ? name : <SortLink name={name} {...sorted[name]} />}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

function ariaSort(order: 'asc' | 'desc' | undefined): 'ascending' | 'descending' | undefined {
  return order && (order === 'asc' ? 'ascending' : 'descending');
}

function SortLink({ name, path, order }: { name: string; path: string; order?: 'asc' | 'desc' }): Html {
  return (
    <a href={path}>
      {name}
      {order !== undefined && <span aria-hidden="true">{order === 'asc' ? ' ▲' : ' ▼'}</span>}
    </a>
  );
}

/** A second line in a cell. */
export function QuietLine({ id, children }: { readonly id?: boolean; readonly children: HtmlContent }): Html {
  return (
    <>
      <br />
      <span class={id ? 'id quiet' : 'quiet'}>{children}</span>
    </>
  );
}
