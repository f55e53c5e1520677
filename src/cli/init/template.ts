/** The text of a first configuration. Pure. */
import { visible } from '../../core/text/visible.ts';
import type { Handler } from '../../handlers/contract/handler.ts';
import type { Starter } from '../../handlers/contract/starter.ts';
import { usersNotFound } from '../../handlers/contract/types.ts';
import type { Answers } from './questions.ts';

/** The facts that the first configuration takes from the provider and from the command, not from the answers. */
export interface Frame {
  /** The name of the file, for the commands in its comments. */
  readonly file: string;
  /** The provider's name as in a namespace: `aws`. */
  readonly provider: string;
  readonly starter: Starter;
  /** Of all types that an answer may name. */
  readonly handlers: readonly Handler[];
}

/** A commented configuration: dry run, one account, no secret, no right to delete. */
export function firstConfiguration(answers: Answers, { file: path, ...frame }: Frame): string {
  const file = visible(path);
  return `# Written by "holystone init". ${`\${NAME:-default}`} is a variable of the environment, with its default.
# Every key is in docs/configuration.md.
#
#   holystone validate --config ${file}    # checks this file
#   holystone plan --config ${file}        # shows the resources that Holystone would delete, and why; only reads

# The first safety switch: while it is true, Holystone marks, mails and deletes nothing.
dryRun: true

# The state of the daemon. "holystone plan" needs no Redis.
redis: { url: "\${REDIS_URL:-redis://localhost:6379}" }

${mailLines(answers).join('\n')}

# Needed to go live: the address of the pages behind the links in the mails, and the key that signs these links.
# Make a key with "openssl rand -hex 32", and give it to Holystone as the environment variable HOLYSTONE_LINK_KEY.
# Do not write the key itself into this file.
# http: { public: { url: "https://holystone.example.com" } }
# optOut: { keys: [{ id: k1, secret: "\${HOLYSTONE_LINK_KEY}" }] }

# Holystone notifies the owner that a tag of the resource names, if the address is in one of these domains.
owner:
  tags: [owner, creator]
  domains: [${quoted(domainOf(answers.fallback))}]

accounts:
${indented(accountLines(answers, frame), '    ').replace(/^ {4}/, '  - ')}

# For every entry below. Holystone keeps a resource younger than minimumAge (30d), or used within unusedFor (14d).
defaults:
  retention: 10d # from the notice to the deletion
  notice:
    fallback: ${quoted(answers.fallback)} # notified about resources without an owner

# Rules select resources; a resource that something uses stays, whatever a rule says.
cleanup:
${answers.types.map((type) => indented(entryLines(type, answers.types, frame), '    ').replace(/^ {4}/, '  - ')).join('\n')}
`;
}

function mailLines({ sender }: Answers): readonly string[] {
  const server = (from: string) => `mail: { smtp: "\${SMTP_URL:-smtp://localhost:25}", from: ${from} }`;
  if (sender !== undefined) return ['# The mail server for the notices to owners.', server(quoted(sender))];
  return [
    '# Without a mail server Holystone cannot notify owners, so it cannot go live.',
    `# ${server('holystone@example.com')}`,
  ];
}

function accountLines(
  { account, locations }: Answers,
  { provider, starter }: Pick<Frame, 'provider' | 'starter'>,
): readonly string[] {
  return [
    'name: main # the name in every namespace; choose it before you go live',
    `provider: ${provider}`,
    ...starter.accountLines(account, locations),
    `locations: [${locations.join(', ')}]`,
    '# Once both safety switches are off, each type begins at this stage: plan, notify, canary, live.',
    '# At "notify" Holystone marks and notifies, and deletes nothing. "holystone stage" moves a type on.',
    'rollout: notify',
  ];
}

function entryLines(
  type: string,
  types: readonly string[],
  { starter, handlers }: Pick<Frame, 'starter' | 'handlers'>,
): readonly string[] {
  const handler = handlers.find(({ resourceType }) => resourceType === type) as Handler;
  const { summary, missingEvidence, finalBecause } = handler;
  const users = usersNotFound(handler);
  return [
    `type: ${type} # ${firstSentence(summary)}`,
    missingEvidence.length === 0
      ? 'live: false # the second safety switch'
      : 'live: false # a plan only: this version does not read all users of the type',
    ...(users === undefined
      ? []
      : [
          `# No source can list all of its users (${users}): with live: true it also needs`,
          '# acceptIncomplete: { until: 2027-03-31, reason: "why that is acceptable here" }',
        ]),
    ...(finalBecause === undefined
      ? []
      : [
          `# Final (${finalBecause}): with live: true it also needs`,
          '# acceptFinal: { until: 2027-03-31, reason: "why that is acceptable here" }',
        ]),
    ...(starter.choice?.(type, types) ?? [`when: ${starter.when(type) ?? '[{ rule: unused }]'}`]),
  ];
}

function firstSentence(text: string): string {
  return /^.*?\.(?= |$)/.exec(text)?.[0] ?? text;
}

function indented(lines: readonly string[], by: string): string {
  return lines.map((line) => by + line).join('\n');
}

/** JSON's texts are texts of YAML too. */
function quoted(text: string): string {
  return JSON.stringify(text);
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase();
}
