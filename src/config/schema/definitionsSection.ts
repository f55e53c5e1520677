import { z } from 'zod';
import { name } from '../../core/common/textSettings.ts';
import type { Provider } from '../../handlers/contract/provider.ts';
import { valueAt } from '../yaml/plain.ts';
import type { Reporter } from '../yaml/report.ts';
import { exactDuration } from './scalars.ts';

export const restoreSection = z.strictObject({
  keepFor: exactDuration.prefault('30d').describe('How long Holystone keeps a restored resource, like an opt-out.'),
});

/** A folder, or the store of a provider under the provider's own key. */
export function definitionsSection(providers: readonly Provider[]) {
  const places = providers.flatMap(({ definitions }) => definitions ?? []);
  const own = places.map(({ key, schema, description }) => [key, schema.optional().describe(description)] as const);
  return z.strictObject({
    dir: name('a folder').default('./data/definitions').describe('The folder; it must be on persistent storage.'),
    ...Object.fromEntries(own),
  });
}

/** Definitions are written to one place only, so two places are a problem. */
export function checkDefinitions(definitions: unknown, providers: readonly Provider[], reporter: Reporter): void {
  const stores = providers.flatMap((provider) => provider.definitions ?? []);
  for (const { key, title, problemsOf } of stores) {
    const value = valueAt(definitions, [key]);
    if (value === undefined) continue;
    if (valueAt(definitions, ['dir']) !== undefined) {
      const message = `definitions go to a folder (\`dir\`) or to ${title} (\`${key}\`), not to both`;
      reporter.report(['definitions', key], message, 'key');
    }
    if (typeof value !== 'object' || value === null) continue;
    for (const { path, message } of problemsOf?.(value) ?? []) {
      reporter.report(['definitions', key, ...path], message);
    }
  }
}
