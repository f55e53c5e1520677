import { html } from '../../core/html.ts';
import type { Problem } from '../problem.ts';
import { note, renderPage } from './layout.ts';

/** A failure as a page. */
export function problemPage(problem: Problem, requestId: string): string {
  return renderPage({
    title: problem.title,
    width: 'narrow',
    body: html`<h1>${problem.title}</h1>
${note('bad', html`<p>${problem.message}</p>`)}
<p class="quiet small">Status ${problem.status}, request ${requestId}.</p>`,
  });
}
