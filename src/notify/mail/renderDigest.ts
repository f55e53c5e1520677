import type { Language } from '../../core/common/language.ts';
import { turn } from '../../core/common/steps.ts';
import type { Digest } from '../../core/notice/digest.ts';
import { endsOf } from '../../core/resource/ends.ts';
import { entriesOf, firstEntries, type Item, itemsOf } from '../message/item.ts';
import { CSV_NAME, type Message, messageOf, type Voice } from '../message/message.ts';
import { withoutLinks } from '../message/withoutLinks.ts';
import { catalogueOf } from '../texts/index.ts';
import { csvOf } from './csv.ts';
import { htmlPart } from './html/htmlPart.tsx';
import { textPart } from './textPart.ts';

/** The parts of a mail, without its envelope and its headers. */
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

/** The notifier and the previews pass these, from the key `mail` of the configuration. */
export interface RenderOptions extends Voice {
  readonly language: Language;
  /** For a reader other than the owner: without links. */
  readonly isCopy?: boolean;
}

/** Gmail cuts a message after 102 KB of HTML, at any place. */
const MAX_HTML_BYTES = 100_000;
/** More never fit: an entry takes more than a kilobyte. Without this limit all of them would be rendered first. */
const MOST_SHOWN = 100;

/**
 * The message of a digest. The same digest always gives the same message: ages are relative to its preparation. The
 * attached list has the resources for which the message has no room.
 * @throws RangeError for a digest without rows
 */
export async function renderDigest(
  stored: Digest,
  { language, isCopy, ...voice }: RenderOptions,
): Promise<RenderedDigest> {
  const digest = isCopy ? withoutLinks(stored) : stored;
  const catalogue = catalogueOf(language, endsOf(digest.rows));
  const items = await itemsOf(digest, catalogue);
  if (!isFilled(items)) throw new RangeError(`the digest ${digest.messageId} has no rows`);
  const all = entriesOf(items);
  await turn();
  let shown = Math.min(all.length, MOST_SHOWN, Math.max(1, digest.itemsPerMessage));
  for (;;) {
    const entries = firstEntries(all, shown);
    await turn();
    const hasList = shown < all.length || entries.some(({ folded }) => folded !== undefined);
    const message = messageOf(digest, { items, entries, hasList, isCopy }, catalogue, voice);
    await turn();
    const html = htmlPart(message);
    const size = Buffer.byteLength(html);
    if (size <= MAX_HTML_BYTES || shown === 1) return await rendered(message, html, items);
    shown = Math.max(1, Math.min(shown - 1, Math.floor((shown * MAX_HTML_BYTES) / size)));
  }
}

async function rendered(message: Message, html: string, items: readonly Item[]): Promise<RenderedDigest> {
  const text = textPart(message);
  const { subject } = message;
  if (message.more === undefined) return { subject, html, text, attachments: [] };
  const content = await csvOf(items, message.currency);
  return {
    subject,
    html,
    text,
    attachments: [{ filename: CSV_NAME, contentType: 'text/csv; charset=utf-8', content }],
  };
}

function isFilled(items: readonly Item[]): items is readonly [Item, ...Item[]] {
  return items.length > 0;
}
