// Builds the documentation as a site with a search: `npm run docs:site [-- --out FOLDER]`. The pages of this version go to
// FOLDER/VERSION, beside those of other versions. A dead link, a missing heading or a page that no link reaches fails it.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { parseArgs } from 'node:util';
import MiniSearch from 'minisearch';
import { layout } from './site/layout.mjs';
import { renderMarkdown } from './site/markdown.mjs';
import { searchOptions } from './site/options.mjs';

const { values } = parseArgs({ options: { out: { type: 'string', default: 'site' } } });
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const out = join(values.out, version);
const problems = [];

const markdownIn = (folder) =>
  readdirSync(folder, { recursive: true })
    .map((name) => posix.join(folder, name.replaceAll('\\', '/')))
    .filter((path) => path.endsWith('.md'));
const sources = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', ...markdownIn('docs')].sort();

/** `docs/adr/README.md` → `docs/adr/index.html`: the addresses keep the folders of the repository. */
const addressOf = (path) => path.replace(/(^|\/)README\.md$/, '$1index.md').replace(/\.md$/, '.html');
const pages = new Map(sources.map((path) => [path, renderMarkdown(readFileSync(path, 'utf8'))]));
const files = new Set();

const isFolder = (path) => existsSync(path) && statSync(path).isDirectory();

/** The address that a link of a page leads to, relative to that page. */
function resolve(from, href) {
  if (/^[a-z][a-z\d+.-]*:/i.test(href)) return href;
  const [path, anchor] = href.split('#');
  let target = path === '' ? from : posix.normalize(posix.join(posix.dirname(from), decodeURI(path)));
  target = target.replace(/\/$/, '');
  if (isFolder(target) && pages.has(posix.join(target, 'README.md'))) target = posix.join(target, 'README.md');
  const page = pages.get(target);
  if (page) {
    page.linkedFrom.add(from);
    if (anchor && !page.anchors.has(anchor)) problems.push(`${from}: ${target} has no heading #${anchor}`);
  } else if (existsSync(target)) files.add(target);
  else problems.push(`${from}: ${href} does not exist`);
  const goal = page ? addressOf(target) : isFolder(target) ? posix.join(target, 'index.html') : target;
  const address = posix.relative(posix.dirname(addressOf(from)), goal);
  return `${address || posix.basename(addressOf(from))}${anchor ? `#${anchor}` : ''}`;
}

rmSync(out, { recursive: true, force: true });
const sections = [];
const written = [...pages].map(([path, page]) => ({
  path,
  address: addressOf(path),
  page,
  body: page.html((href) => resolve(path, href)),
}));
const index = pages.get('docs/README.md');
for (const { path, address, page, body } of written) {
  const root = posix.relative(posix.dirname(address), '.') || '.';
  const nav = index
    .html((href) => posix.join(root, posix.relative('.', addressOfLink(href))))
    // The headings of the page itself have the anchors.
    .replace(/<(h[1-4]) id="[^"]*"><a [^>]*>(.*?)<\/a>/g, '<$1>$2');
  const file = join(out, address);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, layout({ title: page.title, body, nav, root, version, path }));
  for (const { anchor, heading, text } of page.sections) {
    sections.push({ id: `${address}${anchor ? `#${anchor}` : ''}`, page: page.title, heading, text });
  }
}

/** In the navigation, which every page shows, as an address from the root. */
function addressOfLink(href) {
  const target = posix.normalize(posix.join('docs', href)).replace(/\/$/, '');
  return addressOf(pages.has(target) ? target : posix.join(target, 'README.md'));
}

for (const path of files) {
  mkdirSync(join(out, dirname(path)), { recursive: true });
  cpSync(path, join(out, path), { recursive: true });
  if (isFolder(path)) writeFileSync(join(out, path, 'index.html'), listing(path));
}

/** A folder that a page links to, as the list of its files. */
function listing(folder) {
  const names = readdirSync(folder, { recursive: true }).filter((name) => !isFolder(join(folder, name)));
  const items = names.sort().map((name) => `<li><a href="${encodeURI(name)}">${name}</a></li>`);
  return `<!doctype html><meta charset="utf-8"><title>${folder}</title><h1>${folder}</h1><ul>${items.join('')}</ul>\n`;
}

// Every page is reached from the first one by links of the pages themselves, not only by the navigation.
const reached = new Set(['README.md']);
for (const from of reached) {
  for (const [path, { linkedFrom }] of pages) if (linkedFrom.has(from)) reached.add(path);
}
for (const path of sources) if (!reached.has(path)) problems.push(`${path}: no link leads here from README.md`);

const search = new MiniSearch(searchOptions);
search.addAll(sections);
writeFileSync(join(out, 'search.json'), JSON.stringify(search));
cpSync('node_modules/minisearch/dist/es/index.js', join(out, 'minisearch.js'));
for (const name of ['options.mjs', 'search.mjs', 'style.css']) cpSync(join('scripts/site', name), join(out, name));

const versions = readdirSync(values.out, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
writeFileSync(join(values.out, 'versions.json'), JSON.stringify(versions));
writeFileSync(
  join(values.out, 'index.html'),
  `<!doctype html><meta charset="utf-8"><title>Holystone</title><meta http-equiv="refresh" content="0; url=${versions[0]}/index.html"><a href="${versions[0]}/index.html">Holystone ${versions[0]}</a>\n`,
);

for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
else console.log(`${pages.size} pages and ${sections.length} sections in ${out}`);
