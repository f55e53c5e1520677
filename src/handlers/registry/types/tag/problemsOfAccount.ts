/** What an entry needs of its account: the OCI API lists no manifests without a tag, and says nothing about pulls. */
import type { Account } from '../../../../core/policy/workConfiguration.ts';
import type { EntryProblem } from '../../../contract/entry.ts';
import { UNTAGGED } from '../../../images/ruleNames.ts';
import { manifestsThrough } from '../../calls/through/index.ts';
import type { TagParameters } from './parameters.ts';

export function problemsOfAccount(
  rules: readonly string[],
  account: Account,
  parameters: unknown,
): readonly EntryProblem[] {
  const api = manifestsThrough({ account });
  const { pulledWithin } = parameters as Pick<TagParameters, 'pulledWithin'>;
  const problems: EntryProblem[] = [];
  if (rules.includes(UNTAGGED) && !api) {
    const message = `the rule ${UNTAGGED} needs an API that lists manifests without a tag: give the account ${account.name} \`deletesThrough\` with \`harbor\` or \`github\`; for any other registry its own garbage collection removes them (docs/registry.md)`;
    problems.push({ path: ['when'], message });
  }
  if (pulledWithin !== undefined && !api?.datesPulls) {
    const message = `no API of the account ${account.name} says when an image was pulled: give it \`deletesThrough\` with \`harbor\`, or remove \`pulledWithin\``;
    problems.push({ path: ['pulledWithin'], message });
  }
  return problems;
}
