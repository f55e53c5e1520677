/** Every page written by hand: its links, anchors and file names lead somewhere. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name.replaceAll('\\', '/')}`),
];
/** Files of a user's, which this repository does not have. */
const OF_USERS = [
  'catalog-info.yaml',
  'config.json',
  'holystone-probe.json',
  'holystone.yaml',
  'look.json',
  'redis-beat.json',
  'swabbie.yml',
  'trust.json',
];
const TOP = ['src', 'sandbox', 'tools', 'test', 'docs', 'config', 'scripts', 'docker', 'bench'];

const read = (page: string) => readFileSync(join(ROOT, page), 'utf8');

describe('the pages', () => {
  test('link to files that exist', () => {
    const links = PAGES.flatMap(linksOf);
    expect(links.length).toBeGreaterThan(100);
    expect(links.filter(({ file }) => !existsSync(join(ROOT, file))).map(described)).toEqual([]);
  });

  test('link to headings that exist', () => {
    const anchored = PAGES.flatMap(linksOf).filter(({ file, anchor }) => anchor !== '' && file.endsWith('.md'));
    expect(anchored.length).toBeGreaterThan(10);
    expect(anchored.filter(({ file, anchor }) => !anchorsOf(read(file)).has(anchor)).map(described)).toEqual([]);
  });

  // The words of the change log about a release stay as they were then.
  test('name files that exist', () => {
    const named = PAGES.filter((page) => page !== 'CHANGELOG.md').flatMap((page) =>
      fileNamesIn(read(page)).map((name) => ({ page, name })),
    );
    expect(named.length).toBeGreaterThan(100);
    const missing = named.filter(({ name }) => !isThere(name) && !OF_USERS.includes(name));
    expect(missing.map(({ page, name }) => `${page}: ${name}`)).toEqual([]);
  });
});

interface Link {
  readonly page: string;
  /** Relative to the repository. */
  readonly file: string;
  /** Without its `#`; empty = the page as a whole. */
  readonly anchor: string;
}

/** The links of a page within the repository. */
function linksOf(page: string): readonly Link[] {
  return [...plain(read(page)).matchAll(/\]\(([^)#\s]*)(?:#([^)\s]*))?\)/g)].flatMap(([, to = '', anchor = '']) =>
    /^(https?|mailto):/.test(to)
      ? []
      : [{ page, file: to === '' ? page : posix.normalize(`${dirname(page)}/${to}`), anchor }],
  );
}

function described({ page, file, anchor }: Link): string {
  return `${page}: ${file}${anchor === '' ? '' : `#${anchor}`}`;
}

/** As GitHub makes them of headings. */
function anchorsOf(text: string): ReadonlySet<string> {
  const headings = [...plain(text).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(' ', '-'),
  );
  return new Set(headings);
}

/** Names with an ending that this repository has, and paths below its folders; `{b,c}` is written out. */
function fileNamesIn(text: string): readonly string[] {
  const quoted = [...plain(text).matchAll(/`([^`\n]+)`/g)].flatMap(([, name = '']) => writtenOut(name));
  return quoted.filter((name) => /^[\w./-]+\.(tsx?|mjs|lua|md|ya?ml|json|css|conf)$/.test(name) || isPath(name));
}

function writtenOut(name: string): readonly string[] {
  const [, before = '', list, after = ''] = /^(.*)\{(.+)\}(.*)$/.exec(name) ?? [];
  return list === undefined ? [name] : list.split(',').map((one) => `${before}${one}${after}`);
}

/** `test/unit/core`, `handlers/aws/` */
function isPath(name: string): boolean {
  const [, first] = /^([\w-]+)\/[\w/.-]*$/.exec(name) ?? [];
  return first !== undefined && (TOP.includes(first) || FOLDERS.has(first));
}

const FILES = TOP.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map(
    (name) => `/${folder}/${name.replaceAll('\\', '/')}`,
  ),
);
/** The folders below the folders of the program and of the tests. */
const FOLDERS = new Set(FILES.flatMap((file) => /^\/(?:src|test|sandbox)\/([\w-]+)\//.exec(file)?.[1] ?? []));

/** A name may leave out where it begins, and a test its ending. */
function isThere(name: string): boolean {
  if (existsSync(join(ROOT, name))) return true;
  const end = `/${name.replace(/\/$/, '')}`;
  return FILES.some((file) => file.replace(/(\.test)?\.ts$/, '').endsWith(end) || file.endsWith(end));
}

/** Without blocks of code. */
function plain(text: string): string {
  return text.replace(/^```.*?^```/gms, '');
}
