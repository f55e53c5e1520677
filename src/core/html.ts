/** An escaping template for mail and pages: what is put into it is data and can never become markup. */
import { visibleLines } from './visible.ts';

/** Markup that is safe to send. Only {@link html} and {@link raw} make it. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }

  toString(): string {
    return this.markup;
  }
}

/** What a template takes; `undefined`, `null` and `false` are nothing, a list is its items one after the other. */
export type HtmlValue = Html | string | number | undefined | null | false | readonly HtmlValue[];

/**
 * @example html`<td title="${resource.name}">${resource.name}</td>`
 * Attributes must be quoted. Not for the inside of `<script>` and `<style>`, where escaping works differently.
 */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return new Html(parts.map((part, index) => part + render(values[index])).join(''));
}

/** Markup we wrote ourselves (a style sheet). Never anything that came from a resource, a person or the network. */
export function raw(markup: string): Html {
  return new Html(markup);
}

/** Data as it may stand between tags and in quoted attributes; characters that cannot be seen are named. */
export function escapeHtml(text: string): string {
  return visibleLines(text).replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);
}

function render(value: HtmlValue): string {
  if (value instanceof Html) return value.markup;
  if (value === undefined || value === null || value === false) return '';
  if (Array.isArray(value)) return value.map(render).join('');
  return escapeHtml(String(value));
}
