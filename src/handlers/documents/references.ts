import { hostname } from 'node:os';
import { messageOf, ReadError } from '../../core/common/errors.ts';
import { isOfThisMachine, shown } from '../../documents/location.ts';
import { readText } from '../../documents/readText.ts';
import { collecting } from '../contract/collecting.ts';
import type { EvidenceSource } from '../contract/handler.ts';
import { findingsIn, type Meaning } from './document.ts';
import type { ExternalReferences } from './parameters.ts';

const LIMITS = { maxBytes: 64 * 1024 * 1024, timeoutMs: 30_000 };

/**
 * The complete text of a document.
 * @throws ReadError that says what to do; the signal's reason when it is aborted
 */
async function fetchDocument({ from, headers }: ExternalReferences, signal: AbortSignal): Promise<string> {
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

/**
 * Users outside the provider, from documents that people maintain; a source for any type.
 * @param meaning the aliases that an id means beside itself, for types whose ids people write in many ways
 */
export function externalReferences<P>(
  of: (parameters: P) => readonly ExternalReferences[],
  meaning?: Meaning,
): EvidenceSource<P> {
  return {
    name: 'externalReferences',
    summary:
      'Users named in a file or at a URL (`evidence.externalReferences`); a document that is too old does not count.',
    permissions: [],
    per: 'location',
    places: ({ account, location, parameters }) =>
      of(parameters).length === 0 ? [] : [{ account: account.name, location }],
    // Types that read the same document otherwise do not share its references.
    variant: ({ parameters }) => JSON.stringify([...of(parameters).map(whereItIs), ...(meaning ? [meaning.name] : [])]),
    async read(_place, { parameters }, _candidates, { signal, clock }) {
      const read = of(parameters).map(async (given) =>
        findingsIn(await fetchDocument(given, signal), shown(given.from), given.maxAge, clock.now(), meaning),
      );
      return collecting(async (found) => {
        const answers = await Promise.allSettled(read);
        for (const answer of answers) if (answer.status === 'fulfilled') found.add(answer.value);
        for (const answer of answers) if (answer.status === 'rejected') throw answer.reason;
      });
    },
  };
}

/** A file belongs to the machine of this process: the same path on another machine is another document. */
function whereItIs(given: ExternalReferences) {
  return isOfThisMachine(given.from) ? { ...given, on: [hostname(), process.cwd()] } : given;
}
