/** Turns text into a YAML document, or into the reasons why it is none. Never throws, never exhausts the process. */
import { type Document, Lexer, LineCounter, type ParsedNode, Parser, parseDocument, type YAMLError } from 'yaml';
import { yamlWords } from './yamlWords.ts';

/** Limits far above any real configuration, and far below what hurts. */
export const LIMITS = { bytes: 1024 * 1024, depth: 40, values: 20_000 } as const;

/** A problem at an offset of the text. */
export interface SourceProblem {
  readonly offset: number;
  readonly message: string;
}

export type YamlDocument = Document.Parsed<ParsedNode>;

export interface YamlSource {
  readonly lines: LineCounter;
  /** Absent when there are problems. */
  readonly document?: YamlDocument;
  readonly problems: readonly SourceProblem[];
}

/** YAML 1.2 core: no tags of one's own, no merge keys, one document, keys are text. */
export function parseYaml(text: string): YamlSource {
  const lines = new LineCounter();
  const failed = (problem: SourceProblem): YamlSource => ({ lines, problems: [problem] });
  if (Buffer.byteLength(text) > LIMITS.bytes) {
    return failed({ offset: 0, message: `the file is larger than ${LIMITS.bytes / 1024} KiB` });
  }
  const tooDeep = firstTooDeep(text, lines);
  if (tooDeep !== undefined) return failed({ offset: tooDeep, message: `nested deeper than ${LIMITS.depth} levels` });

  const document = parseDocument(text, {
    version: '1.2',
    schema: 'core',
    resolveKnownTags: false,
    merge: false,
    // Duplicates are found by the tree reader, in linear time and with both places.
    uniqueKeys: false,
    stringKeys: true,
    prettyErrors: false,
    strict: true,
    logLevel: 'error',
    lineCounter: new LineCounter(),
  });
  const problems = syntaxProblems([...document.errors, ...document.warnings], text, lines);
  const yaml = document.directives?.yaml;
  if (yaml?.explicit && yaml.version !== '1.2') problems.push({ offset: 0, message: 'allowed: YAML 1.2' });
  return problems.length > 0 ? { lines, problems } : { lines, document, problems };
}

/**
 * Where the text nests deeper than allowed. The library composes nested values recursively, and a stack overflow
 * inside it can abort the whole process; its lexer and parser work on a stack of their own, so they are asked first.
 */
function firstTooDeep(text: string, lines: LineCounter): number | undefined {
  const parser = new Parser(lines.addNewLine);
  lines.addNewLine(0);
  for (const lexeme of new Lexer().lex(text)) {
    for (const _token of parser.next(lexeme));
    if (parser.stack.length > LIMITS.depth) return parser.offset;
  }
  for (const _token of parser.end());
  return undefined;
}

function syntaxProblems(errors: readonly YAMLError[], text: string, lines: LineCounter): SourceProblem[] {
  const unquoted = errors.filter(({ pos }) => text.startsWith('${', pos[0] - 1)).map(({ pos }) => pos[0] - 1);
  const unquotedLines = new Set(unquoted.map((offset) => lines.linePos(offset).line));
  return [
    ...unquoted.map((offset) => ({ offset, message: UNQUOTED })),
    ...errors
      .filter(({ pos }) => !unquotedLines.has(lines.linePos(pos[0]).line))
      .map(({ pos, code, message }) => ({ offset: pos[0], message: yamlWords(code, message) })),
  ];
}

const UNQUOTED = `a variable within { … } or [ … ] must be in quotes: "$\{NAME}"`;
