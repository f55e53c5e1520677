/** Plans of registries, by the program's own commands and with the real clock. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Plan, ResourcePlan } from '../../../src/lifecycle/plan/planDocument.ts';
import { cliHere } from '../../support/cliHere.ts';
import { type Environment, plainEnvironment } from '../../support/cliRun.ts';

const DAY = 86_400_000;

/** An instant so many days ago, as an image's configuration has it. */
export function ago(days: number): string {
  return new Date(Date.now() - days * DAY).toISOString();
}

/** The configuration at the end of docs/behaviour/registry.md. */
export const AS_WRITTEN = `
accounts: [{ name: hub, provider: registry, url: "http://127.0.0.1:5000", locations: ["shop/*"] }]
cleanup:
  - type: tag
    nameRegexDelete: ".*"
    nameRegexKeep: "production-.*"
    keepN: 1
    olderThan: 7d
    timestampSource: image-created
`;

/** All that a command says, beside the document it prints. */
export interface Planned {
  readonly code: number | null;
  readonly output: string;
  readonly document: Plan;
}

/** @param url in place of the one in the text @param env of the process, beside a plain one */
export async function planned(url: string, text = AS_WRITTEN, env: Environment = {}): Promise<Planned> {
  const { code, stdout, stderr } = await commandOf(url, text, env);
  return { code, output: `${stdout}\n${stderr}`, document: JSON.parse(stdout) as Plan };
}

/** The same for a configuration that may be refused: the answer of the command. */
export async function commandOf(url: string, text: string, env: Environment = {}, words = ['plan']) {
  const folder = await mkdtemp(join(tmpdir(), 'holystone-registry-'));
  try {
    const file = join(folder, 'holystone.yaml');
    await writeFile(file, text.replace('http://127.0.0.1:5000', url));
    return await cliHere([...words, '--config', file, '--output', 'json'], { ...plainEnvironment(), ...env });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The tags that a plan would delete, in alphabetical order. */
export function candidates({ document }: Planned): readonly string[] {
  return rows({ document })
    .filter(({ verdict }) => verdict === 'candidate')
    .map(({ id }) => id)
    .sort();
}

export function rows({ document }: Pick<Planned, 'document'>): readonly ResourcePlan[] {
  return document.namespaces.flatMap(({ resources }) => resources);
}

export function reasonsOf(plan: Planned, id: string): string {
  return (
    rows(plan)
      .find((row) => row.id === id)
      ?.reasons.join('; ') ?? 'not listed'
  );
}
