/** The languages of messages and pages. */
export const LANGUAGES = ['en', 'de'] as const;

/** An ISO 639-1 code, as the configuration writes it. */
export type Language = (typeof LANGUAGES)[number];

/** Only so many characters of a header are read; a browser sends under a hundred. */
const MAX_HEADER = 1000;

/** Our language with the highest weight in an `Accept-Language` header (RFC 9110, 12.5.4); `undefined` without one. */
export function preferredLanguage(header: string | undefined): Language | undefined {
  const ranges = (header ?? '').slice(0, MAX_HEADER).toLowerCase().split(',');
  const wanted = ranges.flatMap((range) => {
    const [, name, weight = '1'] = /^\s*([a-z]{2})(?:-[\w-]+)?\s*(?:;\s*q=([01](?:\.\d{0,3})?))?\s*$/.exec(range) ?? [];
    const language = LANGUAGES.find((one) => one === name);
    return language === undefined || Number(weight) === 0 ? [] : [{ language, weight: Number(weight) }];
  });
  return wanted.toSorted((a, b) => b.weight - a.weight)[0]?.language;
}
