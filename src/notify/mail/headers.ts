import type { Digest } from '../../core/notice/digest.ts';

/**
 * RFC 3834 §5 tells automatic responders that nobody waits for their answer. RFC 2369: what unsubscribing leads to is a
 * page that lists what the messages are about; RFC 8058's one click is not offered, as nobody is spared a notice and
 * lets his resources be deleted untold.
 */
export function headersOf({ threadId, preferencesUrl }: Digest): Readonly<Record<string, string>> {
  const isHttps = preferencesUrl?.startsWith('https://') && !/[\s<>]/.test(preferencesUrl);
  return {
    'Auto-Submitted': 'auto-generated',
    ...(threadId === undefined ? {} : { 'In-Reply-To': threadId, References: threadId }),
    ...(isHttps ? { 'List-Unsubscribe': `<${preferencesUrl}>` } : {}),
  };
}
