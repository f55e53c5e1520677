/** A list that Holystone keeps with its learnt facts, read as its schema says. */
import type { z } from 'zod';
import type { CallScope } from '../wire/call.ts';
import { malformed } from '../wire/readError.ts';

/**
 * The list; empty where there is none. Forgets one that cannot be read, because it would stop every later read too; this
 * read stays unknown (law 1).
 * @param what for the message: `the kinds that were served before`
 * @throws ReadError
 */
export async function remembered<T>(
  { account, io }: CallScope,
  { key, what, schema }: { readonly key: string; readonly what: string; readonly schema: z.ZodType<readonly T[]> },
): Promise<readonly T[]> {
  const text = await io.learnt?.get(key);
  if (text === undefined) return [];
  const read = schema.safeParse(jsonIn(text));
  if (read.success) return read.data;
  await io.learnt?.forget(key);
  throw malformed(`reading ${what}`, account.name, 'the record in Redis was damaged and begins anew');
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
