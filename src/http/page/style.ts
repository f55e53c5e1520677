import { readFileSync } from 'node:fs';

const sheet = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');

/** The colours of every page of ours, in light and dark. */
export const TOKENS = sheet('./tokens.css');

/** The style sheet of every page. It is in the page itself, and its hash in the content security policy. */
export const STYLE = TOKENS + sheet('./style.css');
