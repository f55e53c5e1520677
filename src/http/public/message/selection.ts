/** The check boxes on the pages of a message: which resources a form is about. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { groupBy } from '../../../core/common/groupBy.ts';
import type { Mark } from '../../../core/mark/mark.ts';
import { ITEMS_PER_PART, type NotifiedItem } from '../../../core/notice/sentMessage.ts';
import type { ToldMark } from '../../../core/notice/toldMarks.ts';

/** One check box per row, and no page has more rows. */
export const MOST_ROWS = 200;

/** The value of a resource's check box: short, because a form of all rows must fit into a request. */
export function selectionKey({ namespace, id }: NotifiedItem): string {
  return createHash('sha256')
    .update(JSON.stringify([namespace, id]))
    .digest('base64url')
    .slice(0, 16);
}

/** Between two boxes, and between the key of a box and those of what is told in its row. No key has them, and forms do not escape them. */
const [BETWEEN, WITHIN] = ['.', '*'];

/** What the boxes of a page are about: {@link Shown} reads it. */
export function shownOf(rows: readonly ToldMark[]): string {
  return rows.map((row) => [row, ...(row.followers ?? [])].map(selectionKey).join(WITHIN)).join(BETWEEN);
}

/** Also of one mark of it: "delete it early" is never about a later one. */
export function earlyKey({ namespace, id, generation }: Pick<Mark, 'namespace' | 'id' | 'generation'>): string {
  return selectionKey({ namespace, id: JSON.stringify([id, generation]) });
}

/** The ticked boxes; a form repeats the name of a field. `undefined` = none is ticked. */
export const Selection = z
  .union([z.string().transform((one) => [one]), z.array(z.string())])
  .optional()
  .transform((keys) => (keys === undefined ? undefined : new Set(keys)))
  .refine((keys) => (keys?.size ?? 0) <= MOST_ROWS, `at most ${MOST_ROWS} boxes`);

/** No page has more resources. */
const MOST_KEYS = 2 * ITEMS_PER_PART;
/** Room for the longest form: each key once in `shown`, and each box once in `only`. */
export const BODY_LIMIT = 48 * 1024;

/** The boxes that the page had: for the key of each resource in a row, the key of the box. */
export type ShownBoxes = ReadonlyMap<string, string>;

/** `undefined` = a page without boxes, or of an earlier version. */
export const Shown = z
  .string()
  .max(MOST_KEYS * 17)
  .optional()
  .transform((text) => (text === undefined ? undefined : boxesIn(text)));

function boxesIn(text: string): ShownBoxes {
  const rows = text.split(BETWEEN).map((row) => row.split(WITHIN));
  return new Map(rows.flatMap(([box = '', ...others]) => [box, ...others].map((key) => [key, box] as const)));
}

/** The field of a form with these boxes; `undefined` without any. */
export function shownText(shown: ShownBoxes | undefined): string | undefined {
  if (shown === undefined) return undefined;
  const rows = groupBy(shown, ([, box]) => box);
  return [...rows.values()].map((row) => row.map(([key]) => key).join(WITHIN)).join(BETWEEN);
}

/** How many boxes these items had. */
export function boxCount(shown: ShownBoxes | undefined, items: readonly NotifiedItem[]): number {
  return new Set(items.map((item) => boxOf(shown, item))).size;
}

/** The box that an item goes by; one without a box goes by itself. */
export function boxOf(shown: ShownBoxes | undefined, item: NotifiedItem): string {
  const key = selectionKey(item);
  return shown?.get(key) ?? key;
}

/** The boxes of a form. */
export interface Picked {
  readonly only: ReadonlySet<string> | undefined;
  readonly shown: ShownBoxes | undefined;
}

/**
 * A resource that is told in the row of another goes by the box of that. One without a row goes with the rest of the message:
 * only a tick that was taken away leaves one out.
 */
export function isPicked({ only, shown }: Picked, item: NotifiedItem): boolean {
  if (shown === undefined && only === undefined) return true;
  const box = boxOf(shown, item);
  return only?.has(box) || (shown !== undefined && !shown.has(box));
}

/** The page had boxes, and its reader took every tick away. */
export function isNoneTicked({ only, shown }: Picked): boolean {
  return shown !== undefined && only === undefined;
}
