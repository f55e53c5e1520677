import { canonical } from './relaxed.ts';
import type { Source } from './source.ts';

export const KINDS = ['literal', 'tag', 'application', 'account', 'naive', 'allowlist'] as const;
export type Kind = (typeof KINDS)[number];

/** One exclusion of Swabbie, as in the file. */
export interface Exclusion {
  readonly source: Source;
  /** Absent for a type unknown to Swabbie. */
  readonly kind: Kind | undefined;
  readonly attributes: readonly ExclusionAttribute[];
}

export interface ExclusionAttribute {
  readonly source: Source;
  /** Absent when it is missing or depends on a variable. */
  readonly key: string | undefined;
  readonly values: readonly Source[];
  /** Its only value is `\*`, or `*` with a forgotten backslash. */
  readonly everything: boolean;
}

/** Makes the current entry plan-only: a part of it has no native form. */
export type PlanOnly = (source: Source, why: string) => void;

export function readExclusion(source: Source): Exclusion {
  const type = canonical(source.get('type').text()?.plain?.trim() ?? '').replace('whitelist', 'allowlist');
  const kind = KINDS.find((known) => known === type);
  return { source, kind, attributes: source.get('attributes').items().map(readAttribute) };
}

function readAttribute(source: Source): ExclusionAttribute {
  const key = source.get('key').text();
  const values = source.get('value').items();
  const [only] = values.map(({ data }) => data);
  return {
    source,
    key: key?.variable || key?.lossy !== undefined || !usable(key?.plain) ? undefined : key?.plain,
    values,
    everything: values.length === 1 && (only === '\\*' || only === '*'),
  };
}

/** Excludes keys that a native file cannot have. */
function usable(key: string | undefined): boolean {
  return key !== undefined && key.trim() !== '' && key !== '__proto__' && key.length <= 256;
}
