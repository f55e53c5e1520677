/** The providers' own checks of the entries of `accounts`. Works on plain data that may be invalid. */
import { isLocationPattern } from '../../core/resource/locationPattern.ts';
import type { Provider } from '../../handlers/contract/provider.ts';
import { didYouMean } from '../yaml/nearest.ts';
import { listAt, textsAt, valueAt } from '../yaml/plain.ts';
import type { Problems } from '../yaml/problems.ts';
import { showValue } from '../yaml/redact.ts';
import type { Path, Tree } from '../yaml/tree.ts';

/** Reports locations that cannot exist; warns about those that are unknown, and about the provider's other doubts. */
export function checkAccounts(
  tree: Pick<Tree, 'data' | 'fromVariables'>,
  providers: readonly Provider[],
  problems: Pick<Problems, 'report' | 'warn'>,
): void {
  listAt(tree.data, 'accounts').forEach((entry, index) => {
    const provider = providerIn(entry, providers);
    if (!provider) return;
    const path: Path = ['accounts', index];
    checkLocations(tree, entry, path, provider, problems);
    const isNamed = valueAt(entry, ['provider']) === provider.name;
    const warnings = isNamed ? (provider.account.warningsOf?.(entry as Readonly<Record<string, unknown>>) ?? []) : [];
    for (const { path: at, message } of warnings) problems.warn([...path, ...at], message);
  });
}

/** The provider of an entry that names an account, or that lists accounts. */
function providerIn(entry: unknown, providers: readonly Provider[]): Provider | undefined {
  const [named, from] = [valueAt(entry, ['provider']), valueAt(entry, ['from'])];
  return providers.find(
    ({ name, discovery }) => name === named || (discovery !== undefined && discovery.from === from),
  );
}

function checkLocations(
  tree: Pick<Tree, 'fromVariables'>,
  entry: unknown,
  path: Path,
  { account, locations: finds }: Provider,
  problems: Pick<Problems, 'report' | 'warn'>,
): void {
  for (const { text, index } of textsAt(entry, 'locations')) {
    if (finds !== undefined && isLocationPattern(text)) continue;
    const problem = account.problemOfLocation?.(text);
    if (problem === undefined) continue;
    const { severity, why, advice, known } = problem;
    const at: Path = [...path, 'locations', index];
    const message = `found ${showValue(text, at, tree.fromVariables(at))}, ${why}; ${didYouMean(text, known)}${advice}`;
    if (severity === 'error') problems.report(at, message);
    else problems.warn(at, message);
  }
}
