import type { Digest } from '../core/digest.ts';
import { csvOf } from './csv.ts';
import { htmlPart } from './htmlPart.ts';
import { type Item, itemsOf } from './item.ts';
import { textPart } from './textPart.ts';
import { CSV_NAME, wordingOf } from './wording.ts';

export interface RenderedDigest {
  /** One line, without control characters. */
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly attachments: readonly Attachment[];
}

interface Attachment {
  readonly filename: string;
  readonly contentType: string;
  readonly content: string;
}

/**
 * The message of a digest. The same digest always gives the same message: ages are told as of its preparation.
 * @param options.from whom to answer, as shown in the footer
 * @throws RangeError for a digest without rows: there is nothing to tell
 */
export function renderDigest(digest: Digest, options: { readonly from: string }): RenderedDigest {
  const items = itemsOf(digest);
  if (!isFilled(items)) throw new RangeError(`the digest ${digest.messageId} has no rows`);
  const shown = items.slice(0, Math.max(1, digest.itemsPerMessage));
  const wording = wordingOf(items, shown.length, options.from);
  return {
    subject: wording.subject,
    html: htmlPart(shown, wording),
    text: textPart(shown, wording),
    attachments:
      shown.length === items.length
        ? []
        : [{ filename: CSV_NAME, contentType: 'text/csv; charset=utf-8', content: csvOf(items) }],
  };
}

function isFilled(items: readonly Item[]): items is readonly [Item, ...Item[]] {
  return items.length > 0;
}
