import { z } from 'zod';

/** One for each part of a message that was kept, at most. */
const MOST = 500;

/** When decisions were made, ms since the epoch: `1780315200000,1780315201000`. They name what is to be taken back. */
export const Moments = z
  .string()
  .max(MOST * 16)
  .regex(/^(\d{1,15}(,\d{1,15})*)?$/, 'numbers with commas between them')
  .default('')
  .transform((text) => (text === '' ? [] : text.split(',').slice(0, MOST).map(Number)));
