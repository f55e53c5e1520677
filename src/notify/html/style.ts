/**
 * How a message looks. Mail clients drop what they like: layout and light colours are inline and hold alone; the style
 * sheet only adds the dark colours, and a client that has no dark mode of its own shows the light ones.
 */
import type { CSSProperties } from 'react';

const FONT = "-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const PLAIN = { margin: '0', fontFamily: FONT } satisfies CSSProperties;

export const STYLE = {
  body: { backgroundColor: '#eef1f4', margin: '0', padding: '16px 8px' },
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
  text: { ...PLAIN, fontSize: '15px', lineHeight: '22px', margin: '0 0 16px' },
  entry: { padding: '0' },
  rule: { border: '0', borderTop: '1px solid #dde2e7', margin: '16px 0' },
  title: { ...PLAIN, fontSize: '16px', lineHeight: '22px', fontWeight: '600', wordBreak: 'break-word' },
  line: { ...PLAIN, fontSize: '15px', lineHeight: '22px', wordBreak: 'break-word' },
  small: { ...PLAIN, fontSize: '13px', lineHeight: '19px', color: '#56616d', wordBreak: 'break-word' },
  button: {
    backgroundColor: '#11694b',
    color: '#ffffff',
    fontFamily: FONT,
    fontSize: '15px',
    fontWeight: '600',
    borderRadius: '6px',
    padding: '12px 20px',
    textAlign: 'center',
  },
  actions: { padding: '10px 0 0' },
  link: { color: '#0b5c97', fontFamily: FONT, fontSize: '15px', textDecoration: 'underline' },
} satisfies Readonly<Record<string, CSSProperties>>;

/** No character in it that HTML would escape. */
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
