/** The check boxes on the page of a message: the reader keeps only the selected resources. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { NotifiedItem } from '../../../core/notice/sentMessage.ts';

/** One check box per row, and no page has more rows. */
const MOST = 200;

/** The value of a resource's check box: short, because a form of all rows must fit into a request. */
export function selectionKey({ namespace, id }: NotifiedItem): string {
  return createHash('sha256')
    .update(JSON.stringify([namespace, id]))
    .digest('base64url')
    .slice(0, 16);
}

/** A form repeats the name of a field; `undefined` = no box is checked, so all of the message is meant. */
export const Selection = z
  .union([z.string().transform((one) => [one]), z.array(z.string())])
  .optional()
  .transform((keys) => (keys === undefined ? undefined : new Set(keys)))
  .refine((keys) => (keys?.size ?? 0) <= MOST, `at most ${MOST} boxes`);
