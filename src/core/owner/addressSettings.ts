/** Addresses in the configuration. */
import { z } from 'zod';
import { readText, uniqueList } from '../common/textSettings.ts';
import { parseAddress } from '../text/address.ts';
import { MOST_ADDRESSES, ownerOf } from './owners.ts';

const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";

/** For the JSON Schema: an address as `parseAddress` takes it, but for the length of the whole. */
export const ADDRESS_PATTERN = `(?=[^@]{1,64}@)${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+(?=[0-9-]*[A-Za-z])${LABEL}`;

/** A mail address. */
export const address = readText(
  'an address such as cloud@example.com',
  parseAddress,
  ['cloud@example.com'],
  `^\\s*${ADDRESS_PATTERN}\\s*$`,
);

/** One address, or several people who are one owner together. */
export const people = z
  .union([address, uniqueList(address, 'addresses').max(MOST_ADDRESSES)], {
    error: 'an address such as a@example.com, or a list of them',
  })
  .transform((given): string => ownerOf([given].flat()) ?? '');
