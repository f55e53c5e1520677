import { html } from '../../core/html.ts';
import type { Catalogue } from '../../notify/texts/catalogue.ts';
import type { Problem } from '../problem.ts';
import { inEnglish, note, renderPage } from './layout.tsx';

/** A failure as a page; what it is about stays in English where nobody said it otherwise. */
export function problemPage(problem: Problem, requestId: string, { language, pages }: Catalogue): string {
  const { title = problem.title, detail } = pages.problems[problem.code] ?? {};
  const said = detail === undefined ? inEnglish(language, html`<p>${problem.message}</p>`) : html`<p>${detail}</p>`;
  return renderPage({
    title,
    width: 'narrow',
    language,
    body: html`<h1>${title}</h1>
${note('bad', said)}
<p class="quiet small">${pages.problemFoot(problem.status, requestId)}</p>`,
  });
}
