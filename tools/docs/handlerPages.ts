/** The texts of `docs/handlers.md` and `docs/evidence.md`, made from the handlers' own descriptions. */
import { formatMs } from '../../src/core/common/duration.ts';
import type { Rule } from '../../src/core/evaluation/rule.ts';
import { type Attributes, attributeNames, kindAt } from '../../src/core/resource/attribute.ts';
import { UNREAD_INPUTS } from '../../src/handlers/aws/evidence/unreadInputs.ts';
import type { EvidenceSource, Handler } from '../../src/handlers/contract/handler.ts';
import { handlers as allHandlers, providers } from '../../src/handlers/index.ts';
import { code, table } from './markdown.ts';
import { whereRead, whereReadByTypes } from './places.ts';
import { ruleTable } from './ruleTable.ts';

const GENERATED = '<!-- Generated from src/handlers by `npm run docs`; changes here are lost. -->';

const RIGHTS = providers
  .flatMap(({ rights }) => (rights ? [code(`holystone ${rights.command} --config FILE`)] : []))
  .join(', ');

const HANDLERS = `# Resource types

${GENERATED}

Each type, its users, and the conditions that keep it. Its keys in an entry of \`cleanup\` are in
[configuration.md](configuration.md), the kinds of evidence in [evidence.md](evidence.md). The permissions of a
configuration are printed by ${RIGHTS}.`;

const EVIDENCE = `# Evidence

${GENERATED}

Evidence shows the users of a resource. Every finding names a user, and keeps the resource whatever the rules select.
A resource is only ever called unused when *all* kinds of its type were read completely, in every account that could
use it; otherwise it is \`unknown\`, and stays.

- **Required, unless said otherwise.** \`evidence.off\` leaves out a kind, everywhere or in some accounts; every verdict
  names it. \`evidence.acceptUnread\` accepts, until a date and for a reason, that a kind may not be read in an account; it
  accepts a missing permission, never a failure. Kinds marked *where switched on* are named in \`evidence.on\`.
- **Once per place** kinds are read for a whole account and location at a time, once for all namespaces and instances
  that ask, and kept with the time at which the reading began: at most 30 minutes old for a survey, begun after the batch
  was chosen for a delete. \`plan\` shows every source and place with its age.
- **Per candidate** kinds cost a call each, and Holystone reads them only for resources that all other
  evidence leaves unused.
- **Other accounts.** A kind is read in every account that may use the resource. One of them that cannot be read makes
  unknown only the resources that it may use: those shared with it, or ever seen in use. SSM parameters, and recipes
  and distributions of EC2 Image Builder, are made for others: if Holystone cannot read those, for any reason,
  everything is unknown. An account that cannot be read is named once, whatever it blocks.
- **Partial reads.** Users that a kind found before a part of its reading failed still keep their resources;
  all other resources are unknown.
- **Own account only.** Launch configurations and launch templates can be launched from in their own account and region
  alone, so Holystone does not read other accounts; but an Image Builder distribution may name a template from any account and region.
- **Not read yet** are the users that [the table below](#users-that-no-kind-reads) names by type; \`plan\` says \`cannot see\`.
- **Launch templates** of Elastic Disaster Recovery and Application Migration Service carry tags that say so, and the safeguard
  \`managedBy\` keeps them.
- **Texts.** Kinds of the group \`texts\` look through definitions, inputs, variables, scripts and plain parameters for
  everything that these name. \`evidence: { off: [texts] }\` leaves all of them out, and every verdict says so. Schedules that only
  send a message, SecureStrings and the user data of running instances are not looked through. Any value there that is called like a
  resource names it, whatever stands before it; of a resource with an ordinary word as its name (\`web\`) much may be a user.
- **Other regions.** What programs run by (functions, state machines, schedules and rules of EventBridge, build projects, plain
  parameters, tasks of ECS) is read in every declared region: one that takes over when a region fails names what stands in another one.
- **Rare services.** Kinds of the group \`cloudControl\` read resources of many services by the names of their types, with the permissions
  of each service. \`evidence: { off: [cloudControl] }\` leaves all of them out, a kind's own name only that one, and every verdict says
  so.
- **Clusters of the configuration** are read for what their objects name in AWS (\`clusterObjects\`). Such an account needs its \`id\`, and its
  role the right to list; otherwise everything without a known user is unknown, or the kind is switched off.
- **A service that a region lacks** is no gap where its provider does not document it and, asked for a type of it, knows none. Anywhere else
  a service that does not answer is a gap.
- **Suddenly empty.** A kind that found something and now finds nothing, or less than half, blocks the pass
  (\`tripwires.shrunkBy\`).
- **A missing permission** is named once, with the number of resources it blocks; \`plan\` ranks them.`;

const UNREAD = `These stand in answers that Holystone does not ask for yet. The provider would let the resource go, and they would break. So a live
entry of these types needs \`acceptIncomplete\`: if you use one, keep what it needs by a tag or by \`keep\`. Users that no source can ever list, such as scripts elsewhere, stand with each type in
[handlers.md](handlers.md).`;

const UNREAD_TEXTS = `People write in these what starts something later, and no kind reads them. A type whose resources are known by a name, an id, a host or
an address may be named there and nowhere else. No plan says so, because most accounts have none of these: if you use one, list what it
names in a document of [users elsewhere](registry.md) (\`evidence.externalReferences\`), or keep that by a tag or by \`keep\`.`;

function unreadRows({ resourceType, unreadUsers = {} }: Handler): readonly (readonly string[])[] {
  return Object.entries(unreadUsers).map(([users, breaks]) => [code(resourceType), users, breaks]);
}

/** The whole page, ending with a newline. */
export function handlersMarkdown(handlers: readonly Handler[] = allHandlers): string {
  return page([HANDLERS, ...handlers.flatMap(typePart)]);
}

/** The whole page, ending with a newline. */
export function evidenceMarkdown(handlers: readonly Handler[] = allHandlers): string {
  const sources = new Map(handlers.flatMap(({ evidence }) => evidence).map((source) => [source.name, source]));
  const users = (name: string) =>
    handlers.filter(({ evidence }) => evidence.some((source) => source.name === name)).map((one) => one.resourceType);
  const rows = [...sources.values()]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map((source) => {
      const types = users(source.name).map(code).join(', ');
      return [...evidenceRow(source, whereReadByTypes(handlers, source.name, code)), types];
    });
  return page([
    EVIDENCE,
    '## Kinds',
    table([...EVIDENCE_HEAD, 'types'], rows),
    '## Users that no kind reads',
    UNREAD,
    table(['type', 'users', 'what breaks without the resource'], handlers.flatMap(unreadRows)),
    '## Texts that no kind reads',
    UNREAD_TEXTS,
    table(
      ['texts', 'services', 'what breaks if a resource goes that only they name'],
      UNREAD_INPUTS.map(([what, breaks, services]) => [what, services, breaks]),
    ),
  ]);
}

function page(parts: readonly string[]): string {
  return `${parts.join('\n\n')}\n`;
}

function typePart(handler: Handler): readonly string[] {
  const named = (items: readonly { name: string; summary: string }[]) =>
    items.map(({ name, summary }) => [code(name), summary]);
  const { list, delete: deletes, protect = [], marks = [], restorable = [], restore = [] } = handler.permissions;
  return [
    `## \`${handler.resourceType}\` (${handler.provider})`,
    handler.summary,
    ...lastUsePart(handler),
    '### Attributes: for `keep`, `only` and the rule `attribute`',
    table(['attribute', 'values'], attributeRows(handler.attributes ?? {})),
    ...section(
      'Evidence: the sources of users',
      table(
        EVIDENCE_HEAD,
        handler.evidence.map((one) => evidenceRow(one, whereRead(handler, one))),
      ),
    ),
    ...section('Safeguards: they keep it whatever the rules select', nameTable('safeguard', named(handler.safeguards))),
    ...section('Rules of its own', handler.rules.length > 0 ? ruleTable(handler.rules as readonly Rule[]) : ''),
    ...section('Sets: resources kept in comparison with others', nameTable('policy', named(handler.setPolicies ?? []))),
    ...section(
      'Missing evidence: why this version never deletes it outside the sandbox',
      nameTable(
        'kind',
        handler.missingEvidence.map(({ kind, summary }) => [code(kind), summary]),
      ),
    ),
    ...section('Users that no source can list', handler.unlistedUsers ? unlistedPart(handler.unlistedUsers) : ''),
    ...section(quarantineTitle(handler), handler.quarantine?.summary ?? ''),
    '### Permissions',
    table(
      ['for', 'permissions'],
      [
        ['listing', list] as const,
        ['deleting', deletes] as const,
        ['quarantine, where it is configured', quarantinePermissions(handler)] as const,
        ['keep tags', protect] as const,
        ['marks of another tool, where an entry asks for them', marks] as const,
        ['a check whether it can be restored (optional)', restorable] as const,
        ['`restore`, which the daemon never runs', restore] as const,
      ]
        .filter(([, names]) => names.length > 0)
        .map(([what, names]) => [what, names.map(code).join(', ')]),
    ),
  ];
}

function quarantineTitle({ quarantine: step }: Handler): string {
  const always = step?.alwaysForMs;
  return `Quarantine: ${always === undefined ? 'with the setting `quarantine`' : `always, for ${formatMs(always)} unless \`quarantine\` says another time`}`;
}

const KIND_WORDS: Readonly<Record<string, string>> = {
  untyped: 'text',
  bytes: 'number of bytes; compared with `100GiB` too',
  gibibytes: 'number of GiB; compared with `100GiB` too',
  texts: 'texts; one of them has to match',
  date: 'date, such as `2026-10-28T09:00:00.000Z`; `2026-10-28` matches the whole day',
};

function attributeRows(attributes: Attributes): readonly (readonly string[])[] {
  return attributeNames(attributes).map((name) => {
    const kind = String(kindAt(attributes, name) ?? 'untyped');
    return [code(name), KIND_WORDS[kind] ?? kind];
  });
}

function lastUsePart({ firstSeenIsUse: own, measured }: Handler): readonly string[] {
  if (measured?.unusedForMs !== undefined)
    return [
      `Only metrics show when one was last used. \`unusedFor\` is ${formatMs(measured.unusedForMs)}, and no less whatever \`defaults\` say; an entry itself may say
less, while it is live at least two days, and never \`off\`. Longer than the longest time between two uses is right: a job may run once a month.`,
    ];
  if (!own) return [];
  const days = formatMs(own.unusedForMs);
  const looks =
    own.recordedBy === undefined
      ? `only Holystone's own surveys do: the first time that Holystone sees one counts as a use, and a use
between two surveys leaves no trace`
      : `so the first time that Holystone sees one counts as a use. The evidence
\`${own.recordedBy}\` finds later uses, also those between two surveys`;
  return [
    `The provider does not report when one was last used, ${looks}. \`unusedFor\` is ${days}, and no less whatever \`defaults\` say; an entry itself may say
less, while it is live at least twice \`every.mark\`. Longer than the longest time between two uses is right.`,
  ];
}

function unlistedPart(users: string): string {
  return `${users}. So an entry is a plan only, unless it sets \`live: true\` and \`acceptIncomplete\`; every verdict names that.`;
}

const EVIDENCE_HEAD = ['kind', 'finds', 'where', 'asked', 'permissions'];

function evidenceRow(
  { name, summary, per, optional, group, permissions }: EvidenceSource,
  where: string,
): readonly string[] {
  const frequency = per === 'location' ? 'once per place' : 'per candidate';
  return [
    code(name),
    group === undefined ? summary : `${summary} Group ${code(group)}.`,
    where,
    optional ? `${frequency}, where switched on` : frequency,
    permissions.length > 0 ? permissions.map(code).join(', ') : '–',
  ];
}

function section(title: string, body: string): readonly string[] {
  return body === '' ? [] : [`### ${title}`, body];
}

function nameTable(what: string, rows: readonly (readonly string[])[]): string {
  return rows.length > 0 ? table([what, 'contents'], rows) : '';
}

function quarantinePermissions({ quarantine }: Handler): readonly string[] {
  if (!quarantine) return [];
  const { permissions, undo = [], reads = [], makes } = quarantine;
  return [...permissions, ...undo, ...reads, ...(makes ? [makes.tagging] : [])];
}
