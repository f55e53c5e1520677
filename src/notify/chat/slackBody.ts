import { jsonBytes } from '../message/batchBySize.ts';
import type { ChatButtons, ChatDialect, ChatPost, ChatRow } from './chat.ts';

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

/** The buttons that Slack sends back; `block_actions` names them by these. */
export const SLACK_ACTIONS = { keep: 'holystone_keep', open: 'holystone_open' } as const;

function slackBody({ heading, savings, rows, more, links, buttons }: ChatPost): string {
  const lines = [
    `*${escapeText(heading)}*`,
    ...(savings === undefined ? [] : [escapeText(savings)]),
    ...rows.map(line),
    ...(more === undefined ? [] : [escapeText(more)]),
    ...(links.length === 0 ? [] : [links.map(({ text, url }) => link(text, url)).join(' · ')]),
  ];
  // With unfurling, Slack would open every link.
  return JSON.stringify({
    text: lines.join('\n'),
    ...(buttons === undefined ? {} : buttonsOf(buttons)),
    unfurl_links: false,
    unfurl_media: false,
  });
}

/** https://docs.slack.dev/reference/block-kit/block-elements/button-element: a message with longer ones is refused. */
const [LONGEST_VALUE, LONGEST_URL] = [2_000, 3_000];

/** Below the text: blocks in its place would have room for fewer resources. */
function buttonsOf({ value, keep, open, page }: ChatButtons): object {
  if (value.length > LONGEST_VALUE || (page?.length ?? 0) > LONGEST_URL) return {};
  const button = (action: string, text: string, more: object = {}) => ({
    ...{ type: 'button', action_id: action, text: { type: 'plain_text', text }, value },
    ...more,
  });
  const elements = [
    button(SLACK_ACTIONS.keep, keep),
    button(SLACK_ACTIONS.open, open, page === undefined ? {} : { url: page }),
  ];
  return { attachments: [{ fallback: keep, blocks: [{ type: 'actions', elements }] }] };
}

/** Lines of plain text, and a link below them. */
export function slackText(lines: readonly string[], below?: { readonly text: string; readonly url: string }): string {
  return [...lines.map(escapeText), ...(below ? [link(below.text, below.url)] : [])].join('\n');
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
