import { z } from 'zod';
import { CLOCKS_DIFFER_MS } from '../../core/common/clock.ts';
import { formatAge, formatMs } from '../../core/common/duration.ts';
import { ReadError } from '../../core/common/errors.ts';
import type { Finding } from '../../core/common/finding.ts';
import { inSteps } from '../../core/common/steps.ts';

/** `{ "generatedAt": "2026-11-20T08:00:00Z", "references": [{ "id": "ami-0abc", "by": "terraform prod/web" }] }` */
/** The entries are checked one by one. */
const list = z.custom<readonly unknown[]>(Array.isArray);
const schema = z.object({ generatedAt: z.iso.datetime({ offset: true }), references: list });
const reference = z.object({ id: z.string().min(1), by: z.string().min(1) });
/** The number of references between two turns of the event loop. */
const A_STEP = 1_000;

/** How a type reads the ids in a document. */
export interface Meaning {
  readonly name: string;
  /** The aliases that an id means beside itself. */
  aliasesOf(id: string): readonly string[];
}

/**
 * The findings of a document.
 * @param what the document, for messages
 * @returns rejects with a ReadError if it is invalid or too old: a list without updates proves nothing about missing
 *   entries
 */
export async function findingsIn(
  text: string,
  what: string,
  maxAgeMs: number,
  now: number,
  meaning?: Meaning,
): Promise<readonly Finding[]> {
  const { generatedAt, references } = parse(text, what);
  const age = now - Date.parse(generatedAt);
  if (age > maxAgeMs) {
    throw malformed(
      `${what} was generated ${formatAge(age)} ago, more than ${formatMs(maxAgeMs)}; generate it again, or raise maxAge`,
    );
  }
  if (age < -CLOCKS_DIFFER_MS)
    throw malformed(`${what} says it was generated at ${generatedAt}, which is in the future`);
  const findings: Finding[] = [];
  // One reference at a time: any other kind of list fails at its first entry, not at its millionth.
  for await (const [index, one] of inStepsNumbered(references)) {
    const read = reference.safeParse(one);
    if (!read.success) throw notWhatItShouldBe(what, ['references', index], read.error);
    for (const alias of spellings(read.data.id, meaning)) findings.push({ alias, says: 'used', by: read.data.by });
  }
  return findings;
}

/** People write these: an id also counts without surrounding blanks, and in lower case as AWS writes ids. */
function spellings(id: string, meaning?: Meaning): readonly string[] {
  return [...new Set([id, id.trim(), id.trim().toLowerCase(), ...(meaning?.aliasesOf(id) ?? [])])];
}

function parse(text: string, what: string): z.infer<typeof schema> {
  try {
    const parsed = schema.safeParse(JSON.parse(text));
    if (parsed.success) return parsed.data;
    throw notWhatItShouldBe(what, [], parsed.error);
  } catch (error) {
    if (error instanceof ReadError) throw error;
    throw malformed(`${what} is not JSON`);
  }
}

async function* inStepsNumbered<T>(all: readonly T[]): AsyncGenerator<readonly [number, T]> {
  let index = 0;
  for await (const some of inSteps(all, A_STEP)) for (const one of some) yield [index++, one];
}

function notWhatItShouldBe(what: string, at: readonly PropertyKey[], { issues }: z.ZodError): ReadError {
  const [{ path, message } = { path: [], message: 'not a document' }] = issues;
  return malformed(`${what} is not valid: ${[...at, ...path].join('.') || 'the whole'}: ${message}`);
}

function malformed(message: string): ReadError {
  return new ReadError(`external references: ${message}`, { problem: 'malformed' });
}
