/**
 * The styles of a message. Mail clients drop many styles: layout and light colours are inline and sufficient alone; the
 * style sheet only adds the dark colours, and a client without a dark mode shows the light ones.
 */
import type { CSSProperties } from 'preact';

const FONT = "-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const PLAIN = { margin: '0', fontFamily: FONT } satisfies CSSProperties;
/** Some clients support only a part of the short form. */
const NO_MARGINS = { marginTop: '0', marginRight: '0', marginBottom: '0', marginLeft: '0' } satisfies CSSProperties;
const TEXT = { ...PLAIN, fontSize: '15px', lineHeight: '22px' } satisfies CSSProperties;

/** Properties that only Word knows. */
interface OutlookProperties {
  readonly msoPaddingAlt?: string;
  readonly msoTextRaise?: string;
}

/** Inline styles by the part of the message; the colours are the light ones. */
export const STYLE = {
  page: { backgroundColor: '#eef1f4', margin: '0', padding: '0' },
  body: { backgroundColor: '#eef1f4', margin: '0', padding: '16px 8px' },
  preview: {
    display: 'none',
    overflow: 'hidden',
    lineHeight: '1px',
    opacity: '0',
    maxHeight: '0',
    maxWidth: '0',
  },
  card: {
    maxWidth: '600px',
    backgroundColor: '#ffffff',
    color: '#1c252e',
    fontFamily: FONT,
    borderRadius: '8px',
    padding: '24px 20px',
    textAlign: 'left',
  },
  heading: { ...PLAIN, fontSize: '22px', lineHeight: '28px', margin: '0 0 8px' },
  text: { ...TEXT, margin: '0 0 16px', ...NO_MARGINS, marginBottom: '16px' },
  more: { ...TEXT, margin: '16px 0 0', ...NO_MARGINS, marginTop: '16px' },
  list: { margin: '4px 0 16px', padding: '0 0 0 20px' },
  item: { ...TEXT, wordBreak: 'break-word' },
  entry: { padding: '0' },
  rule: { width: '100%', border: '0', borderTop: '1px solid #dde2e7', margin: '16px 0' },
  title: { ...PLAIN, fontSize: '16px', lineHeight: '22px', fontWeight: '600', wordBreak: 'break-word', ...NO_MARGINS },
  line: { ...TEXT, wordBreak: 'break-word', ...NO_MARGINS },
  small: { ...PLAIN, fontSize: '13px', lineHeight: '19px', color: '#56616d', wordBreak: 'break-word', ...NO_MARGINS },
  button: {
    lineHeight: '100%',
    textDecoration: 'none',
    display: 'inline-block',
    maxWidth: '100%',
    msoPaddingAlt: '0px',
    backgroundColor: '#11694b',
    color: '#ffffff',
    fontFamily: FONT,
    fontSize: '15px',
    fontWeight: '600',
    borderRadius: '6px',
    padding: '12px 20px',
    textAlign: 'center',
    paddingTop: '12px',
    paddingRight: '20px',
    paddingBottom: '12px',
    paddingLeft: '20px',
  },
  buttonText: {
    maxWidth: '100%',
    display: 'inline-block',
    lineHeight: '120%',
    msoPaddingAlt: '0px',
    msoTextRaise: '9px',
  },
  narrow: { width: '1%', whiteSpace: 'nowrap', paddingRight: '16px' },
  actions: { padding: '10px 0 0' },
  link: { color: '#0b5c97', fontFamily: FONT, fontSize: '15px', textDecoration: 'underline' },
  smallLink: { color: '#0b5c97', fontFamily: FONT, fontSize: '13px', textDecoration: 'underline' },
} satisfies Readonly<Record<string, CSSProperties & OutlookProperties>>;

/** It contains no character that HTML would escape. */
export const SHEET = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background-color: #12161a !important; }
  .page td { background-color: transparent !important; }
  .card { background-color: #1c2229 !important; color: #e7ebef !important; }
  .small { color: #a8b3be !important; }
  .rule { border-color: #36404a !important; }
  .button { background-color: #4cc38a !important; color: #08130d !important; }
  .link { color: #7cc4f5 !important; }
}
`;
