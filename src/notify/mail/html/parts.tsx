/**
 * The building blocks of a mail. Outlook renders with Word and other clients drop style sheets, so boxes are tables,
 * every style is inline, and the margins of paragraphs are set one by one.
 */
import type { CSSProperties } from 'preact';
import type { Html, HtmlContent } from '../../../core/text/html.ts';
import { STYLE } from './style.ts';

interface Part {
  readonly children: HtmlContent;
}

interface Styled extends Part {
  readonly style?: CSSProperties;
}

/** A box: a table with one cell. */
export function Box({ children, style, card }: Styled & { readonly card?: boolean }): Html {
  return (
    <LayoutTable style={style} card={card}>
      <tr style={card ? FULL : undefined}>
        <td>{children}</td>
      </tr>
    </LayoutTable>
  );
}

/** Two parts side by side: two cells. */
export function SideBySide({ style, first, second }: Pick<Styled, 'style'> & Record<'first' | 'second', Html>): Html {
  return (
    <LayoutTable style={style}>
      <tr style={FULL}>
        <td style={STYLE.narrow}>{first}</td>
        <td>{second}</td>
      </tr>
    </LayoutTable>
  );
}

const FULL = { width: '100%' };

/** Obsolete in HTML, but the only attributes that Word supports: the types no longer have them. */
const LAYOUT = { align: 'center', border: 0 };

interface LayoutTable extends Part {
  readonly style: CSSProperties | undefined;
  readonly card?: boolean | undefined;
}

/** `role`: a screen reader does not announce it as a table. */
export function LayoutTable({ children, style, card }: LayoutTable): Html {
  return (
    <table
      {...LAYOUT}
      width="100%"
      class={card ? 'card' : undefined}
      cellpadding="0"
      cellspacing="0"
      role="presentation"
      style={style}
    >
      <tbody>{children}</tbody>
    </table>
  );
}

/** A paragraph; its style is inline, for mail programs that drop style sheets. */
export function Text({ children, style = STYLE.text }: Styled): Html {
  return <p style={style}>{children}</p>;
}

/**
 * A line of an entry that may contain a name: `dir="auto"` stops a name in a right-to-left script from reordering the
 * text beside it.
 */
export function NameLine({ children, style = STYLE.line }: Styled): Html {
  return (
    <p dir="auto" style={style}>
      {children}
    </p>
  );
}

/** @param named the text has a name in it: a name in a right-to-left script must not reorder the line */
export function Small({ children, named }: Part & { readonly named?: boolean }): Html {
  return (
    <p class="small" dir={named ? 'auto' : undefined} style={STYLE.small}>
      {children}
    </p>
  );
}

/** A horizontal line. */
export function Rule(): Html {
  return <hr class="rule" style={STYLE.rule} />;
}

interface Link extends Part {
  readonly href: string;
  /** The text for screen readers. */
  readonly label?: string;
  readonly style?: CSSProperties;
}

/** The page opens in another tab, and gets no handle on this one (`noopener`). */
export function Link({ href, label, style = STYLE.link, children }: Link): Html {
  return (
    <a class="link" href={href} aria-label={label} style={style} target="_blank" rel="noopener">
      {children}
    </a>
  );
}

/** Word ignores the padding of a link: only for Word, wide spaces on both sides, 20 px, and raised text. */
const BEFORE = '<!--[if mso]><i style="mso-font-width:500%;mso-text-raise:18" hidden>&#8202;&#8202;</i><![endif]-->';
const AFTER = '<!--[if mso]><i style="mso-font-width:500%" hidden>&#8202;&#8202;&#8203;</i><![endif]-->';

/** A link that looks like a button, also where Word renders the mail. */
export function Button({ href, label, children }: Omit<Link, 'style'>): Html {
  return (
    <a class="button" href={href} aria-label={label} style={STYLE.button} target="_blank" rel="noopener">
      <span dangerouslySetInnerHTML={{ __html: BEFORE }} />
      <span style={STYLE.buttonText}>{children}</span>
      <span dangerouslySetInnerHTML={{ __html: AFTER }} />
    </a>
  );
}

const LONGEST_PREVIEW = 150;
/** Invisible characters, so that a list of mails shows no text after the preview. */
const FILLER = '\u00A0\u200C\u200B\u200D\u200E\u200F\uFEFF';

/** The text that a list of mails shows beside the subject. */
export function Preview({ text }: { readonly text: string }): Html {
  const shown = text.slice(0, LONGEST_PREVIEW);
  return (
    <div style={STYLE.preview}>
      {shown}
      {shown.length < LONGEST_PREVIEW && <div>{FILLER.repeat(LONGEST_PREVIEW - shown.length)}</div>}
    </div>
  );
}
