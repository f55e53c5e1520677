import { readdirSync, readFileSync } from 'node:fs';
import { dirname, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from '@swc/core';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** One file of `src/`, `sandbox/` or `tools/`, parsed. */
export interface SourceFile {
  /** Relative to `src/`, with slashes: `core/mark/mark.ts`; `sandbox/…` and `tools/…` relative to the repository. */
  readonly path: string;
  readonly text: string;
  /** Imported files of the program, types included, as paths of the same form. */
  readonly imports: readonly string[];
  /** The part of `imports` that Node loads together with the file: no types, and nothing that the file loads later. */
  readonly loads: readonly string[];
  /** Imported packages, without the path inside them; `node:` modules unchanged. */
  readonly packages: readonly string[];
  /** Every word of its names, texts and imports, in lower case: `readRole` is `read` and `role`. No comments. */
  readonly words: ReadonlySet<string>;
  /** The uses that {@link usesOf} finds. */
  readonly uses: readonly Use[];
}

/** Expressions that are allowed in few places. */
export type Use = 'process.env' | 'Date.now()' | 'new Date()' | 'Math.random()' | 'console' | 'any';

/** The folders of the program. */
const FOLDERS = ['src', 'sandbox', 'tools'];

/** Every TypeScript file of the program, in order. */
export function sourceFiles(): readonly SourceFile[] {
  const paths = FOLDERS.flatMap((folder) => {
    const names = readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: 'utf8' });
    return names.map((name) => fromSrc(`${folder}/${name.replaceAll('\\', '/')}`));
  });
  return paths
    .filter((path) => /\.tsx?$/.test(path))
    .sort()
    .map(readSource);
}

function readSource(path: string): SourceFile {
  const place = fromRoot(path);
  const text = readFileSync(`${ROOT}${place}`, 'utf8');
  const nodes = [...walk(parseSync(text, { syntax: 'typescript', tsx: path.endsWith('x'), target: 'es2022' }))];
  const specifiers = [...new Set(nodes.flatMap(specifierOf))];
  const ownFiles = (of: readonly string[]) =>
    [...new Set(of)].filter((s) => s.startsWith('.')).map((s) => fromSrc(posix.join(dirname(place), s)));
  return {
    path,
    text,
    imports: ownFiles(specifiers),
    loads: ownFiles(nodes.filter(isLoadedAtOnce).flatMap(specifierOf)),
    packages: [...new Set(specifiers.filter((s) => !s.startsWith('.')).map(packageOf))],
    words: wordsOf(nodes),
    uses: [...new Set(nodes.flatMap(usesOf))],
  };
}

function fromSrc(place: string): string {
  return place.replace(/^src\//, '');
}

/** The inverse of `fromSrc`: the path relative to the repository. */
export function fromRoot(path: string): string {
  return /^(sandbox|tools)\//.test(path) ? path : `src/${path}`;
}

type Node = { readonly type?: unknown } & Readonly<Record<string, unknown>>;

function* walk(value: unknown): Generator<Node> {
  if (typeof value !== 'object' || value === null) return;
  if ('type' in value) yield value as Node;
  for (const child of Object.values(value)) yield* walk(child);
}

/** `import … from 'x'`, `export … from 'x'`, `import('x')`, and `import('x').T` in a type. */
function specifierOf(node: Node): readonly string[] {
  const { type, source, callee, argument } = node;
  const isStatement = ['ImportDeclaration', 'ExportNamedDeclaration', 'ExportAllDeclaration'].includes(String(type));
  if (isStatement && source) return [stringOf(source)];
  if (type === 'TsImportType') return [stringOf(argument)];
  if (type !== 'CallExpression' || (callee as Node).type !== 'Import') return [];
  return [stringOf((node.arguments as readonly { expression: unknown }[])[0]?.expression)];
}

/** A static import or export that is not of types alone; `verbatimModuleSyntax` keeps all others in the output. */
function isLoadedAtOnce({ type, typeOnly }: Node): boolean {
  return String(type).endsWith('Declaration') && typeOnly !== true;
}

function stringOf(literal: unknown): string {
  const { value } = literal as { value?: unknown };
  if (typeof value !== 'string') throw new Error('an import of something other than a plain string');
  return value;
}

function packageOf(specifier: string): string {
  const [scope = '', name = ''] = specifier.split('/');
  return scope.startsWith('@') ? `${scope}/${name}` : scope;
}

/** Without the names of HTML attributes: `role` is one of them. */
function wordsOf(nodes: readonly Node[]): ReadonlySet<string> {
  const attributes = new Set(nodes.filter(({ type }) => type === 'JSXAttribute').map(({ name }) => name));
  const texts = nodes.filter((node) => !attributes.has(node)).flatMap(textsOf);
  return new Set(
    texts.flatMap((text) => text.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []).map((w) => w.toLowerCase()),
  );
}

/** Names, texts, parts of templates, texts of markup, and regular expressions. */
function textsOf({ type, value, raw, pattern }: Node): readonly string[] {
  const text = type === 'TemplateElement' ? raw : type === 'RegExpLiteral' ? pattern : value;
  return typeof text === 'string' ? [text] : [];
}

function usesOf(node: Node): readonly Use[] {
  const { type, callee } = node;
  if (type === 'TsKeywordType' && node.kind === 'any') return ['any'];
  if (type === 'NewExpression' && isNamed(callee, 'Date') && isEmpty(node.arguments)) return ['new Date()'];
  // Also as a value: `now = Date.now`.
  if (type !== 'MemberExpression') return isDestructuredEnv(node) ? ['process.env'] : [];
  if (isMember(node, 'process', 'env')) return ['process.env'];
  if (isMember(node, 'Date', 'now')) return ['Date.now()'];
  if (isMember(node, 'Math', 'random')) return ['Math.random()'];
  return isNamed(node.object, 'console') ? ['console'] : [];
}

/** `const { env } = process`. */
function isDestructuredEnv({ type, id, init }: Node): boolean {
  if (type !== 'VariableDeclarator' || !isNamed(init, 'process') || (id as Node).type !== 'ObjectPattern') return false;
  return ((id as Node).properties as readonly Node[]).some(({ key }) => isNamed(key, 'env'));
}

function isMember({ object, property }: Node, of: string, name: string): boolean {
  return isNamed(object, of) && isNamed(property, name);
}

function isNamed(node: unknown, name: string): boolean {
  const { type, value } = (node ?? {}) as Node;
  return type === 'Identifier' && value === name;
}

function isEmpty(list: unknown): boolean {
  return !Array.isArray(list) || list.length === 0;
}
