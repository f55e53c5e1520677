import { type Html, html, raw } from '../../core/html.ts';
import type { Language } from '../../core/language.ts';
import { STYLE } from './style.ts';

export interface Page {
  readonly title: string;
  readonly body: Html;
  /** For reading (`narrow`) or for tables (`wide`). */
  readonly width: 'narrow' | 'wide';
  /** English unless said otherwise, as all pages of the operator are. */
  readonly language?: Language;
  /** What stands beside the name at the top. */
  readonly top?: Html;
}

/** A whole page. No script, nothing from elsewhere. */
export function renderPage({ title, body, width, language = 'en', top }: Page): string {
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow">
<title>${title} · Holystone</title>
<style>${raw(STYLE)}</style>
</head>
<body class="${width}">
<header class="top">${top ?? html`<span class="brand">Holystone</span>`}</header>
<main>
${body}
</main>
</body>
</html>
`.markup;
}

export type Tone = 'bad' | 'warn' | 'good' | 'plain';

/** A box that stands out. `bad` is announced by screen readers at once. */
export function note(tone: Tone, body: Html): Html {
  return html`<div class="note ${tone}" role="${tone === 'bad' ? 'alert' : 'note'}">${body}</div>`;
}

/** A word in a frame. */
export function tag(tone: Tone, text: string): Html {
  return html`<span class="tag ${tone}">${text}</span>`;
}

/** Rows of a description list; a row without a value is left out. */
export function facts(rows: readonly (readonly [string, Html | string | undefined])[]): Html {
  const shown = rows.filter(([, value]) => value !== undefined);
  return html`<dl>${shown.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>\n`)}</dl>`;
}

/** Reasons as a list, or the one as a line. */
export function reasonList(reasons: readonly string[]): Html {
  if (reasons.length === 1) return html`${reasons[0]}`;
  return html`<ul class="plain">${reasons.map((reason) => html`<li>${reason}</li>`)}</ul>`;
}

/** What rules and stores say of a resource is English, whatever the language of the page: a screen reader is told so. */
export function inEnglish(language: Language, text: Html | string): Html {
  return language === 'en' ? html`${text}` : html`<div lang="en">${text}</div>`;
}
