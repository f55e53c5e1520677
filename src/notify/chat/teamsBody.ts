import { jsonBytes } from '../message/batchBySize.ts';
import type { ChatDialect, ChatPost, ChatRow } from './chat.ts';

/**
 * The JSON for Teams' Workflows ("When a Teams webhook request is received"): an Adaptive Card in a message, of at
 * most 28 KB (https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using).
 * Rich text instead of text blocks: those read Markdown, and a name could become a link.
 */
export const teams: ChatDialect = {
  maxBytes: 20_000,
  sizeOf: (row) => jsonBytes(richText(runsOf(row))),
  body: teamsBody,
};

function teamsBody({ heading, savings, rows, more, links }: ChatPost): string {
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    msteams: { width: 'Full' },
    body: [
      richText([{ type: 'TextRun', text: heading, weight: 'Bolder', size: 'Medium' }]),
      ...(savings === undefined ? [] : [richText([{ type: 'TextRun', text: savings }])]),
      ...rows.map((row) => richText(runsOf(row))),
      ...(more === undefined ? [] : [richText([{ type: 'TextRun', text: more }])]),
    ],
    ...(links.length === 0
      ? {}
      : { actions: links.map(({ text, url }) => ({ type: 'Action.OpenUrl', title: text, url })) }),
  };
  const contentType = 'application/vnd.microsoft.card.adaptive';
  return JSON.stringify({ type: 'message', attachments: [{ contentType, contentUrl: null, content }] });
}

function richText(inlines: readonly object[]): object {
  return { type: 'RichTextBlock', inlines };
}

function runsOf({ name, about, url }: ChatRow): readonly object[] {
  const open = url === undefined ? {} : { selectAction: { type: 'Action.OpenUrl', url } };
  return [
    { type: 'TextRun', text: name, weight: 'Bolder', ...open },
    { type: 'TextRun', text: ` ${about}` },
  ];
}
