/**
 * The stem of an image's name: the name without the parts at its end that change from build to build. They are removed
 * one by one, with the separator (`-`, `_`, `.`, `/`, `:`, `@`, `+`, blank) before them, as long as
 * the rest is not empty:
 *
 * - numbers (`42`, `1700000000`), so also dates (`2024-01-31`) and versions (`1.2.3`, `v7`, `r12`, `h45`),
 * - timestamps (`20240131T120000Z`, `2024-01-31T12-00-00Z`),
 * - hexadecimal hashes of 7 or more characters with a digit and a letter among them (`a1b2c3d`), and UUIDs,
 * - `rc1`, `beta2`, `alpha1`.
 *
 * A word stops this: `web-1.2-hvm` stays unchanged, and is a family of its own. That keeps more, never less.
 * Compared without case.
 */
export function nameStem(name: string): string {
  let stem = name.trim().toLowerCase();
  for (;;) {
    const shorter = stem.replace(LAST_PART, '').trim();
    if (shorter === stem || shorter === '') return stem;
    stem = shorter;
  }
}

const SEPARATOR = '[-_./:@+ ]+';
const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const TIMESTAMP = '\\d{8}t\\d{4,6}z?|\\d{2}t\\d{2}|\\d{2}z';
const NUMBER = '(?:v|r|h|rc|alpha|beta)?\\d+';
/** At least one digit and one letter, to exclude numbers and words like "defaced". */
const HASH = '(?=[a-f]*\\d)(?=\\d*[a-f])[0-9a-f]{7,}';
/** The `64` of `x86_64` is part of a word. */
const LAST_PART = new RegExp(`(?<!x86(?=_64$))${SEPARATOR}(?:${UUID}|${TIMESTAMP}|${HASH}|${NUMBER})$`);
