import type { Language } from '../../core/common/language.ts';
import type { Catalogue } from './common/catalogue.ts';
import { de } from './de/messages.ts';
import { en } from './en/messages.ts';

const CATALOGUES: Readonly<Record<Language, Catalogue>> = { de, en };

/** Every language has every text: there is no fallback. */
export function catalogueOf(language: Language): Catalogue {
  return CATALOGUES[language];
}
