import { messageOf, ReadError } from '../../core/common/errors.ts';
import { shown } from '../../documents/location.ts';
import { readText } from '../../documents/readText.ts';
import type { ExternalReferences } from './parameters.ts';

const LIMITS = { maxBytes: 64 * 1024 * 1024, timeoutMs: 30_000 };

/**
 * The complete text of a document.
 * @throws ReadError that says what to do; the signal's reason when it is aborted
 */
export async function fetchDocument({ from, headers }: ExternalReferences, signal: AbortSignal): Promise<string> {
  try {
    return await readText({ from, headers, ...LIMITS }, signal);
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw new ReadError(
      `reading the external references ${shown(from)}: ${messageOf(error)}; make it readable, or remove it from the configuration`,
      { problem: 'unreachable', cause: error },
    );
  }
}
