import { readText } from '../../../documents/readText.ts';

const LIMITS = {
  timeoutMs: 5_000,
  /** A certificate has two kilobytes, the reply to a confirmation less. */
  maxBytes: 64 * 1024,
};

/**
 * The text at a URL of SNS. Follows no redirection.
 * @throws Error when no text comes within five seconds, or a long one
 */
export function readSnsUrl(url: string): Promise<string> {
  return readText({ from: url, headers: {}, ...LIMITS }, new AbortController().signal);
}
