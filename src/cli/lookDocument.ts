/** Reads the document of an earlier look. */
import { readFileSync } from 'node:fs';
import { messageOf } from '../core/common/errors.ts';
import { UsageError } from './context.ts';
import type { Flag } from './init/questions.ts';
import type { Look } from './look/look.ts';

/** The answers of `init` that a look knows. @throws UsageError where the file is none, or of another provider */
export function answersOfLook(file: string, provider: string): Pick<Record<Flag, string>, 'account' | 'locations'> {
  const { account, locations, called } = readLook(file);
  if (account.provider !== provider) {
    const page = `docs/${account.provider}.md`;
    throw new UsageError(`${file} is a look at a ${called.account}; init writes no configuration for it, see ${page}`);
  }
  return { account: account.id, locations: locations.join(',') };
}

/** @throws UsageError where the file is no look of this version */
export function readLook(file: string): Look {
  let read: unknown;
  try {
    read = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${messageOf(error)}; "holystone look" writes it`);
  }
  if (!isLook(read)) throw new UsageError(`${file} is no look of this version; "holystone look" writes one`);
  return read;
}

/** The lists that its readers go through; a person may have edited the file. */
const LISTS = ['locations', 'wasted', 'inUse', 'unread', 'missingRights', 'cannotSee', 'mails'] as const;

function isLook(read: unknown): read is Look {
  const { look, account, called, ...rest } = (read ?? {}) as Partial<Record<keyof Look, unknown>>;
  const { id, provider } = (account ?? {}) as Partial<Record<'id' | 'provider', unknown>>;
  const hasLists = LISTS.every((name) => Array.isArray(rest[name]));
  const { locations, missingRights } = rest;
  const areNames = [locations, missingRights].flat().every((one) => typeof one === 'string');
  const isOfOne =
    [id, provider].every((one) => typeof one === 'string') && typeof called === 'object' && called !== null;
  return look === 1 && isOfOne && hasLists && areNames && (locations as readonly string[]).length > 0;
}
