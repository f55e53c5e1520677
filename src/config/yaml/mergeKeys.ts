import type { Reporter } from './report.ts';
import type { Path } from './tree.ts';

const MESSAGE = 'merge keys (`<<`) are not allowed; write the keys here, or those of all entries in `defaults`';

/**
 * Reports each mapping under a merge key, and puts its keys into the mapping around it: the configuration is refused,
 * and the keys are not reported as missing too. A `<<` with a text is a key like any other: tags may be called so.
 */
export function foldMergeKeys(data: unknown, reporter: Reporter, path: Path = []): void {
  if (typeof data !== 'object' || data === null) return;
  for (const [key, value] of Object.entries(data)) {
    foldMergeKeys(value, reporter, [...path, Array.isArray(data) ? Number(key) : key]);
  }
  if (Array.isArray(data)) return;
  const mapping = data as Record<string, unknown>;
  const merged = mapping['<<'];
  if (typeof merged !== 'object' || merged === null) return;
  reporter.report([...path, '<<'], MESSAGE, 'key');
  delete mapping['<<'];
  for (const source of Array.isArray(merged) ? merged : [merged]) {
    if (typeof source !== 'object' || source === null) continue;
    for (const [key, value] of Object.entries(source)) mapping[key] ??= value;
  }
}
