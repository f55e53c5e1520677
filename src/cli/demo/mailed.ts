import { OWNERS } from '../../../sandbox/demo/accounts.ts';
import { noticesIn } from '../../../sandbox/demo/notices.ts';
import type { SunkMessage } from '../../../sandbox/mail/message.ts';
import { pluralize } from '../../core/common/pluralize.ts';

/** One line about a mail, with the numbers of its subject and its text. */
export function mailedWords(message: SunkMessage): string {
  // Groups of one name may be in several accounts and regions, and each is one resource.
  const notices = new Map(
    noticesIn(message).map((notice) => [`${notice.accountName} ${notice.region} ${notice.id}`, notice]),
  );
  const first = Math.min(...[...notices.values()].map(({ shownAt }) => shownAt));
  const [to = ''] = message.recipients;
  const what = pluralize(notices.size, 'resource');
  const date = Number.isFinite(first) ? new Date(first).toISOString().slice(11, 19) : '?';
  const whose = to === OWNERS.fallback ? ' (no owner)' : '';
  return `${to}: ${what}${savingIn(message.text)}, to be deleted from ${date} UTC on${whose}`;
}

/** In the words of the mail: ` (saves $2.00 a month)`; empty when deleting saves nothing. */
function savingIn(text: string): string {
  const [, words] = /\bDeleting \w+ (saves (?!nothing)\S.*?), at list prices/.exec(text.replace(/\s+/g, ' ')) ?? [];
  return words === undefined ? '' : ` (${words})`;
}
