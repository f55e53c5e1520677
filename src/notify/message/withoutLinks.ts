import type { Digest, DigestRow } from '../../core/notice/digest.ts';

/** For readers who are not its owner: with the links they would decide as the owner. */
export function withoutLinks({ keepAllUrl: _all, preferencesUrl: _preferences, ...digest }: Digest): Digest {
  return { ...digest, rows: digest.rows.map(withoutLink) };
}

/** The same of one resource. */
export function withoutLink({ keepUrl: _keep, ...row }: DigestRow): DigestRow {
  return row;
}
