/**
 * The problems of passes, marks and messages, which Holystone stores in English, in the language of a page. A problem is
 * a frame of Holystone's around words of a provider or a server: the frame is translated, the words stay as they are.
 */
import type { Language } from '../../../core/common/language.ts';
import { GERMAN_PROBLEMS, type Part } from './problemPatterns.ts';

/** A part of a text, in its language. */
export interface Piece {
  readonly text: string;
  readonly language: Language;
}

/** A longer text is not looked into. */
const LONGEST = 4_000;
/** Frames in frames, such as a denial in a read in a survey; a text of a stranger must not nest for ever. */
const DEEPEST = 12;

/** The pieces follow one another without a space between them; a text that no pattern knows stays in English. */
export function problemIn(language: Language, problem: string): readonly Piece[] {
  if (language === 'en' || problem.length > LONGEST) return [{ text: problem, language: 'en' }];
  return joined(german(problem, DEEPEST));
}

function german(problem: string, depth: number): readonly Piece[] {
  if (problem === '') return [];
  for (const [pattern, parts] of depth > 0 ? GERMAN_PROBLEMS : []) {
    const found = pattern.exec(problem);
    if (found) return parts(...found.slice(1).map((group = '') => group)).flatMap((part) => pieceOf(part, depth));
  }
  return [{ text: problem, language: 'en' }];
}

function pieceOf(part: Part, depth: number): readonly Piece[] {
  if (typeof part === 'string') return [{ text: part, language: 'de' }];
  return 'rest' in part ? german(part.rest, depth - 1) : [{ text: part.english, language: 'en' }];
}

function joined(pieces: readonly Piece[]): readonly Piece[] {
  const all: Piece[] = [];
  for (const piece of pieces) {
    const last = all.at(-1);
    if (last?.language === piece.language) all[all.length - 1] = { ...last, text: last.text + piece.text };
    else all.push(piece);
  }
  return all;
}
