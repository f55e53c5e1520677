/** The section about the price table. */
import { z } from 'zod';
import { name } from '../../core/common/textSettings.ts';
import { exactDuration } from './scalars.ts';

export const pricesSection = z.strictObject({
  file: name('a file')
    .optional()
    .describe('Your own price table, relative to the working directory of Holystone; without it, the included one.'),
  staleAfter: exactDuration
    .prefault('365d')
    .describe('The age from which Holystone calls the prices out of date; it still shows them.'),
});
