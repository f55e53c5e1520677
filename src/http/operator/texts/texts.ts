/**
 * The texts of the console, one file a page. Each has its English texts, and German texts of the same type: a missing
 * text does not compile. Names, ids and words of people come in unchanged.
 */
import type { Language } from '../../../core/common/language.ts';
import { type Numbers, numbersOf } from '../../../notify/texts/pages/numbers.ts';

/** The same texts in each language. */
export type Texts<T> = Readonly<Record<Language, T>>;

const NUMBERS: Texts<Numbers> = { en: numbersOf('en'), de: numbersOf('de') };

/** Numbers, plurals and spans of time. */
export function numbersIn(language: Language): Numbers {
  return NUMBERS[language];
}
