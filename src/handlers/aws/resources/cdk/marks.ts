/**
 * Marks on assets as `cdk gc` writes and reads them. Pure.
 *
 * Seen with the CDK CLI 2.1148.1: an object gets the tag `aws-cdk:isolated` with ms since the epoch in 13 digits; an
 * image gets a further tag `<n>-aws-cdk.isolated-<ms>`, because tags of a repository must differ.
 */

const OBJECT_TAG = 'aws-cdk:isolated';
const IMAGE_TAG = /^\d+-aws-cdk\.isolated-(.*)$/;
/** Fewer digits are seconds, or a date before 2001: such a mark would be over at once. */
const MS = /^\d{13}$/;
/** "You can associate up to 10 tags with an object": S3, object tagging. */
const MOST_OBJECT_TAGS = 10;

type Tags = Readonly<Record<string, string>>;

/** The mark that another tool, or we, left on an asset. */
export type AssetMark =
  | { readonly kind: 'none' }
  | { readonly kind: 'marked'; readonly at: Date }
  /** It counts for nothing: the asset is marked anew, and `why` is a warning. */
  | { readonly kind: 'unreadable'; readonly why: string };

/** @param now ms since the epoch; a mark of the future is unreadable */
export function markOfObject(tags: Tags, now: number): AssetMark {
  const value = Object.hasOwn(tags, OBJECT_TAG) ? tags[OBJECT_TAG] : undefined;
  return value === undefined ? { kind: 'none' } : readMark(value, now);
}

/** Of several marks the latest counts, and one that is unreadable makes all of them so: neither shortens a retention. */
export function markOfImage(tags: readonly string[], now: number): AssetMark {
  let latest: AssetMark = { kind: 'none' };
  for (const tag of tags) {
    const value = IMAGE_TAG.exec(tag)?.[1];
    if (value === undefined) continue;
    const mark = readMark(value, now);
    if (mark.kind !== 'marked') return mark;
    if (latest.kind === 'none' || (latest.kind === 'marked' && latest.at < mark.at)) latest = mark;
  }
  return latest;
}

function readMark(value: string, now: number): AssetMark {
  if (!MS.test(value)) return { kind: 'unreadable', why: `its mark ${JSON.stringify(value)} is no time in ms` };
  const at = new Date(Number(value));
  if (at.getTime() > now) return { kind: 'unreadable', why: `its mark ${at.toISOString()} is in the future` };
  return { kind: 'marked', at };
}

/**
 * All tags of an object with our mark, or without any; S3 replaces them as a whole.
 * @returns `undefined` if S3 would take no further tag
 */
export function objectTagsWith(tags: Tags, at: Date | undefined): Tags | undefined {
  const { [OBJECT_TAG]: _mark, ...others } = tags;
  if (at === undefined) return others;
  if (Object.keys(others).length >= MOST_OBJECT_TAGS) return undefined;
  return { ...others, [OBJECT_TAG]: String(at.getTime()) };
}

/** @param index differs for each image of a run */
export function imageMarkTag(index: number, at: Date): string {
  return `${index}-aws-cdk.isolated-${at.getTime()}`;
}

/** Is this tag of an image a mark, and no name of it? An unreadable mark is one too. */
export function isImageMark(tag: string): boolean {
  return IMAGE_TAG.test(tag);
}
