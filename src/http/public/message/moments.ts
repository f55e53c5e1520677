import { z } from 'zod';

/** At most one for each kept part of a message. */
const MOST = 500;

/** Times of decisions, ms since the epoch: `1780315200000,1780315201000`. They identify the decisions to undo. */
export const Moments = z
  .string()
  .max(MOST * 16)
  .regex(/^(\d{1,15}(,\d{1,15})*)?$/, 'numbers with commas between them')
  .default('')
  .transform((text) => (text === '' ? [] : text.split(',').slice(0, MOST).map(Number)));
