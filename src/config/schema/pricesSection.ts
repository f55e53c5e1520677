/** Where the price table is. */
import { z } from 'zod';
import { name } from '../../core/common/textSettings.ts';
import { exactDuration } from './scalars.ts';

export const pricesSection = z.strictObject({
  file: name('a file')
    .optional()
    .describe('A price table of your own, relative to where Holystone was started; none = the one that comes along.'),
  staleAfter: exactDuration
    .prefault('365d')
    .describe('How long after their date people are told that the prices are old; the figures are shown all the same.'),
});
