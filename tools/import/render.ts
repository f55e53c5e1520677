import { Document, type Node, Pair, Scalar, YAMLMap, YAMLSeq } from 'yaml';
import type { List, Mapping, Piece } from './commented.ts';

const WIDTH = 112;
/** Texts that need no quotes in YAML. */
const PLAIN = /^[A-Za-z][\w.@/-]*$|^\d+(?:s|m|h|d|w|bd)$/;
const WORDS = ['true', 'false', 'null', 'yes', 'no', 'on', 'off'];

/** A document as text; its comments are wrapped. */
export function render(contents: Mapping, head: readonly string[], end: readonly string[]): string {
  const document = new Document();
  const map = mapping(contents);
  for (const { key } of map.items) (key as Scalar).spaceBefore = true;
  document.contents = map as unknown as typeof document.contents;
  document.commentBefore = comment(head);
  document.comment = comment(end);
  return `${document.toString({ lineWidth: 0 }).trimEnd()}\n`;
}

function nodeOf(piece: Piece): Node {
  if (typeof piece === 'string') return text(piece);
  if (typeof piece !== 'object') return new Scalar(piece);
  return piece.kind === 'mapping' ? mapping(piece) : list(piece);
}

function mapping({ lines, flow }: Mapping): YAMLMap {
  const map = new YAMLMap();
  map.flow = flow;
  for (const { key, value, says } of lines) {
    const name = text(key);
    if (says.length > 0) name.commentBefore = comment(says);
    map.items.push(new Pair(name, nodeOf(value)));
  }
  return map;
}

function list({ items, flow }: List): YAMLSeq {
  const seq = new YAMLSeq();
  seq.flow = flow;
  for (const { value, says } of items) {
    const node = nodeOf(value);
    if (says.length > 0) node.commentBefore = comment(says);
    seq.items.push(node);
  }
  return seq;
}

function text(value: string): Scalar {
  const scalar = new Scalar(value);
  const word = WORDS.includes(value.toLowerCase()) && value !== 'off';
  scalar.type = PLAIN.test(value) && !word ? 'PLAIN' : 'QUOTE_DOUBLE';
  return scalar;
}

function comment(paragraphs: readonly string[]): string {
  return paragraphs
    .flatMap(wrap)
    .map((part) => (part === '' ? '' : ` ${part}`))
    .join('\n');
}

/** Lines of at most `WIDTH` characters; the later lines of an item ("- …") are indented. Code stays unchanged. */
function wrap(paragraph: string): readonly string[] {
  if (paragraph.startsWith('  ')) return [oneLine(paragraph)];
  const indent = paragraph.startsWith('- ') ? '  ' : '';
  const lines = [''];
  for (const word of oneLine(paragraph).split(' ')) {
    const last = lines.at(-1) as string;
    if (last.trim() !== '' && last.length + word.length + 1 > WIDTH) lines.push(`${indent}${word}`);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines;
}

function oneLine(paragraph: string): string {
  return paragraph.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\uFEFF]+/gu, ' ');
}
