/** docs/compared-with-cloud-custodian.md, written from what a run found. Pure. */
import { CASES, type Case, type Type } from './account.ts';
import { CUSTODIAN, POLICIES } from './custodian.ts';
import type { Observation } from './observation.ts';

/** What both say of one resource. */
interface Row {
  readonly given: Case;
  readonly ours: string;
  readonly isSelected: boolean;
}

export function rowsOf({ whole, selected }: Observation, type: Type): readonly Row[] {
  return CASES[type].map((given) => ({
    given,
    ours: whole[type].get(given.name) ?? 'not in the account',
    isSelected: selected?.[type].has(given.name) ?? false,
  }));
}

export function differs({ ours, isSelected }: Row): boolean {
  return (ours === 'candidate') !== isSelected;
}

/** @param moto what cannot be made or read there, and where Cloud Custodian's answer is another for it */
export function comparison(
  observation: Observation,
  moto: { readonly off: Readonly<Record<Type, readonly string[]>>; readonly notes: readonly string[] },
): string {
  const images = rowsOf(observation, 'image');
  const groups = rowsOf(observation, 'autoScalingGroup');
  const configurations = rowsOf(observation, 'launchConfiguration');
  const templates = rowsOf(observation, 'launchTemplate');
  const snapshots = rowsOf(observation, 'snapshot');
  const volumes = rowsOf(observation, 'volume');
  const selected = images.filter(({ isSelected }) => isSelected);
  const used = selected.filter(({ ours }) => ours !== 'candidate');
  return `# Compared with Cloud Custodian

<!-- Written by the conformance tests and held against every run of them: WRITE_DOCS=1 npm run test:conformance -- verdicts -->

Both are asked about the same account: Holystone's \`plan\` with every kind of evidence, and Cloud Custodian
(\`${CUSTODIAN}\`, \`--dryrun --cache-period 0\`) with the policies below. Each resource is named after what uses it.

Custodian's \`unused\` selects ${selected.length} of ${images.length} images. ${selected.length - used.length} of those are candidates of Holystone; the other ${used.length} are in use,
or kept for another reason. The other way round, whatever is a candidate of Holystone is selected by Custodian too,
but for images that only terminated instances were launched from.

What only Holystone has is left out: everything here is older than \`minimumAge\` and was last used before \`unusedFor\`,
and \`keepNewest\` is off.

\`\`\`yaml
${POLICIES.trimEnd()}
\`\`\`

## Images

${table('Image', images)}

## Auto Scaling groups

Custodian has no \`unused\` for groups; what comes nearest is that there are no instances and none are wanted.

${table('Group', groups)}

## Launch configurations

${table('Launch configuration', configurations)}

## Launch templates

Custodian has no filter for their use; it selects versions, all of them.

${table('Launch template', templates)}

## Snapshots

Holystone's \`unused\` is about what was made for an image; backups need an entry of their own, with an
age and an allowlist.

${table('Snapshot', snapshots)}

## Volumes

Custodian has no \`unused\` for volumes; its own examples take those without attachments.

${table('Volume', volumes)}

## Where this comes from

The account is made through the API in Holystone's sandbox and in [moto](https://docs.getmoto.org/), an AWS that others
wrote. Verdicts are the same in both, resource by resource. What moto does not answer, or not as AWS does, is switched
off by name in that comparison (\`evidence.off\`):

- for images: ${moto.off.image.map(code).join(', ')};
- for Auto Scaling groups: ${moto.off.autoScalingGroup.map(code).join(', ')};
- for launch templates: ${moto.off.launchTemplate.map(code).join(', ')};
- for snapshots: ${moto.off.snapshot.map(code).join(', ')};
- for volumes: ${moto.off.volume.map(code).join(', ')}.

Custodian is asked in both as well. The tables are from the sandbox; in moto it selects the same, but:

${moto.notes.map((note) => `- ${note}`).join('\n')}
`;
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

function code(name: string): string {
  return `\`${name}\``;
}
