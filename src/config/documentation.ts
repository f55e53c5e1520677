/** The text of `docs/configuration.md`, made from the schema and from what the handlers say about themselves. */

import { z } from 'zod';
import type { Rule } from '../core/rule.ts';
import { genericRules } from '../core/rules/index.ts';
import type { Handler } from '../handlers/handler.ts';
import { handlers as allHandlers } from '../handlers/index.ts';
import { type JsonSchemaNode, jsonSchema } from './jsonSchema.ts';
import { code, keyTable, table } from './markdown.ts';

const INTRODUCTION = `# Configuration

<!-- Generated from src/config and src/handlers by \`npm run docs\`; changes here are lost. -->

Everything Holystone does is in one YAML file; [config/holystone.yaml](../config/holystone.yaml) is an annotated
example, and \`holystone validate --config FILE\` says what a file yields, or everything that is wrong with it, as
\`file:line:column: message\`. Editors check it while it is written, with this first line:
\`# yaml-language-server: $schema=./holystone.schema.json\`.

- **YAML** 1.2 without tags and merge keys. Unknown keys are errors. Write times of day, account ids and cron
  expressions in quotes.
- **Variables**: \`\${NAME}\` and \`\${NAME:-default}\` in values (not in keys) come from the environment; \`$\${\` is a
  literal \`\${\`. A variable that is not set and has no default is an error. What a variable holds is hidden wherever
  the configuration is printed. Inside \`{ … }\` and \`[ … ]\` write it in quotes.
- **Spans of time**: \`90s\`, \`15m\`, \`36h\`, \`10d\`, \`2w\`, and for retention \`10bd\`, the allowed
  days of the window (Monday to Friday, UTC, without one).
- **Shares**: \`25%\` or \`0.25\`. Zero, negative or empty never means "at once" or "no limit"; it is an error
  (\`work.capacity: 0\`, which pauses, is the one exception).
- **Patterns** (in \`keep\`, \`only\` and the rule \`attribute\`): \`/regex/\` or \`/regex/i\` in
  [RE2 syntax](https://github.com/google/re2/wiki/Syntax), anchored only where it says so (\`/^golden-/\`); \`*\` for any
  value that is there; a number or boolean by value; any other text by equality.
- **Layers**: built-in values, then \`defaults\`, then the entry, key by key. Lists under \`keep\` add up; every other
  list is replaced.
- **What an entry yields**: one namespace \`provider:account:location:type\` for each of its accounts and locations. A
  location that one of several accounts does not have is left out, and \`validate\` says so. An unknown account, type
  or location, and two entries for one namespace, are errors.
- **Live** needs all of: \`dryRun: false\`, \`live: true\` in the entry, an \`id\` for the account, and a type whose
  evidence is complete in this version (or the sandbox). \`validate\` and \`plan\` say what is missing.`;

/** The whole page, ending with a newline. */
export function configurationMarkdown(handlers: readonly Handler[] = allHandlers): string {
  const schema = jsonSchema(handlers);
  const { defaults, cleanup, ...sections } = schema.properties ?? {};
  const entries = cleanup?.items?.oneOf ?? cleanup?.items?.anyOf ?? [];
  const settingKeys = new Set(Object.keys(defaults?.properties ?? {}));
  const parts = [
    INTRODUCTION,
    '## The process',
    keyTable({ properties: sections, required: schema.required ?? [] }),
    '## `defaults`',
    `${defaults?.description ?? ''} Every key may be said again in an entry of \`cleanup\`.`,
    keyTable(defaults ?? {}),
    '### Entries of `keep` and `only`',
    keyTable(defaults?.properties?.keep?.items ?? {}),
    '## `cleanup`',
    `A list. An entry names its \`type\` (${handlers.map(({ resourceType }) => code(resourceType)).join(', ')}) and has
these keys, every key of \`defaults\`, and those of its type below.`,
    keyTable(entries[0] ?? {}, new Set(['type', ...settingKeys, ...ownKeys(handlers[0]), 'evidence'])),
    '### Rules of every type',
    'Rules nominate; a finding of use, an opt-out or an exclusion always wins over them.',
    ruleTable(genericRules),
    ...handlers.flatMap((handler, index) => typePart(handler, entries[index] ?? {})),
  ];
  return `${parts.join('\n\n')}\n`;
}

function typePart(handler: Handler, entry: JsonSchemaNode): readonly string[] {
  const own = new Set(['evidence', ...ownKeys(handler)]);
  const properties = Object.entries(entry.properties ?? {}).filter(([key]) => own.has(key));
  const named = (items: readonly { name: string; summary: string }[]) =>
    items.map(({ name, summary }) => [code(name), summary]);
  const { list, delete: deletes, protect = [] } = handler.permissions;
  return [
    `## Type \`${handler.resourceType}\` (${handler.provider})`,
    handler.summary,
    keyTable({ properties: Object.fromEntries(properties), required: entry.required ?? [] }),
    ...section('Rules of its own', handler.rules.length > 0 ? ruleTable(handler.rules as readonly Rule[]) : ''),
    ...section('Safeguards: what keeps it whatever the rules say', nameTable('safeguard', named(handler.safeguards))),
    ...section('Sets: what is kept in view of the others', nameTable('policy', named(handler.setPolicies ?? []))),
    ...section(
      'Evidence: who is asked about use',
      handler.evidence.length > 0
        ? table(
            ['kind', 'finds', 'asked', 'permissions'],
            handler.evidence.map(({ name, summary, asks, permissions }) => [
              code(name),
              summary,
              asks === 'place' ? 'once per place' : 'per candidate',
              permissions.map(code).join(', '),
            ]),
          )
        : '',
    ),
    ...section(
      'Not read yet: why this version never deletes it outside the sandbox',
      nameTable(
        'kind',
        handler.notReadYet.map(({ kind, summary }) => [code(kind), summary]),
      ),
    ),
    '### Permissions',
    table(
      ['for', 'permissions'],
      [['listing', list] as const, ['deleting', deletes] as const, ['keep tags', protect] as const]
        .filter(([, names]) => names.length > 0)
        .map(([what, names]) => [what, names.map(code).join(', ')]),
    ),
  ];
}

function section(title: string, body: string): readonly string[] {
  return body === '' ? [] : [`### ${title}`, body];
}

function nameTable(what: string, rows: readonly (readonly string[])[]): string {
  return rows.length > 0 ? table([what, 'what it says'], rows) : '';
}

function ruleTable(rules: readonly Rule[]): string {
  return table(
    ['rule', 'nominates', 'parameters'],
    rules.map((rule) => [code(rule.name), rule.summary, parameterWords(rule)]),
  );
}

function parameterWords(rule: Rule): string {
  const node = z.toJSONSchema(rule.parameters, { io: 'input' }) as JsonSchemaNode;
  const words = Object.entries(node.properties ?? {}).map(
    ([key, { description }]) => `${code(key)}: ${description ?? ''}`,
  );
  return words.length > 0 ? words.join(' ') : '–';
}

function ownKeys(handler: Handler | undefined): readonly string[] {
  if (!handler) return [];
  const node = z.toJSONSchema(handler.parameters, { io: 'input' }) as JsonSchemaNode;
  return Object.keys(node.properties ?? {}).filter((key) => key !== 'evidence');
}
