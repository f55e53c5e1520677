/** Reads the document of an earlier look. */
import { readFileSync } from 'node:fs';
import { messageOf } from '../core/common/errors.ts';
import { UsageError } from './context.ts';
import type { Flag } from './init/questions.ts';
import type { Look } from './look/look.ts';

/** The answers of `init` that a look knows. @throws UsageError where the file is none */
export function answersOfLook(file: string): Pick<Record<Flag, string>, 'account' | 'locations'> {
  const { account, locations } = readLook(file);
  return { account: account.id, locations: locations.join(',') };
}

function readLook(file: string): Pick<Look, 'account' | 'locations'> {
  let read: unknown;
  try {
    read = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${messageOf(error)}; "holystone look" writes it`);
  }
  if (!isLook(read)) throw new UsageError(`${file} is no look of this version; "holystone look" writes one`);
  return read;
}

function isLook(read: unknown): read is Pick<Look, 'account' | 'locations'> {
  const { look, account, locations } = (read ?? {}) as Partial<Record<keyof Look, unknown>>;
  const { id } = (account ?? {}) as { readonly id?: unknown };
  const areNames =
    Array.isArray(locations) && locations.length > 0 && locations.every((one) => typeof one === 'string');
  return look === 1 && typeof id === 'string' && areNames;
}
