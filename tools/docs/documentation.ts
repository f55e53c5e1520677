/** The text of `docs/configuration.md`, made from the schema and the handlers' own descriptions. */

import { z } from 'zod';
import { genericRules } from '../../src/core/evaluation/rules/index.ts';
import type { Handler } from '../../src/handlers/contract/handler.ts';
import { handlers as allHandlers, providers } from '../../src/handlers/index.ts';
import { type JsonSchemaNode, jsonSchema, objectOf } from './jsonSchema.ts';
import { code, keyTable } from './markdown.ts';
import { ruleTable } from './ruleTable.ts';

const INTRODUCTION = `# Configuration

<!-- Generated from src/config and src/handlers by \`npm run docs\`; changes here are lost. -->

Everything Holystone does is in one YAML file; [config/holystone.yaml](../config/holystone.yaml) is an annotated
example, and \`holystone validate --config FILE\` lists the namespaces of a file and how far Holystone
goes in each, or all its problems, as
\`file:line:column: message\`. Editors check it while it is written, with this first line:
\`# yaml-language-server: $schema=./holystone.schema.json\`. The [schema](../config/holystone.schema.json) is in the package
and, with a URL for each version, on the documentation site (\`npm run docs:site\`):
\`$schema=https://docs.example.com/0.2.0/config/holystone.schema.json\`.

- **YAML** 1.2 without tags and merge keys. Unknown keys are errors. Write times of day, account ids and cron
  expressions in quotes.
- **Variables**: \`\${NAME}\` and \`\${NAME:-default}\` in values (not in keys) come from the environment; \`$\${\` is a
  literal \`\${\`. A variable that is not set and has no default is an error; under \`accounts\`,
  \`cleanup\` and \`defaults\` so is an empty one, unless it says that it may be (\`\${NAME:-}\`). Holystone hides the values of variables wherever
  it prints the configuration. Inside \`{ … }\` and \`[ … ]\` write it in quotes.
- **Spans of time**: \`90s\`, \`15m\`, \`36h\`, \`10d\`, \`2w\`, and for retention \`10bd\`, the allowed
  days of the window (Monday to Friday, UTC, without one).
- **Shares**: \`25%\` or \`0.25\`. Zero, negative or empty never means "at once" or "no limit"; it is an error
  (\`work.capacity: 0\`, which pauses, is the one exception).
- **Patterns** (in \`keep\`, \`only\` and the rule \`attribute\`): \`/regex/\` or \`/regex/i\` in
  [RE2 syntax](https://github.com/google/re2/wiki/Syntax), anchored only where it says so (\`/^golden-/\`); \`*\` for any
  value that is there; a number or boolean by value; a day (\`2026-10-28\`) means all of it in UTC; any other text by
  equality. An attribute that the type does not have ([handlers.md](handlers.md) lists them), a pattern that no value of
  it can match, and a tag of a type without tags are errors; an entry under \`defaults\` has to fit one type of the file.
  Case in the names of attributes and in keys of tags does not matter. Case in a text matters where it selects, and not
  where it keeps: \`keep: { tag: { env: prod } }\` and \`{ not: prod }\` mean \`Prod\` as well, and no entry with
  \`match: { tag: { env: prod } }\`, nor one after it, judges a resource with \`env=Prod\`. A regex says which case it means.
  One that matches every text although it names some (\`/^dev-|/\`) is an error; write \`*\` or \`/.*/\` if that is meant.
- **Comparisons** (in the same places): \`{ above: 100, not: 500 }\` compares with the type of the attribute, and all its
  keys must hold. What a resource lacks, and a tag that does not read as the number, size or date it is compared with, is
  not known: a rule does not select the resource, \`only\` does not allow it, and \`keep\` keeps it, as long as no other key
  says no (\`{ absent: false, not: dev }\`).
- **Layers**: built-in values, then \`defaults\`, then the entry, key by key. Lists under \`keep\` add up; every other
  list is replaced.
- **Namespaces**: an entry yields one namespace \`provider:account:location:type\` for each of its accounts and
  locations. A location that one of several accounts does not have is left out, and \`validate\` says so. An unknown account, type
  or location are errors. Of several entries for one namespace the first in the file whose \`match\` holds judges a resource;
  one that can never match is an error, and keys that count for the whole place (\`live\`, \`pace\`, \`retention\`, …) must agree.
- **Live** needs all of: \`dryRun: false\`, \`live: true\` in the entry, and a type whose evidence this version can
  read completely (every type). In an account without \`id\` Holystone then plans and marks, but never notifies an owner
  and never deletes. \`validate\` and \`plan\` list the missing conditions.`;

/** The whole page, ending with a newline. */
export function configurationMarkdown(handlers: readonly Handler[] = allHandlers): string {
  const schema = jsonSchema({ handlers, providers });
  const { defaults, cleanup, ...sections } = schema.properties ?? {};
  const entries = cleanup?.items?.oneOf ?? cleanup?.items?.anyOf ?? [];
  const entriesOfAccounts = sections.accounts?.items?.oneOf ?? sections.accounts?.items?.anyOf ?? [];
  const discoveries = providers.flatMap(({ discovery }) => (discovery ? [discovery] : []));
  // After the entry that names an account: one per discovery, in the same order.
  const listed = discoveries.map(({ title }, index) => ({ title, schema: entriesOfAccounts[index + 1] ?? {} }));
  // One per provider, in the same order; a single provider's keys are in the table of the process.
  const named = entriesOfAccounts[0]?.oneOf ?? entriesOfAccounts[0]?.anyOf ?? [];
  const accounts = named.map((schema, index) => ({ name: providers[index]?.name ?? '', schema }));
  const settingKeys = new Set(Object.keys(defaults?.properties ?? {}));
  const matcher = defaults?.properties?.keep?.items ?? {};
  const parts = [
    INTRODUCTION,
    '## The process',
    keyTable({ properties: sections, required: schema.required ?? [] }),
    ...accounts.flatMap(({ name, schema }) => [
      `### Entries of \`accounts\` of the provider ${code(name)}`,
      keyTable(schema),
    ]),
    ...listed.flatMap(({ title, schema }) => [
      `### Entries of \`accounts\` from ${title}`,
      'One entry stands for many accounts: see [rollout.md](rollout.md).',
      keyTable(schema),
    ]),
    '## `defaults`',
    `${defaults?.description ?? ''} An entry of \`cleanup\` may override every key.`,
    keyTable(defaults ?? {}),
    '### Entries of `keep` and `only`',
    keyTable(withoutComparisons(matcher)),
    '### Comparisons',
    keyTable(objectOf(matcher.properties?.attribute?.additionalProperties as JsonSchemaNode) ?? {}),
    '## `cleanup`',
    `A list. An entry names its \`type\` (${handlers.map(({ resourceType }) => code(resourceType)).join(', ')}) and has
these keys, every key of \`defaults\`, and those of its type below.`,
    keyTable(entries[0] ?? {}, new Set(['type', ...settingKeys, ...ownKeys(handlers[0]), 'evidence'])),
    '### Rules of every type',
    'Rules select resources; a user, an opt-out or an exclusion always takes precedence.',
    ruleTable(genericRules),
    ...handlers.flatMap((handler, index) => typePart(handler, entries[index] ?? {})),
  ];
  return `${parts.join('\n\n')}\n`;
}

function typePart(handler: Handler, entry: JsonSchemaNode): readonly string[] {
  const own = new Set(['acceptFinal', 'acceptIncomplete', 'evidence', 'quarantine', ...ownKeys(handler)]);
  const properties = Object.entries(entry.properties ?? {}).filter(([key]) => own.has(key));
  return [
    `## Type \`${handler.resourceType}\` (${handler.provider})`,
    `${handler.summary} Its rules, safeguards and evidence are in [handlers.md](handlers.md).`,
    keyTable({ properties: Object.fromEntries(properties), required: entry.required ?? [] }),
  ];
}

/** Comparisons have a table of their own. */
function withoutComparisons({ properties = {} }: JsonSchemaNode): JsonSchemaNode {
  const flat = Object.entries(properties).map(([key, node]): [string, JsonSchemaNode] => {
    const branches = node.anyOf?.map((branch) => (branch.properties ? { type: 'object' } : branch));
    return [key, branches ? { ...node, anyOf: branches } : node];
  });
  return { properties: Object.fromEntries(flat) };
}

function ownKeys(handler: Handler | undefined): readonly string[] {
  if (!handler) return [];
  const node = z.toJSONSchema(handler.parameters, { io: 'input' }) as JsonSchemaNode;
  return Object.keys(node.properties ?? {}).filter((key) => key !== 'evidence');
}
