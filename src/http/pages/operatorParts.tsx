import { type Html, html } from '../../core/html.ts';
import type { Mark } from '../../core/mark.ts';
import type { Namespace } from '../../core/namespace.ts';
import { tag } from './layout.tsx';

/** The top of an operator's page; `home` is the relative address of the first page. */
export function brand(home: string, beside: Html): Html {
  return html`<a class="brand" href="${home}">Holystone</a> <span class="quiet">${beside}</span>`;
}

/** From the first page; ids with any characters. */
export function resourcePath(namespace: Namespace, id: string): string {
  return `resources/${segment(namespace)}/${segment(id)}`;
}

export function stateTag({ state, nextAttemptAt }: Mark): Html {
  if (state === 'deleting') return tag('bad', 'deleting');
  if (nextAttemptAt !== undefined) return tag('warn', `${state}, held`);
  return tag(state === 'noticed' ? 'warn' : 'plain', state);
}

/** Half a surrogate pair cannot be encoded and would take the whole page with it: it becomes U+FFFD. */
function segment(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString());
}
