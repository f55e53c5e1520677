/**
 * An owner follows the link in a mail: opens the page, reads it, presses the button; again if the connection breaks.
 */
import { pause } from './until.ts';

/** The page's heading after the button, as a value. `begun`: the opt-out came after the permit of the deletion. */
export type Answer =
  | { readonly kind: 'kept' | 'begun' }
  /** The page did not confirm. */
  | { readonly kind: 'refused'; readonly why: string };

/** Opens the page, as a mail scanner does too; this changes nothing. */
export async function openKeepPage(url: string, signal: AbortSignal): Promise<string | undefined> {
  const { ok, page } = await patiently(signal, () => read(url, { signal }));
  return ok && /<form method="post"/.test(page) && /name="keep" value="forever"/.test(page) ? page : undefined;
}

interface Keeping {
  readonly reason: string;
  /** Default: the resource alone. */
  readonly scope?: 'id' | 'group';
}

/** Presses "Keep forever". */
export async function keepForEver(
  url: string,
  { reason, scope = 'id' }: Keeping,
  signal: AbortSignal,
): Promise<Answer> {
  const body = new URLSearchParams({ keep: 'forever', scope, reason });
  const { ok, page } = await patiently(signal, () => read(url, { method: 'POST', body, signal }));
  const heading = /<h1>([^<]*)<\/h1>/.exec(page)?.[1] ?? 'nothing';
  if (ok && heading === 'Kept') return { kind: 'kept' };
  if (ok && heading === 'Deletion had already begun') return { kind: 'begun' };
  return { kind: 'refused', why: heading };
}

async function read(url: string, request: RequestInit): Promise<{ ok: boolean; page: string }> {
  const response = await fetch(url, request);
  return { ok: response.ok, page: await response.text() };
}

const TRIES = 5;
const AGAIN_MS = 300;

/** A killed instance breaks its connections; the next try reaches another instance. */
async function patiently<T>(signal: AbortSignal, ask: () => Promise<T>): Promise<T> {
  for (let left = TRIES - 1; ; left--) {
    try {
      return await ask();
    } catch (error) {
      if (left === 0 || signal.aborted) throw error;
      await pause(AGAIN_MS, signal);
    }
  }
}
