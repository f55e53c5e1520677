import { numbersOf } from '../../../notify/texts/common/numbers.ts';

/** Numbers, plurals and spans of time, as the pages of the console write them. */
export const { form, number, pluralize, span } = numbersOf('en');
