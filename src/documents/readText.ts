import { isUrl } from './location.ts';
import { readPlainFile, utf8 } from './plainFile.ts';

/** A document outside of Holystone, and its limits. */
export interface DocumentSource {
  /** A path or a URL. */
  readonly from: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Far above any real one; a larger document is not the expected one. */
  readonly maxBytes: number;
  readonly timeoutMs: number;
}

/**
 * The whole text of a document.
 * @throws Error with the reason; the signal's reason when it is aborted
 */
export async function readText(source: DocumentSource, signal: AbortSignal): Promise<string> {
  if (isUrl(source.from)) return fromUrl(source, signal);
  return utf8(await readPlainFile(source.from, { maxBytes: source.maxBytes, signal }));
}

/** Follows no redirect: the headers are only for this address. */
async function fromUrl({ from, headers, maxBytes, timeoutMs }: DocumentSource, signal: AbortSignal): Promise<string> {
  const timer = new AbortController();
  const end = setTimeout(() => timer.abort(new Error(`no answer within ${timeoutMs / 1000} s`)), timeoutMs);
  const onAbort = () => timer.abort(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    const answer = await fetch(from, { headers, redirect: 'error', signal: timer.signal });
    if (answer.status !== 200) throw new Error(`the answer is ${answer.status}`);
    return await whole(answer, maxBytes);
  } catch (error) {
    throw timer.signal.aborted ? timer.signal.reason : causeOf(error);
  } finally {
    clearTimeout(end);
    signal.removeEventListener('abort', onAbort);
  }
}

async function whole(answer: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new Error(`it has more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return utf8(Buffer.concat(chunks));
}

/** `fetch failed` has the reason in its cause. */
function causeOf(error: unknown): unknown {
  return (error as { readonly cause?: unknown } | undefined)?.cause ?? error;
}
