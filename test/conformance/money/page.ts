/** docs/compared-on-money.md, written from the findings of a run. Pure. */
import { handlerOf } from '../../../src/handlers/contract/types.ts';
import { handlers } from '../../../src/handlers/index.ts';
import { CUSTODIAN } from '../custodian.ts';
import { AWS_NUKE } from '../goPrograms.ts';
import type { Row } from './observed.ts';
import type { MoneyType } from './types.ts';

export interface Observed {
  readonly of: MoneyType;
  readonly rows: readonly Row[];
}

type Program = 'awsNuke' | 'computeOptimizer' | 'custodian' | 'holystone';

/** Without a run of aws-nuke: it would remove each, as every run of it finds. */
const is = (program: Program) => (row: Row) => row[program] ?? program === 'awsNuke';
const idle = ({ isIdle }: Row) => isIdle;
const used = ({ isIdle }: Row) => !isIdle;

export function page(observed: readonly Observed[]): string {
  const all = observed.flatMap(({ rows }) => rows);
  const judged = observed.filter(({ of }) => of.criterion);
  return `# Compared on what costs money

<!-- Written by the conformance tests and held against every run of them: WRITE_DOCS=1 npm run test:conformance -- money -->

Of each type there is an account in Holystone's sandbox: one resource that nothing speaks of, and one for each thing that
could speak of it, as the last tables name them. Which of them are in use is known by construction. The accounts are those of
Holystone's own tests: each way of use that it knows is there once, and its column is right because those tests demand it. The
table shows what the others do not look at, and not how often that happens.

- **Compute Optimizer** cannot be run: its published criteria are applied to the same series of CloudWatch.
- **Cloud Custodian** (\`${CUSTODIAN}\`, \`--dryrun\`) runs with the policies below, over the time that Holystone looks back.
- **Holystone** plans with every kind of evidence and its defaults.
- **aws-nuke** (\`${AWS_NUKE.module}@${AWS_NUKE.version}\`) is for emptying accounts of which nothing is to stay: for that question its column is
  right, whatever is in use. Its dry run has the type of the line and no filter, since [its documentation](https://aws-nuke.ekristen.dev/starter-config) recommends
  none for these. To build it takes minutes: \`HOLYSTONE_EXHAUSTIVE=true npm run test:conformance -- money\` does, each night.

| type | idle | in use | Compute Optimizer | Custodian | aws-nuke | Holystone | way back of Holystone |
| --- | --- | --- | --- | --- | --- | --- | --- |
${observed.map(lineOf).join('\n')}

*9 + 3* is: 9 of the idle ones are found, and 3 of those in use as well. – is: no criterion is published, or none that could be read.

- Compute Optimizer's criteria find ${of(judged, idle, 'computeOptimizer')} of ${count(judged, idle)} idle resources of the types that they are about, and ${of(judged, used, 'computeOptimizer')} of ${count(judged, used)} in use.
- Custodian finds ${of(observed, idle, 'custodian')} of ${all.filter(idle).length}, and ${of(observed, used, 'custodian')} of ${all.filter(used).length} in use.
- aws-nuke finds ${of(observed, idle, 'awsNuke')} of ${all.filter(idle).length}, and ${of(observed, used, 'awsNuke')} of ${all.filter(used).length} in use.
- Holystone finds ${of(observed, idle, 'holystone')} of ${all.filter(idle).length}, and ${of(observed, used, 'holystone')} of ${all.filter(used).length} in use.

## Who is asked, and what comes back

| | asks the owner | way back |
| --- | --- | --- |
| Compute Optimizer | no: it recommends; its automation applies a recommendation by a rule | a snapshot of the volumes that its automation deletes |
| Custodian | no: \`mark-for-op\` waits for days, and \`notify\` with its mailer tells people; no answer is awaited | \`delete\` of databases, clusters, warehouses and caches makes a final snapshot unless \`skip-snapshot\`; for the rest none |
| aws-nuke | no: it asks whoever runs it | none |
| Holystone | each one, by mail, with a link that keeps it; it goes only after the date in that mail, and if it is still idle then | the last column of the table above: [restore](restore.md) |

Sources: Compute Optimizer's page, the actions of that release of Custodian and
[its mailer](https://pypi.org/project/c7n-mailer/), and aws-nuke's documentation.

## The criteria of Compute Optimizer

The [page of AWS](https://docs.aws.amazon.com/compute-optimizer/latest/ug/view-idle-recommendations.html) names the types and the time. The numbers were read in
[its post about NAT gateways](https://aws.amazon.com/blogs/aws-cloud-financial-management/announcing-unused-nat-gateway-recommendations-in-aws-compute-optimizer)
and on its page about spend limits, which pause by the same criteria; those with an asterisk only in
[a summary](https://github.com/hdknr/blogs/issues/593) of the table on that page.

${judged.map(({ of: { type, criterion } }) => `- \`${type}\`${criterion?.isSummarized ? '*' : ''}: ${criterion?.text}`).join('\n')}

Of Aurora it names the type, and no criterion that could be read. It also judges MemoryDB, DocumentDB, WorkSpaces, volumes and Auto Scaling groups.

## The policies of Custodian

\`\`\`yaml
policies:
${observed.map(({ of: { type, policy } }) => `  - name: ${type}\n    ${policy}`).join('\n')}
\`\`\`

A \`cache\` is selected if its two clusters are. Custodian has no metrics of SageMaker's endpoints.

${observed.map(tableOf).join('\n\n')}
`;
}

function lineOf({ of: { type, criterion }, rows }: Observed): string {
  const found = (program: Program) =>
    `${rows.filter(idle).filter(is(program)).length} + ${rows.filter(used).filter(is(program)).length}`;
  const numbers = [rows.filter(idle).length, rows.filter(used).length, criterion ? found('computeOptimizer') : '–'];
  return `| ${[`\`${type}\``, ...numbers, found('custodian'), found('awsNuke'), found('holystone'), wayBack(type)].join(' | ')} |`;
}

/** By what its handler declares. */
function wayBack(type: string): string {
  const { finalBecause, stops, quarantine } = handlerOf(handlers, type);
  if (finalBecause !== undefined) return 'none, and told so';
  if (stops) return 'it is only stopped: started again';
  return quarantine ? 'stopped or saved before, restored from that' : 'made again by its stored definition';
}

function count(of: readonly Observed[], which: (row: Row) => boolean): number {
  return of.flatMap(({ rows }) => rows).filter(which).length;
}

function of(observed: readonly Observed[], which: (row: Row) => boolean, program: Program): number {
  return count(observed, (row) => which(row) && is(program)(row));
}

function tableOf({ of: { type, criterion }, rows }: Observed): string {
  const word = (selected: boolean | undefined) => (selected ? 'selected' : '');
  return [
    `## ${type}`,
    '',
    `| what speaks of it | | ${criterion ? 'Compute Optimizer | ' : ''}Custodian | Holystone |`,
    `| --- | --- | ${criterion ? '--- | ' : ''}--- | --- |`,
    ...rows.map(({ name, isIdle, computeOptimizer, custodian, holystone }) => {
      const words = [...(criterion ? [word(computeOptimizer)] : []), word(custodian), word(holystone)];
      return `| ${name} | ${isIdle ? 'idle' : 'in use'} | ${words.join(' | ')} |`;
    }),
  ].join('\n');
}
