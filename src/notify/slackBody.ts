import type { ChatDialect, ChatPost, ChatRow } from './chat.ts';
import { jsonBytes } from './packed.ts';

/**
 * The JSON of an incoming webhook of Slack, which Mattermost, Rocket.Chat and others take too. One text and no blocks:
 * of those Slack takes 50, with 3,000 characters each. It cuts a text off after 40,000 characters, Mattermost after 16,383.
 * https://docs.slack.dev/messaging/formatting-message-text, https://developers.mattermost.com/integrate/webhooks/incoming/
 */
export const slack: ChatDialect = {
  maxBytes: 12_000,
  sizeOf: (row) => jsonBytes(line(row)),
  body: slackBody,
};

function slackBody({ heading, costs, rows, more, links }: ChatPost): string {
  const lines = [
    `*${escapeText(heading)}*`,
    ...(costs === undefined ? [] : [escapeText(costs)]),
    ...rows.map(line),
    ...(more === undefined ? [] : [escapeText(more)]),
    ...(links.length === 0 ? [] : [links.map(({ text, url }) => link(text, url)).join(' · ')]),
  ];
  // Unfurling would open every link.
  return JSON.stringify({ text: lines.join('\n'), unfurl_links: false, unfurl_media: false });
}

function line({ name, about, url }: ChatRow): string {
  return `• ${url === undefined ? `*${escapeText(name)}*` : link(name, url)} ${escapeText(about)}`;
}

function link(text: string, url: string): string {
  return `<${escapeText(url)}|${escapeText(text).replaceAll('|', '¦')}>`;
}

/** Slack's three control characters: without them there is no link, no mention and no `@channel`. */
function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
