/** Does what an owner does with the link in a mail: open the page, read it, press the button. */

export type Answer =
  | { readonly kind: 'kept' | 'begun' }
  /** The page did not say yes. */
  | { readonly kind: 'refused'; readonly why: string };

/** Opens the page, as a mail scanner does too; nothing changes by it. */
export async function openKeepPage(url: string, signal: AbortSignal): Promise<string | undefined> {
  const response = await fetch(url, { signal });
  const page = await response.text();
  return response.ok && /<form method="post"/.test(page) && /name="keep" value="forever"/.test(page) ? page : undefined;
}

/** Presses "Keep for ever". */
export async function keepForEver(url: string, reason: string, signal: AbortSignal): Promise<Answer> {
  const body = new URLSearchParams({ keep: 'forever', scope: 'id', reason });
  const response = await fetch(url, { method: 'POST', body, signal });
  const heading = /<h1>([^<]*)<\/h1>/.exec(await response.text())?.[1] ?? `status ${response.status}`;
  if (response.ok && heading === 'Kept') return { kind: 'kept' };
  if (response.ok && heading === 'Deletion had already begun') return { kind: 'begun' };
  return { kind: 'refused', why: heading };
}
