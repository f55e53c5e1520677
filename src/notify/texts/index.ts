import type { Language } from '../../core/common/language.ts';
import type { Ends } from '../../core/resource/ends.ts';
import type { Catalogue } from './common/catalogue.ts';
import { de } from './de/messages.ts';
import { en } from './en/messages.ts';

const eachEnd = (of: (ends: Ends) => Catalogue) => ({ deletes: of('deletes'), stops: of('stops'), both: of('both') });

const CATALOGUES: Readonly<Record<Language, Readonly<Record<Ends, Catalogue>>>> = { de: eachEnd(de), en: eachEnd(en) };

/** Every language has every text: there is no fallback. @param ends of the resources that the texts are about */
export function catalogueOf(language: Language, ends: Ends = 'deletes'): Catalogue {
  return CATALOGUES[language][ends];
}

/** The same language, about resources with this end. */
export function speaking({ language }: Pick<Catalogue, 'language'>, ends: Ends): Catalogue {
  return catalogueOf(language, ends);
}
