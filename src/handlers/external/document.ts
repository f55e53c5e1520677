import { z } from 'zod';
import { CLOCKS_DIFFER_MS } from '../../core/clock.ts';
import { formatAge, formatMs } from '../../core/duration.ts';
import { ReadError } from '../../core/errors.ts';
import type { Finding } from '../../core/finding.ts';

/** `{ "generatedAt": "2026-11-20T08:00:00Z", "references": [{ "id": "ami-0abc", "by": "terraform prod/web" }] }` */
const schema = z.object({
  generatedAt: z.iso.datetime({ offset: true }),
  references: z.array(z.object({ id: z.string().min(1), by: z.string().min(1) })),
});

/**
 * What a document says.
 * @param what the document, for messages
 * @throws ReadError when it is not one, or too old: a list that nobody keeps up says nothing about who is missing in it
 */
export function findingsIn(text: string, what: string, maxAgeMs: number, now: number): readonly Finding[] {
  const { generatedAt, references } = parse(text, what);
  const age = now - Date.parse(generatedAt);
  if (age > maxAgeMs) {
    throw malformed(
      `${what} was generated ${formatAge(age)} ago, more than ${formatMs(maxAgeMs)}; generate it anew, or allow it a longer maxAge`,
    );
  }
  if (age < -CLOCKS_DIFFER_MS)
    throw malformed(`${what} says it was generated at ${generatedAt}, which is in the future`);
  return references.flatMap(({ id, by }) => spellings(id).map((alias): Finding => ({ alias, says: 'used', by })));
}

/** People write these: an id is also taken without blanks around it, and in lower case as AWS writes its own. */
function spellings(id: string): readonly string[] {
  return [...new Set([id, id.trim(), id.trim().toLowerCase()])];
}

function parse(text: string, what: string): z.infer<typeof schema> {
  try {
    const parsed = schema.safeParse(JSON.parse(text));
    if (parsed.success) return parsed.data;
    const [{ path, message } = { path: [], message: 'not a document' }] = parsed.error.issues;
    throw malformed(`${what} is not what it should be: ${path.join('.') || 'the whole'}: ${message}`);
  } catch (error) {
    if (error instanceof ReadError) throw error;
    throw malformed(`${what} is not JSON`);
  }
}

function malformed(message: string): ReadError {
  return new ReadError(`external references: ${message}`, { problem: 'malformed' });
}
