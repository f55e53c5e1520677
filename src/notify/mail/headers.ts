import type { Digest } from '../../core/notice/digest.ts';

/**
 * RFC 3834 §5: automatic responders must not reply. RFC 2369: the unsubscribe link leads to a page that lists the
 * subjects of the messages; there is no one click of RFC 8058, because without notices an owner's resources would be
 * deleted without warning.
 */
export function headersOf({ threadId, preferencesUrl }: Digest): Readonly<Record<string, string>> {
  const isHttps = preferencesUrl?.startsWith('https://') && !/[\s<>]/.test(preferencesUrl);
  return {
    'Auto-Submitted': 'auto-generated',
    ...(threadId === undefined ? {} : { 'In-Reply-To': threadId, References: threadId }),
    ...(isHttps ? { 'List-Unsubscribe': `<${preferencesUrl}>` } : {}),
  };
}
