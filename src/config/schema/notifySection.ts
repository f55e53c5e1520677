/** The transports besides the mail server, and the one whose acceptance counts as notice. */
import { z } from 'zod';
import { LANGUAGES } from '../../core/common/language.ts';
import { name, readText, WEB_URL_PATTERN } from '../../core/common/textSettings.ts';
import { isLoopbackHost } from '../../core/text/loopback.ts';
import { quote } from '../yaml/quote.ts';
import type { Reporter } from '../yaml/report.ts';
import { rotatingKey } from './sections.ts';

const URL_WORDS = 'a URL that begins with https://, without user and password; http:// only to this machine';

const BOT_TOKEN = 'a bot token of Slack of at least 16 characters: xoxb-…';

const SIGNING_SECRET =
  "the signing secret of the app of Slack, at least 16 characters, from its page 'Basic Information'";

const ownerAddress = z
  .string()
  .regex(/^[^\s@A-Z]+@[^\s@A-Z]+$/, { error: 'an address of an owner, in lower case' })
  .meta({ examples: ['data@example.com'] });

const common = {
  name: name('a name').describe('Unique; in logs and metrics, and for `required`. `smtp` is the mail server.'),
  url: readText(URL_WORDS, webhookUrl, ['https://hooks.example.com/services/T000/B000/XXXX'], WEB_URL_PATTERN).describe(
    'The URL to post to; a secret, best from a variable. Holystone does not follow redirects.',
  ),
  links: z
    .boolean()
    .default(false)
    .describe(
      'Adds the links of the resources: each reader of the channel can then decide as the owner. Needed if `required`.',
    ),
};

const chat = {
  ...common,
  language: z.enum(LANGUAGES).optional().describe('The language of its posts; the mail language unless given.'),
};

const transport = z.discriminatedUnion(
  'type',
  [
    z.strictObject({
      type: z.literal('slack').describe('An incoming webhook of Slack.'),
      ...chat,
    }),
    z.strictObject({
      type: z
        .literal('slackApp')
        .describe('An app of Slack: a direct message to each owner, or a post in the channel of an owner.'),
      ...chat,
      url: common.url
        .default('https://slack.com/api')
        .describe("Slack's API unless given; another one only for a proxy of it. Holystone does not follow redirects."),
      token: z
        .string({ error: BOT_TOKEN })
        .min(16, { error: BOT_TOKEN })
        .describe(
          'The bot token, with the scopes `chat:write` and `users:read.email`; a secret, best from a variable.',
        ),
      channels: z
        .record(
          ownerAddress,
          z
            .string()
            .regex(/^[CG][A-Z0-9]{5,}$/, { error: 'the id of a channel, such as C0123ABCD, not its name' })
            .meta({ examples: ['C0123ABCD'] }),
        )
        .default({})
        .describe('Owners with a channel: address → id. Every other owner gets a direct message, by the address.'),
      signingSecret: z
        .string({ error: SIGNING_SECRET })
        .min(16, { error: SIGNING_SECRET })
        .optional()
        .describe(
          'Adds the buttons *Keep for 30 days* and *Open*, and the path `/hooks/slack` of the public listener, which takes what Slack signed with it; a secret, best from a variable.',
        ),
      people: z
        .record(
          ownerAddress,
          z.array(
            z
              .string()
              .regex(/^[UW][A-Z0-9]{5,}$/, { error: 'the id of a person in Slack, such as U0123ABCD' })
              .meta({ examples: ['U0123ABCD'] }),
          ),
        )
        .default({})
        .describe(
          'Who decides by a button for an address that is nobody in Slack, such as that of a team: address → ids of people. Beside them, whoever has the address decides.',
        ),
      operators: z
        .array(ownerAddress)
        .max(10, { error: 'a list of at most 10 addresses' })
        .default([])
        .describe('Addresses of those who may keep, by a button, what a channel is told of; Slack is asked for each.'),
    }),
    z.strictObject({
      type: z.literal('teams').describe('A Workflow of Microsoft Teams: "When a Teams webhook request is received".'),
      ...chat,
    }),
    z.strictObject({
      type: z.literal('webhook').describe('Any other program: JSON, signed.'),
      ...common,
      maxBytes: z
        .int()
        .min(65_536)
        .max(8_388_608)
        .default(1_000_000)
        .describe('The largest number of resources in one request; a longer notice comes in parts.'),
      key: rotatingKey('each request').describe(
        'Signs each request: HMAC-SHA256 over its timestamp, a dot and its body.',
      ),
    }),
  ],
  { error: 'a transport with `type` slack, slackApp, teams or webhook' },
);

export const notifySection = z.strictObject({
  required: name('the name of a transport')
    .default('smtp')
    .describe('The transport whose acceptance counts as notice: `smtp`, or the name of one of `transports`.'),
  transports: z
    .array(transport, { error: 'a list of transports' })
    .default([])
    .describe('Each gets a copy of every recorded notice; Holystone tries once, logs failures and counts them.'),
  weekly: z
    .strictObject({
      to: name('the name of a transport').describe('The name of one of `transports`, a chat.'),
      hour: z.int().min(0).max(23).default(8).describe('From this hour of Monday on, UTC.'),
    })
    .optional()
    .describe(
      'A chat that `serve` tells on Mondays, once for the whole fleet, what was deleted in the week before and what that saves a month, what waits, and what is blocked; not while all of it is a dry run.',
    ),
});

/** One of `transports`, unread: any key may be missing, or have any value. */
type Given = Partial<
  Readonly<Record<'name' | 'links' | 'type' | 'signingSecret' | 'people' | 'operators', unknown>>
> | null;

/** Checks that names are unique, and that the required transport exists and carries the links. */
export function checkTransports(value: unknown, reporter: Reporter): void {
  const { required = 'smtp', transports, weekly } = (value ?? {}) as Readonly<Record<string, unknown>>;
  const list = Array.isArray(transports) ? (transports as Given[]) : [];
  checkWeekly(weekly, list, reporter);
  checkButtons(list, reporter);
  const names = ['smtp', ...list.map((one) => one?.name)];
  list.forEach((_, index) => {
    const isTaken = names.indexOf(names[index + 1]) <= index;
    if (isTaken) reporter.report(['notify', 'transports', index, 'name'], 'another transport has this name');
  });
  if (typeof required !== 'string') return;
  const at = names.indexOf(required);
  if (at < 0) {
    const known = names.filter((one) => typeof one === 'string').map(quote);
    reporter.report(['notify', 'required'], `there is no such transport; allowed: ${known.join(', ')}`);
  } else if (at > 0 && list[at - 1]?.links !== true) {
    reporter.report(
      ['notify', 'required'],
      'the required transport must carry the links with which owners keep resources; set its `links: true`',
    );
  }
}

/** Whose buttons a request is about follows from the secret that signed it. */
function checkButtons(list: readonly Given[], reporter: Reporter): void {
  const secrets = list.map((one) => one?.signingSecret);
  list.forEach((one, index) => {
    const secret = one?.signingSecret;
    const at = ['notify', 'transports', index];
    if (secret === undefined) {
      const given = (['people', 'operators'] as const).find((key) => one?.[key] !== undefined);
      if (given) reporter.report([...at, given], 'this is about buttons, which need `signingSecret`');
    } else if (secrets.indexOf(secret) < index)
      reporter.report([...at, 'signingSecret'], 'another transport has this secret; an app of Slack is one transport');
  });
}

function checkWeekly(weekly: unknown, list: readonly Given[], reporter: Reporter): void {
  const { to } = (weekly ?? {}) as { to?: unknown };
  if (typeof to !== 'string') return;
  const chats = list.filter((one) => one?.type === 'slack' || one?.type === 'teams').map((one) => one?.name);
  if (chats.includes(to)) return;
  const known = chats.filter((one) => typeof one === 'string').map(quote);
  const allowed =
    known.length === 0 ? 'add one to `transports`, with `type` slack or teams' : `allowed: ${known.join(', ')}`;
  reporter.report(['notify', 'weekly', 'to'], `there is no such chat; ${allowed}`);
}

/** `http:` only to loopback: on any other network a third party could read the posts. */
function webhookUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== '' || password !== '' || hostname === '') return undefined;
  return protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname)) ? text : undefined;
}
