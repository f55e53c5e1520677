/** Posts JSON to a webhook, whose address is a secret: no text from this module contains it. */
import { setTimeout as delay } from 'node:timers/promises';
import { messageOf } from '../../core/common/errors.ts';
import type { SendResult } from '../../core/notice/digest.ts';
import { shorten, visible } from '../../core/text/visible.ts';

/** One address with its times; the same body may be posted several times. */
export interface WebhookTarget {
  /** `https:`; not for logs. */
  readonly url: string;
  /** For one attempt; called anew for each. */
  readonly headers: (body: string) => Readonly<Record<string, string>>;
  /** What a status of success means where the body says it, as in Slack's API; absent: accepted. */
  readonly reads?: (body: string) => SendResult;
  /** Further texts to conceal. */
  readonly secrets?: readonly string[];
  /** For one attempt, ms; 10 s by default. */
  readonly timeoutMs?: number;
  /** For all attempts and the waits between them, ms; 30 s by default. */
  readonly budgetMs?: number;
  /** Before the second attempt, ms, doubled for each further one; 1 s by default. */
  readonly backOffMs?: number;
  /** Waits before a further attempt; rejects or resolves early when the signal aborts. By default, in real time. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

const ATTEMPTS = 4;
const MAX_ANSWER_BYTES = 2048;
/** Of an answer that is read as a whole. */
const MAX_READ_BYTES = 1_000_000;
/** Statuses that mean "later" and not "never". */
const LATER: ReadonlySet<number> = new Set([408, 425, 429]);

type Attempt = { readonly result: SendResult; readonly retryAfterMs?: number };

/**
 * Never rejects. Retries temporary failures after a delay, not sooner than the server allows (`Retry-After`).
 * @param stop ends the waits; a running attempt finishes
 */
export async function post(target: WebhookTarget, body: string, stop: AbortSignal): Promise<SendResult> {
  const { backOffMs = 1_000, budgetMs = 30_000, wait = waitFor } = target;
  const endsAt = performance.now() + budgetMs;
  for (let attempt = 1; ; attempt++) {
    const { result, retryAfterMs = 0 } = await attemptOnce(target, body);
    if (result.kind !== 'failed' || attempt === ATTEMPTS || stop.aborted) return result;
    const waitMs = Math.max(retryAfterMs, backOffMs * 2 ** (attempt - 1));
    if (performance.now() + waitMs > endsAt) return result;
    await wait(waitMs, stop).catch(() => undefined);
  }
}

function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  return delay(ms, undefined, { signal });
}

async function attemptOnce(target: WebhookTarget, body: string): Promise<Attempt> {
  const { url, headers, timeoutMs = 10_000 } = target;
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', 'user-agent': 'holystone', ...headers(body) },
      body,
      // The message must not go to another address.
      redirect: 'manual',
      signal: timeout,
    });
    if (answer.ok && target.reads) return { result: readBy(target, await beginningOf(answer, MAX_READ_BYTES)) };
    return judge(answer, conceal(target, await beginningOf(answer, MAX_ANSWER_BYTES)));
  } catch (error) {
    const why = timeout.aborted ? `no answer within ${timeoutMs / 1000} s` : conceal(target, wordsOf(error));
    return { result: { kind: 'failed', why } };
  }
}

function readBy(target: WebhookTarget, body: string): SendResult {
  const result = target.reads?.(body) ?? { kind: 'failed', why: 'nothing reads the answer' };
  return result.kind === 'accepted' ? result : { ...result, why: conceal(target, result.why) };
}

function judge(answer: Response, text: string): Attempt {
  const { status } = answer;
  const response = text === '' ? String(status) : `${status}: ${text}`;
  if (answer.ok) return { result: { kind: 'accepted', response } };
  if (status >= 300 && status < 400) {
    return { result: { kind: 'rejected', why: `${status}: redirects are not followed` } };
  }
  if (status < 500 && !LATER.has(status)) return { result: { kind: 'rejected', why: response } };
  const retryAfterMs = retryAfterOf(answer.headers);
  return { result: { kind: 'failed', why: response }, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
}

/** RFC 9110 §10.2.3: seconds, or a date, compared with the server's own. */
function retryAfterOf(headers: Headers): number | undefined {
  const text = headers.get('retry-after')?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const ms = Date.parse(text) - Date.parse(headers.get('date') ?? '');
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}

/** Does not read the rest of a long reply. */
async function beginningOf(answer: Response, most: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer.body ?? []) {
    chunks.push(chunk);
    bytes += chunk.byteLength;
    if (bytes >= most) break;
  }
  return Buffer.concat(chunks).toString('utf8', 0, most);
}

/** `fetch failed` has the reason in its cause. */
function wordsOf(error: unknown): string {
  const { cause } = error as { cause?: unknown };
  return messageOf(cause ?? error);
}

function conceal({ url, secrets = [] }: WebhookTarget, text: string): string {
  const { href, pathname, search } = new URL(url);
  const parts = pathname.split('/').filter((part) => part.length >= 6);
  const hidden = [url, href, ...secrets, ...(search === '' ? [] : [search]), ...parts, ...parts.map(decode)];
  const plain = hidden
    .sort((a, b) => b.length - a.length)
    .reduce((rest, secret) => rest.replaceAll(secret, '***'), text);
  return shorten(visible(plain.trim().replace(/\s+/g, ' ')), 200);
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
