/** How the oracle reads a mail. */
import { expect, test } from '@jest/globals';
import { noticesIn } from '../../../sandbox/demo/notices.ts';

const KEEP = 'https://holystone.example/keep/1';
const ENTRY = `1. web-20250517
   Id:       ami-1
   What:     image in acme-dev, eu-west-1, made 100 days ago
   Why:      nothing uses it; its snapshots are deleted after it:
             snap-1, snap-2; the others stay, unless they have
             a notice of their own: snap-3
   Deletion: 7 December
   Keep it:  ${KEEP}
`;

test('the snapshots that follow an image are told in its row, and those that stay are not', () => {
  const html = `<time datetime="2026-12-07T10:00:00Z">7 December</time><a href="${KEEP}">Keep it</a>`;
  const message = { text: ENTRY, html, attachments: [], receivedAt: 1, recipients: ['a@acme.example'], messageId: 'm' };
  expect(noticesIn(message as unknown as Parameters<typeof noticesIn>[0]).map(({ type, id }) => [type, id])).toEqual([
    ['image', 'ami-1'],
    ['snapshot', 'snap-1'],
    ['snapshot', 'snap-2'],
  ]);
});
