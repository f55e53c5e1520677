import { jsonBytes } from '../message/batchBySize.ts';
import type { ChatDialect, ChatPost, ChatRow } from './chat.ts';

/**
 * The JSON of an incoming webhook of Slack. One text and no blocks: Slack allows 50 blocks, with 3,000 characters each.
 * It cuts a text after 40,000 characters. Other chats with the same JSON read different markup: a name could become a
 * link or a mention there, so they have no dialect here. https://docs.slack.dev/messaging/formatting-message-text
 */
export const slack: ChatDialect = {
  maxBytes: 12_000,
  sizeOf: (row) => jsonBytes(line(row)),
  body: slackBody,
};

function slackBody({ heading, savings, rows, more, links }: ChatPost): string {
  const lines = [
    `*${escapeText(heading)}*`,
    ...(savings === undefined ? [] : [escapeText(savings)]),
    ...rows.map(line),
    ...(more === undefined ? [] : [escapeText(more)]),
    ...(links.length === 0 ? [] : [links.map(({ text, url }) => link(text, url)).join(' · ')]),
  ];
  // With unfurling, Slack would open every link.
  return JSON.stringify({ text: lines.join('\n'), unfurl_links: false, unfurl_media: false });
}

function line({ name, about, url }: ChatRow): string {
  return `• ${url === undefined ? `*${escapeText(name)}*` : link(name, url)} ${escapeText(about)}`;
}

function link(text: string, url: string): string {
  return `<${escapeText(url)}|${escapeText(text).replaceAll('|', '¦')}>`;
}

/** Slack's three control characters: once they are escaped, a text has no link, no mention and no `@channel`. */
function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
