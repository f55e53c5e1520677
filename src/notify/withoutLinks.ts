import type { Digest } from '../core/digest.ts';

/** For readers who are not its owner: with the links they would decide as the owner. */
export function withoutLinks({ keepAllUrl: _all, preferencesUrl: _preferences, ...digest }: Digest): Digest {
  return { ...digest, rows: digest.rows.map(({ keepUrl: _keep, ...row }) => row) };
}
