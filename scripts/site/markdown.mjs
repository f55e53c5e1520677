import { Marked } from 'marked';

const escaped = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const plain = (html) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim();

/** The anchor of a heading, as GitHub makes it, so that links work in the repository and on the site. */
const slugOf = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-');

/**
 * A page: its title, its anchors, its sections for the search, and its HTML.
 * @returns `html(resolve)` calls `resolve` with each link and picture and writes its result
 */
export function renderMarkdown(text) {
  const anchors = new Set();
  const sections = [];
  let resolve = (href) => href;
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const inner = this.parser.parseInline(tokens);
        const base = slugOf(plain(inner));
        let anchor = base;
        for (let n = 1; seen.has(anchor); n++) anchor = `${base}-${n}`;
        seen.add(anchor);
        return `<h${depth} id="${escaped(anchor)}"><a href="#${escaped(anchor)}">${inner}</a></h${depth}>\n`;
      },
      link({ href, tokens }) {
        return `<a href="${escaped(resolve(href))}">${this.parser.parseInline(tokens)}</a>`;
      },
      image({ href, text: alt }) {
        return `<img src="${escaped(resolve(href))}" alt="${escaped(alt)}" loading="lazy">`;
      },
      table(token) {
        const cells = (row, tag) =>
          `<tr>${row.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('')}</tr>`;
        const body = token.rows.map((row) => cells(row, 'td')).join('\n');
        return `<div class="scroll" tabindex="0"><table><thead>${cells(token.header, 'th')}</thead><tbody>${body}</tbody></table></div>\n`;
      },
    },
  });
  let seen = new Set();
  const html = (resolveLink) => {
    resolve = resolveLink;
    seen = new Set();
    return marked.parse(text);
  };
  const first = html((href) => href);
  const parts = first.split(/(?=<h[1-4] id=")/);
  for (const part of parts) {
    const [, anchor = '', inner = ''] = /^<h[1-4] id="([^"]*)"><a [^>]*>(.*?)<\/a><\/h/s.exec(part) ?? [];
    const words = plain(part);
    if (anchor) anchors.add(anchor);
    if (words) sections.push({ anchor, heading: plain(inner), text: words });
  }
  const title = sections.find(({ heading }) => heading)?.heading ?? 'Holystone';
  return { title, anchors, sections, html, linkedFrom: new Set() };
}
