/** The documents of a YAML text, under limits: the library composes nested values recursively, and each fault costs time. */
import { Composer, type Document, Lexer, LineCounter, Parser } from 'yaml';
import { ReadError } from '../../../core/common/errors.ts';
import { turn } from '../../../core/common/steps.ts';

/** No definition of a kind is nested so deeply. */
const MAX_DEPTH = 200;
/** A lexeme is a piece of the text, as a word or a comma: of one document, which is composed at once. */
const MAX_LEXEMES = 1_000_000;
/** Lexemes between two turns of the event loop: some milliseconds. */
const A_STEP = 10_000;

/** A document with the line at which it begins, the first = 1. */
export interface PlacedDocument {
  readonly document: Document.Parsed;
  readonly line: number;
}

/** @throws ReadError: `malformed`, with the line; the signal's reason when it is aborted */
export async function* yamlDocuments(
  text: string,
  file: string,
  signal: AbortSignal | undefined,
): AsyncIterable<PlacedDocument> {
  const lines = new LineCounter();
  const parser = new Parser(lines.addNewLine);
  const composer = new Composer({ merge: true });
  const lineAt = (offset: number) => lines.linePos(offset).line;
  const placed = (document: Document.Parsed): PlacedDocument => {
    const [error] = document.errors;
    const line = lineAt(error?.pos[0] ?? document.contents?.range?.[0] ?? document.range[0]);
    if (error) throw malformed(`${file}:${line}`, `it is not YAML (${error.code})`);
    return { document, line };
  };
  lines.addNewLine(0);
  let lexemes = 0;
  let ofDocument = 0;
  for (const lexeme of new Lexer().lex(text)) {
    if (++lexemes % A_STEP === 0) {
      await turn();
      signal?.throwIfAborted();
    }
    if (++ofDocument > MAX_LEXEMES) {
      throw malformed(`${file}:${lineAt(parser.offset)}`, `a document has more than ${MAX_LEXEMES} words and signs`);
    }
    for (const token of parser.next(lexeme)) {
      if (token.type === 'error') throw malformed(`${file}:${lineAt(token.offset)}`, 'it is not YAML');
      if (token.type === 'document') ofDocument = 0;
      for (const document of composer.next(token)) yield placed(document);
    }
    if (parser.stack.length > MAX_DEPTH) {
      throw malformed(`${file}:${lineAt(parser.offset)}`, `it is nested deeper than ${MAX_DEPTH} levels`);
    }
  }
  for (const token of parser.end()) for (const document of composer.next(token)) yield placed(document);
  for (const document of composer.end(false, text.length)) yield placed(document);
}

/** @param at the file and the line */
export function malformed(at: string, why: string): ReadError {
  return new ReadError(`reading the source: ${at}: ${why}; nothing counts as absent from source until it is mended`, {
    problem: 'malformed',
  });
}
