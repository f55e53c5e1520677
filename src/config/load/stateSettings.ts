/**
 * The address of the state, out of a file whose other parts may be wrong: the commands that stop deletions need no
 * more.
 */
import { z } from 'zod';
import { redisSection } from '../schema/sections.ts';
import { signingSection } from '../schema/signingSection.ts';
import { coerce } from '../yaml/coerce.ts';
import { allowedInWords } from '../yaml/explain.ts';
import { Problems } from '../yaml/problems.ts';
import { type Redact, redactorFor } from '../yaml/redact.ts';
import { reportIssues } from '../yaml/reportIssues.ts';
import type { Environment } from '../yaml/substitute.ts';
import { readTree } from '../yaml/tree.ts';
import { parseYaml } from '../yaml/yamlSource.ts';
import { readFile } from './readFile.ts';

const schema = z.object({ redis: redisSection.prefault({}) });
const signed = z.object({ signing: signingSection.prefault({}) });

/** The part of the configuration that commands need to reach Redis; the rest may have problems. */
export interface StateSettings {
  readonly redis: z.output<typeof redisSection>;
  readonly redact: Redact;
  /** Empty also where they cannot be read: a control that is changed without them stops every deletion. */
  readonly signing: z.output<typeof signingSection>;
}

/**
 * Reads only `redis` of a configuration. No other part is checked, no secret is needed, and no person is asked.
 * @throws ConfigurationError if the file is not YAML, or its `redis` is not valid or needs a variable that is not set
 */
export function loadStateSettings(path: string, env: Environment): StateSettings {
  const yaml = parseYaml(readFile(path));
  const problems = new Problems(path, yaml.lines);
  problems.addAt(yaml.problems);
  if (!yaml.document) throw problems.error();
  const tree = readTree(yaml.document, env, true);
  problems.place(tree);
  if (tree.tooMuch) problems.addAt(tree.problems);
  for (const { path: place, variables } of tree.absent) {
    if (place[0] === 'redis') problems.report(place, `not set: ${variables.join(', ')}`);
  }
  const parse = () => schema.safeParse(tree.data, { error: allowedInWords });
  const first = parse();
  const parsed = !first.success && coerce(first.error.issues, tree) ? parse() : first;
  if (!parsed.success) reportIssues(parsed.error.issues, tree, problems);
  // A variable of another kind that is not set, or a broken alias.
  if (!parsed.success && problems.none()) problems.addAt(tree.problems);
  if (!parsed.success || !problems.none()) throw problems.error();
  const isAbsent = tree.absent.some(({ path: [section] }) => section === 'signing');
  const keys = isAbsent ? undefined : signed.safeParse(tree.data);
  const signing = keys?.success ? keys.data.signing : { keys: [] };
  return { redis: parsed.data.redis, redact: redactorFor(tree), signing };
}
