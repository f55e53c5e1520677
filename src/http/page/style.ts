import { readFileSync } from 'node:fs';

/** The style sheet of every page. It is in the page itself, and its hash in the content security policy. */
export const STYLE = readFileSync(new URL('./style.css', import.meta.url), 'utf8');
