import type { Amounts } from '../notice/weekly.ts';

/** The deletions of one week, for people. */
export interface WeekOfDeletions {
  /** `aws.image` → how many. */
  readonly byType: ReadonlyMap<string, number>;
  readonly saved: Amounts;
  readonly unpriced: number;
}

/** The deletions of the last weeks, and which week a channel was told about. Rejects with StoreError. */
export interface Weeks {
  /** @param week its Monday, ms since the epoch */
  read(week: number): Promise<WeekOfDeletions>;
  /** Since when deletions are counted, ms since the epoch; the first call begins. */
  since(now: number): Promise<number>;
  /** The last week that a channel acknowledged, its Monday; absent = none yet. */
  told(): Promise<number | undefined>;
  storeTold(week: number): Promise<void>;
}
