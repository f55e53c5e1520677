import { UNSEEN } from '../../core/common/seen.ts';
import { visibleLines } from '../../core/text/visible.ts';

/** A tag of the renderer: it escapes `"` in attributes and `<` in texts, and nothing else has either. */
const TAG = /<(?:"[^"]*"|[^"<>])*>/g;
const ATTRIBUTE = /([\w-]+)="([^"]*)"/g;
/** Attributes that a person reads or hears. */
const READ = new Set(['alt', 'aria-label', 'data-label', 'label', 'placeholder', 'title']);

/**
 * A rendered page on which a person sees each invisible character by its name. Values of forms, addresses and data keep
 * their characters, because a program reads them: a form would otherwise decide about an id that does not exist.
 */
export function visibleMarkup(html: string): string {
  let shown = '';
  let from = 0;
  for (const { 0: tag, index } of html.matchAll(TAG)) {
    shown += visibleLines(html.slice(from, index)) + tag.replace(ATTRIBUTE, attribute);
    from = index + tag.length;
  }
  return shown + visibleLines(html.slice(from));
}

function attribute(_: string, name: string, value: string): string {
  return `${name}="${READ.has(name) ? visibleLines(value) : value.replace(UNSEEN, reference)}"`;
}

/**
 * As a reference it is itself for the reader of the page, and seen in its source. A parser reads NUL as U+FFFD however it
 * is written, and a reference to a character of C1 as another one.
 */
function reference(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code >= 0x80 && code <= 0x9f) return character;
  return `&#x${(code === 0 ? 0xfffd : code).toString(16).toUpperCase()};`;
}
