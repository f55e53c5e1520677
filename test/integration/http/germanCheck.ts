/** Finds English on a German page: what the English page says in the same words, and words that no German has. */
import { isValidElement } from 'preact';
import { renderHtml } from '../../../src/core/text/html.ts';
import type { Said } from '../../support/pageWords.ts';

/** Names of the fixture: ids, people, places, sources, versions. */
const DATA =
  /\b(?:aws:[\w:-]+|aws|ami-[\w-]+|build-[\w-]+|image|volume|test|shop|us-east-1|ec2|smtp|nobody|eu-west-1|calm|rita|[\w.]+@[\w.]+|olga|ann|instances|snapshots|holystone-\d|i-\d|m-1|stopped|earlier|markedShare|web|0\.1\.0|v-\d|holystone|vol-[\w-]+)\b|<\w+@x>/g;
/** Words that both languages write alike, and the names of stages, which commands and configurations take. */
const ALIKE = [
  'Holystone',
  'Id',
  'Message-ID',
  'Version',
  'Name',
  'Problem',
  'Live',
  'live',
  'plan',
  'notify',
  'canary',
  'CSV',
  'JSON',
  'UTC',
  'Status',
  'AMI',
  'USD',
  'Deutsch',
  'English',
  'Namespace',
  'Instanzen',
];
/** Words of English sentences that no German sentence has. */
const ENGLISH_WORDS =
  /\b(?:the|of|is|are|and|not|no|with|has|have|had|this|that|these|it|its|by|from|for|to|when|which|marks?|marked|deletes?|deleted|deletion|pass|owner|kept|keeps?|until|since|ago|day|days|hours?|minutes?|seconds?|more|account|all|none|unknown|next|run|due|reason|times?)\b/i;

/** What a page says by itself, without names of the fixture; nothing where only numbers and signs are left. */
function own({ text, isData }: Said): string {
  const words = isData ? '' : text.replace(DATA, ' ').replace(/\s+/g, ' ').trim();
  return /\p{L}{2}/u.test(words) ? words : '';
}

const isAlike = (words: string) => (words.match(/\p{L}[\p{L}-]+/gu) ?? []).every((word) => ALIKE.includes(word));

/** English that a German page does not call English. @param english what the same page says in English */
export function englishIn(german: readonly Said[], english: readonly Said[]): readonly string[] {
  const same = new Set(english.map(own));
  return german
    .filter(({ lang }) => lang === 'de')
    .map(own)
    .filter((words) => words !== '' && !isAlike(words) && (same.has(words) || ENGLISH_WORDS.test(words)));
}

/** The texts that a catalogue has as they stand; a function of it is a sentence with names and numbers. */
export function phrases(texts: unknown): readonly string[] {
  if (typeof texts === 'string') return [texts];
  if (isValidElement(texts))
    return renderHtml(texts)
      .split(/<[^>]*>/)
      .map((words) => words.trim())
      .filter(Boolean);
  return typeof texts === 'object' && texts !== null ? Object.values(texts).flatMap(phrases) : [];
}
