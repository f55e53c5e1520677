/** `holystone plan` as an operator runs it, against whichever AWS a world opens. */

import { setMaxListeners } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli } from '../../src/cli/program.ts';
import { handlerOf } from '../../src/handlers/contract/types.ts';
import { handlers } from '../../src/handlers/index.ts';
import type { Plan } from '../../src/lifecycle/index.ts';
import { ID, OTHER_ID, REGION } from '../integration/handlers/fixture.ts';
import { captured } from '../support/captured.ts';
import { CASES, ofEachType, TYPES, type Type } from './account.ts';
import type { Asked } from './case.ts';

/** No use of anything for so long, as far as the program knows. */
const LATER_MS = 400 * 24 * 3_600_000;

/** Clusters of EKS are users of many rows; no verdict shall depend on what may run in them, so it is off in each plan. */
const UNDECLARED = 'undeclaredClusters';

/** Kinds of evidence. */
export type Kinds = Readonly<Record<Type, readonly string[]>>;

export const NOTHING_OFF: Kinds = ofEachType(() => []);

/** `candidate`, `unknown`, or `keep: ` and the kinds that found a user, else the reason; by name. */
type Verdicts = ReadonlyMap<string, string>;

export interface Planned extends Readonly<Record<Type, Verdicts>> {
  /** What the plan of a type says about evidence that it did without. */
  readonly waivedEvidence: Kinds;
}

/**
 * What a run of `plan` says of every type, made without some kinds of evidence.
 * @param sharing of `evidence`, for images
 */
export async function planned(off: Kinds, sharing = 'keep'): Promise<Planned> {
  const folder = await mkdtemp(join(tmpdir(), 'holystone-conformance-'));
  try {
    const file = join(folder, 'holystone.yaml');
    await writeFile(file, yaml(off, sharing));
    const plan = await run(file);
    return {
      ...ofEachType((_of, type) => verdicts(plan, type)),
      waivedEvidence: ofEachType((_of, type) =>
        (namespaceOf(plan, type)?.waivedEvidence ?? []).filter((text) => !text.startsWith(UNDECLARED)),
      ),
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Only resources with a name: an AWS may make volumes for the instances that it runs. */
function verdicts(plan: Plan, type: Type): Verdicts {
  const { resources = [] } = namespaceOf(plan, type) ?? {};
  const named = resources.filter(({ name }) => name !== '');
  return new Map(
    named.map(({ name, verdict, usedBy, reasons }) => {
      const kinds = [...new Set(usedBy.map(({ kind }) => kind))].sort();
      return [name, verdict === 'keep' ? keptBy(kinds.length > 0 ? kinds : reasons) : verdict];
    }),
  );
}

function namespaceOf({ namespaces }: Plan, type: Type): Plan['namespaces'][number] | undefined {
  return namespaces.find(({ namespace }) => namespace.endsWith(`:${type.toLowerCase()}`));
}

export function keptBy(what: readonly string[]): string {
  return `keep: ${what.join(', ')}`;
}

async function run(file: string): Promise<Plan> {
  const { output, stdout, stderr } = captured();
  const { signal } = new AbortController();
  setMaxListeners(0, signal);
  const clock = { now: () => Date.now() + LATER_MS };
  const context = { env: process.env, stdout, stderr, clock, signal, exitCode: 0 };
  const code = await runCli(['plan', '-c', file, '--format', 'json'], context);
  if (!output.stdout.startsWith('{')) throw new Error(`plan ended with ${code}: ${output.stderr}`);
  return JSON.parse(output.stdout);
}

function yaml(off: Kinds, sharing: string): string {
  const account = (name: string, id: string) =>
    `{ name: ${name}, provider: aws, id: "${id}", locations: [${REGION}], readRole: "arn:aws:iam::${id}:role/reader" }`;
  return `
redis: { url: embedded }
mail: { smtp: "smtp://localhost", from: holystone@example.com }
work: { callRateShare: 100% }
accounts: [${account('test', ID)}, ${account('other', OTHER_ID)}]
defaults: { notice: { fallback: cloud@example.com } }
cleanup:
${TYPES.map((type) => entryOf(type, { off: off[type], sharing })).join('\n')}
`;
}

function entryOf(type: Type, asked: Asked): string {
  const { entry, evidence } = CASES[type];
  const undeclared = handlerOf(handlers, type).evidence.some(({ name }) => name === UNDECLARED) ? [UNDECLARED] : [];
  return [
    `  - type: ${type}`,
    '    accounts: [test]',
    '    when: [{ rule: unused }]',
    ...(entry === undefined ? [] : [`    ${entry}`]),
    `    evidence: { ${evidence?.(asked) ?? ''}off: [${[...new Set([...asked.off, ...undeclared])]}] }`,
  ].join('\n');
}
