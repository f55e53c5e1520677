import type { Digest, DigestRow } from '../../core/notice/digest.ts';

/** For readers other than the owner: with the links they could decide as the owner. */
export function withoutLinks({ keepAllUrl: _all, preferencesUrl: _preferences, ...digest }: Digest): Digest {
  return { ...digest, rows: digest.rows.map(withoutLink) };
}

/** The same for one resource. */
export function withoutLink({ keepUrl: _keep, ...row }: DigestRow): DigestRow {
  return row;
}
