/** docs/compared-with-cloud-custodian.md, written from the findings of a run. Pure. */
import { CASES, TYPES, type Type } from './account.ts';
import type { Case } from './case.ts';
import { CUSTODIAN, POLICIES } from './custodian.ts';
import type { Observation } from './observation.ts';

/** The verdicts of both about one resource. */
interface Row {
  readonly given: Case;
  readonly ours: string;
  readonly isSelected: boolean;
}

export function rowsOf({ whole, selected }: Observation, type: Type): readonly Row[] {
  return CASES[type].cases.map((given) => ({
    given,
    ours: whole[type].get(given.name) ?? 'not in the account',
    isSelected: selected?.[type].has(given.name) ?? false,
  }));
}

export function differs({ ours, isSelected }: Row): boolean {
  return (ours === 'candidate') !== isSelected;
}

export function comparison(observation: Observation): string {
  const images = rowsOf(observation, 'image');
  const selected = images.filter(({ isSelected }) => isSelected);
  const used = selected.filter(({ ours }) => ours !== 'candidate');
  const all = TYPES.flatMap((type) => rowsOf(observation, type).map((row) => ({ ...row, type })));
  const candidates = all.filter(({ ours }) => ours === 'candidate');
  const missed = candidates.filter(({ isSelected }) => !isSelected);
  return `# Compared with Cloud Custodian

<!-- Written by the conformance tests and held against every run of them: WRITE_DOCS=1 npm run test:conformance -- verdicts -->

Both look at the same account: Holystone's \`plan\` with every kind of evidence, and Cloud Custodian
(\`${CUSTODIAN}\`, \`--dryrun --cache-period 0\`) with the policies below. Each resource is named after what uses it.

Custodian's \`unused\` selects ${selected.length} of ${images.length} images. ${selected.length - used.length} of those are candidates of Holystone; the other ${used.length} are in use,
or kept for another reason. The other way round, Holystone has ${candidates.length} candidates in all tables below, and Custodian
selects ${candidates.length - missed.length} of them, all but:

${missed.map(({ type, given }) => `- ${lower(type)}: *${given.name}*`).join(';\n')}.

What only Holystone has is left out: its clock is 400 days ahead of the account, so that whatever AWS dates is older than
\`minimumAge\` and was last used before \`unusedFor\`, \`keepNewest\` is off, and so is \`undeclaredClusters\`. What AWS does not date is kept, because
this plan has seen nothing before.

\`\`\`yaml
${POLICIES.trimEnd()}
\`\`\`

${TYPES.map((type) => section(observation, type)).join('\n\n')}

## Where this comes from

The account is made through the API in Holystone's sandbox and in [moto](https://docs.getmoto.org/), an AWS that others
wrote. Verdicts are the same in both, resource by resource, for all that can be compared. What moto does not answer, or
not as AWS does, is switched off by name in that comparison (\`evidence.off\`); of the kinds that a resource of the
account needs:

${OFF.join(';\n')}.

No verdict in moto is compared of those that cannot be made there, or of which it does not say enough:

${INCOMPARABLE.join(';\n')}.

Custodian runs in both as well. The tables are from the sandbox; in moto it selects the same, but:

${NOTES.join('\n')}
`;
}

/** The evidence that moto does not answer. */
const OFF = TYPES.flatMap((type) => {
  const { cannotRead } = CASES[type].moto;
  return cannotRead.length === 0 ? [] : [`- for ${lower(type)}: ${cannotRead.map(code).join(', ')}`];
});

/** The cases with another verdict there, or none. */
const INCOMPARABLE = TYPES.flatMap((type) => {
  const { cannotMake = [], unknown = [] } = CASES[type].moto;
  const names = [...cannotMake, ...unknown].map((name) => `*${name}*`);
  return names.length === 0 ? [] : [`- ${lower(type)}: ${names.join(', ')}`];
});

/** Where Cloud Custodian's answer is another there. */
const NOTES = TYPES.flatMap((type) =>
  Object.entries(CASES[type].moto.otherwise ?? {}).map(([name, why]) => `- ${lower(type)}, *${name}*: ${why}.`),
);

function section(observation: Observation, type: Type): string {
  const { many, one, note } = CASES[type].shown;
  return [`## ${many}`, ...(note === undefined ? [] : [note]), table(one, rowsOf(observation, type))].join('\n\n');
}

function table(what: string, rows: readonly Row[]): string {
  return [
    `| ${what} | Holystone | Custodian | Why they differ |`,
    '| --- | --- | --- | --- |',
    ...rows.map((row) => `| ${row.given.name} | ${row.ours} | ${verdictOf(row)} | ${reasonOf(row)} |`),
  ].join('\n');
}

function verdictOf({ isSelected }: Row): string {
  return isSelected ? 'selected' : 'not selected';
}

function reasonOf(row: Row): string {
  return differs(row) ? (row.given.custodian ?? '') : '';
}

/** Its resources, within a sentence. */
function lower(type: Type): string {
  const { many } = CASES[type].shown;
  const isName = /^([A-Z]{2}|Auto |Elastic )/.test(many);
  return isName ? many : many.charAt(0).toLowerCase() + many.slice(1);
}

function code(name: string): string {
  return `\`${name}\``;
}
