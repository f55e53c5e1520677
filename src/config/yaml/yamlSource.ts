/** Parses text to a YAML document, or to the problems in it. Never throws, never exhausts the process. */
import {
  Composer,
  type CST,
  type Document,
  Lexer,
  LineCounter,
  type ParsedNode,
  Parser,
  type YAMLError,
  YAMLParseError,
} from 'yaml';
import { faultsOf, type SourceProblem } from './yamlFaults.ts';

/**
 * Limits far above any real configuration, and far below any danger to the process.
 * A lexeme is a piece of the text: a bracket, a comma, a space, a word. A fault costs as much as a hundred lexemes.
 */
export const LIMITS = { bytes: 1024 * 1024, lexemes: 200_000, faults: 100, depth: 40, values: 20_000 } as const;

/** The syntax tree of the package `yaml`, with the place of each value. It has each `${NAME}` as it is written. */
export type YamlDocument = Document.Parsed<ParsedNode>;

/** A parsed file; `lines` turns offsets into lines and columns. */
export interface YamlSource {
  readonly lines: LineCounter;
  /** Absent when there are problems. */
  readonly document?: YamlDocument;
  readonly problems: readonly SourceProblem[];
}

/** YAML 1.2 core: no custom tags, no merge keys, one document, keys are text. */
export function parseYaml(text: string): YamlSource {
  const lines = new LineCounter();
  const failed = (problem: SourceProblem): YamlSource => ({ lines, problems: [problem] });
  if (Buffer.byteLength(text) > LIMITS.bytes) {
    return failed({ offset: 0, message: `the file is larger than ${LIMITS.bytes / 1024} KiB` });
  }
  const tokens = tokensOf(text, lines);
  if (!Array.isArray(tokens)) return failed(tokens);
  const { document, errors } = compose(tokens, text);
  const problems = faultsOf(errors, text, lines);
  if (!document) return { lines, problems };
  const yaml = document.directives?.yaml;
  if (yaml?.explicit && yaml.version !== '1.2') problems.push({ offset: 0, message: 'allowed: YAML 1.2' });
  return problems.length > 0 ? { lines, problems } : { lines, document, problems };
}

/**
 * The library composes nested values recursively, and a stack overflow inside it can abort the whole process; each
 * fault costs it time, and it looks for all of them. Its lexer and parser have their own stack, so they run first and
 * apply the limits.
 */
function tokensOf(text: string, lines: LineCounter): CST.Token[] | SourceProblem {
  const parser = new Parser(lines.addNewLine);
  const tokens: CST.Token[] = [];
  let lexemes = 0;
  let faults = 0;
  lines.addNewLine(0);
  for (const lexeme of new Lexer().lex(text)) {
    if (++lexemes > LIMITS.lexemes) return { offset: 0, message: `more than ${LIMITS.lexemes} words and signs` };
    for (const token of parser.next(lexeme)) {
      if (token.type === 'error' && ++faults > LIMITS.faults) return { offset: token.offset, message: NO_YAML };
      tokens.push(token);
    }
    if (parser.stack.length > LIMITS.depth) {
      return { offset: parser.offset, message: `nested deeper than ${LIMITS.depth} levels` };
    }
  }
  tokens.push(...parser.end());
  return tokens;
}

const NO_YAML = 'not valid YAML';

class TooManyFaults extends Error {}

interface Composed {
  /** Absent when composing stopped early. */
  readonly document?: YamlDocument;
  readonly errors: readonly YAMLError[];
}

function compose(tokens: readonly CST.Token[], text: string): Composed {
  const composer = new Composer({
    version: '1.2',
    schema: 'core',
    resolveKnownTags: false,
    merge: false,
    // The tree reader finds duplicates, in linear time.
    uniqueKeys: false,
    stringKeys: true,
    prettyErrors: false,
    strict: true,
    logLevel: 'error',
  });
  stopAt(composer, LIMITS.faults);
  try {
    const [document, second] = composer.compose(tokens, true, text.length);
    if (!document) return { errors: composer.streamInfo().errors };
    const errors = [...document.errors, ...document.warnings];
    return { document, errors: second ? [...errors, severalDocuments(second)] : errors };
  } catch (error) {
    if (!(error instanceof TooManyFaults)) throw error;
    const { errors, warnings } = composer.streamInfo();
    return { errors: [...errors, ...warnings] };
  }
}

function severalDocuments({ range }: YamlDocument): YAMLError {
  return new YAMLParseError([range[0], range[1]], 'MULTIPLE_DOCS', '');
}

/**
 * The library would create an error with a stack trace for each of a million faults. It reports each fault through this
 * method of the composer, which its types hide; a test checks that it does.
 */
function stopAt(composer: Composer, most: number): void {
  const reporting = composer as unknown as { onError: (...args: readonly unknown[]) => void };
  const { onError } = reporting;
  let faults = 0;
  reporting.onError = (...args) => {
    if (++faults > most) throw new TooManyFaults();
    onError(...args);
  };
}
