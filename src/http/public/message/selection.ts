/** The check boxes on the pages of a message: which resources a form is about. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Mark } from '../../../core/mark/mark.ts';
import type { NotifiedItem } from '../../../core/notice/sentMessage.ts';

/** One check box per row, and no page has more rows. */
export const MOST_ROWS = 200;

/** The value of a resource's check box: short, because a form of all rows must fit into a request. */
export function selectionKey({ namespace, id }: NotifiedItem): string {
  return createHash('sha256')
    .update(JSON.stringify([namespace, id]))
    .digest('base64url')
    .slice(0, 16);
}

/** Between two keys: none has it. */
export const BETWEEN = '.';

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

/** The boxes that the page had, with {@link BETWEEN} between them. `undefined` = a page without boxes, or of an earlier version. */
export const Shown = z
  .string()
  .max(MOST_ROWS * 17)
  .optional()
  .transform((keys) => (keys === undefined ? undefined : new Set(keys.split(BETWEEN))));

interface Picked {
  readonly only: ReadonlySet<string> | undefined;
  readonly shown: ReadonlySet<string> | undefined;
}

/** A resource that had no box goes with the rest of the message: only a tick that was taken away leaves one out. */
export function isPicked({ only, shown }: Picked, item: NotifiedItem): boolean {
  if (shown === undefined && only === undefined) return true;
  const key = selectionKey(item);
  return only?.has(key) || (shown !== undefined && !shown.has(key));
}

/** The page had boxes, and its reader took every tick away. */
export function isNoneTicked({ only, shown }: Picked): boolean {
  return shown !== undefined && only === undefined;
}
