/** The sentences of the message, in one place for its HTML and its text. */
import { KEEP_TAG } from '../core/optOut.ts';
import { shorten, visible } from '../core/visible.ts';
import type { Item } from './item.ts';

export interface Wording {
  readonly subject: string;
  readonly heading: string;
  readonly intro: string;
  readonly keep: readonly string[];
  readonly nothing: string;
  /** Set when not everything is in the message itself. */
  readonly more?: string;
  readonly footer: string;
}

/** The name of the attached list. */
export const CSV_NAME = 'resources.csv';

/** @param items all of them, the first to be deleted first; at least one @param shown how many the message shows */
export function wordingOf(items: readonly [Item, ...Item[]], shown: number, from: string): Wording {
  const [first] = items;
  const one = items.length === 1;
  const count = one ? '1 resource' : `${items.length} resources`;
  const it = one ? 'it' : 'them';
  const date = `${first.deletion.words} (${first.deletion.timeZone})`;
  return {
    subject: subjectOf(items, count),
    heading: `${count} of yours will be deleted`,
    intro: `Holystone found nothing that uses ${it}. Unless you keep ${it}, ${
      one ? `it is deleted on ${date}` : `they are deleted, the first on ${date}`
    }.`,
    keep: [
      'Follow its link “Keep it” and confirm there. Opening the link changes nothing.',
      'Or use it again: right before the deletion it is checked once more, and what is in use stays.',
      `Or give it the tag ${KEEP_TAG} with the value “always”.`,
    ],
    nothing: `If you do not need ${it} any more, you do not have to do anything.`,
    ...(shown < items.length
      ? {
          more: `These are the first ${shown} of ${items.length}. All ${items.length}, with their dates and links, are in the attached ${CSV_NAME}.`,
        }
      : {}),
    footer: `You get this message because you are named as the owner. If that is not you, please write to ${visible(addressIn(from))}.`,
  };
}

/** How many and by when; for a single resource also which. */
function subjectOf(items: readonly [Item, ...Item[]], count: string): string {
  const [first] = items;
  const when = first.deletion.day;
  if (items.length === 1) return `${count} will be deleted on ${when}: ${shorten(visible(first.name), 80)}`;
  const sameDay = items.every((item) => item.deletion.day === when);
  return `${count} will be deleted${sameDay ? '' : ', the first'} on ${when}`;
}

/** `Holystone <holystone@example.com>` → `holystone@example.com` */
function addressIn(from: string): string {
  return /<([^<>]+)>/.exec(from)?.[1] ?? from;
}
