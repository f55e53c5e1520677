/** Image families: the same name with the build date at its end. */
import { DEV, OWNERS } from './accounts.ts';

export interface Family {
  readonly stem: string;
  /** Absent: its images have no owner. */
  readonly owner?: string;
  /** The team's spelling of the tag key. */
  readonly ownerTag?: string;
  readonly builtBy: string;
}

const { web, payments, data, mobile, gone } = OWNERS;
const packer = 'packer';
const pipeline = 'image-pipeline';

const PROD_FAMILIES: readonly Family[] = [
  { stem: 'web', owner: web, ownerTag: 'owner', builtBy: packer },
  { stem: 'edge-proxy', owner: web, ownerTag: 'owner', builtBy: packer },
  { stem: 'checkout-api', owner: payments, ownerTag: 'Owner', builtBy: pipeline },
  { stem: 'ledger', owner: payments, ownerTag: 'Owner', builtBy: pipeline },
  { stem: 'etl-worker', owner: data, ownerTag: 'creator', builtBy: packer },
  { stem: 'search-node', owner: data, ownerTag: 'creator', builtBy: packer },
  { stem: 'bastion', builtBy: 'by hand' },
];

const DEV_FAMILIES: readonly Family[] = [
  { stem: 'web-preview', owner: web, ownerTag: 'owner', builtBy: packer },
  { stem: 'feature-branch', owner: web, ownerTag: 'owner', builtBy: packer },
  { stem: 'checkout-staging', owner: payments, ownerTag: 'Owner', builtBy: pipeline },
  { stem: 'android-build', owner: mobile, ownerTag: 'owner', builtBy: packer },
  { stem: 'ios-signing', owner: mobile, ownerTag: 'owner', builtBy: packer },
  { stem: 'notebook', owner: data, ownerTag: 'creator', builtBy: packer },
  { stem: 'load-test', builtBy: 'by hand' },
];

/** The families of an account, never none. @param account its id */
export function familiesOf(account: string): readonly Family[] {
  return account === DEV.id ? DEV_FAMILIES : PROD_FAMILIES;
}

/** Built by a person who has left the company; only in one place. */
export const ORPHANED: Family = { stem: 'jenkins-agent', owner: gone, ownerTag: 'owner', builtBy: 'jenkins' };

/** The ages of a family's images, newest first, in days; the three newest are kept, for a rollback. */
export const AGES_DAYS = [41, 68, 97, 140, 196, 275, 390, 560] as const;
export const NEWEST_KEPT = 3;

export const DAY_MS = 24 * 3_600_000;

/** `web-20250314`; other places build on other days. */
export function imageName(stem: string, createdAt: Date): string {
  return `${stem}-${createdAt.toISOString().slice(0, 10).replaceAll('-', '')}`;
}

export function tagsOf({ stem, owner, ownerTag = 'owner', builtBy }: Family): Record<string, string> {
  return { service: stem, 'built-by': builtBy, ...(owner === undefined ? {} : { [ownerTag]: owner }) };
}
