import { messageOf } from '../core/common/errors.ts';
import type { OwnerRegistry, RegistryBounds, RegistryIo, RegistryReading } from '../core/owner/ownerRegistry.ts';
import type { RegistrySettings } from '../core/policy/ownerSettings.ts';
import { shown } from '../documents/location.ts';
import { readText } from '../documents/readText.ts';
import { outdated, parseRegistry, type RegistryDocument } from './document.ts';

const MAX_BYTES = 16 * 1024 * 1024;
const TIMEOUT_MS = 10_000;
/** After a failure the next attempt waits this long, so that not every namespace waits for the time-out. */
const RETRY_MS = 30_000;

/** The known state of one registry. Instants are monotonic. */
interface Known {
  readonly text?: string;
  readonly document?: RegistryDocument;
  readonly readAt: number;
  readonly failure?: { readonly why: string; readonly at: number };
}

const NOTHING: Known = { readAt: Number.NEGATIVE_INFINITY };

/** The application registry in a file or at a URL, cached in the process; per registry, as a reload may switch. */
export class ApplicationRegistry implements OwnerRegistry {
  readonly #known = new Map<string, Known>();
  readonly #timeoutMs: number;

  /** @param timeoutMs how long a registry at a URL may take to answer */
  constructor(timeoutMs = TIMEOUT_MS) {
    this.#timeoutMs = timeoutMs;
  }

  async read(settings: RegistrySettings, bounds: RegistryBounds, io: RegistryIo): Promise<RegistryReading> {
    const key = JSON.stringify([settings.from, settings.headers, settings.keys, settings.format]);
    const before = this.#known.get(key) ?? NOTHING;
    const now = before.readAt < bounds.refreshBefore ? await refresh(settings, before, io, this.#timeoutMs) : before;
    // Another read may have finished meanwhile, with a later start than this one.
    const other = this.#known.get(key) ?? NOTHING;
    const known = other.readAt > now.readAt ? other : now;
    this.#known.set(key, known);
    return reading(settings, known, bounds, io);
  }
}

async function refresh(settings: RegistrySettings, before: Known, io: RegistryIo, timeoutMs: number): Promise<Known> {
  const { from, headers } = settings;
  const at = io.monotonic.monotonicMs();
  if (before.failure && at - before.failure.at < RETRY_MS) return before;
  try {
    const text = await readText({ from, headers, maxBytes: MAX_BYTES, timeoutMs }, io.signal);
    const document =
      text === before.text && before.document
        ? before.document
        : await parseRegistry(text, settings.keys, settings.format);
    return { text, document, readAt: at };
  } catch (error) {
    if (io.signal.aborted) throw io.signal.reason;
    const why = messageOf(error);
    io.log.warn({ registry: shown(from), why }, 'the application registry could not be read');
    return { ...before, failure: { why, at: io.monotonic.monotonicMs() } };
  }
}

function reading(
  { from, maxAge }: RegistrySettings,
  { document, readAt, failure }: Known,
  { notBefore }: RegistryBounds,
  { clock }: RegistryIo,
): RegistryReading {
  const unread = (why: string): RegistryReading => ({
    kind: 'unread',
    why: `the application registry ${shown(from)} is not reliable: ${why}`,
  });
  if (!document || readAt < notBefore) return unread(failure?.why ?? 'it could not be read in time');
  const old = outdated(document, maxAge, clock.now());
  return old === undefined ? { kind: 'read', owners: document.owners } : unread(old);
}
