import type { SavedParts } from '../resource/saved.ts';

/** Amounts in one currency, per month, at list price. */
export interface MonthOfMoney {
  /** `2026-11`, UTC. */
  readonly month: string;
  readonly currency: string;
  /** The monthly cost of the resources that were deleted in this month. */
  readonly saved: number;
  /** The monthly cost of the marks when they were last added up in this month. */
  readonly waiting: number;
}

/** The money of the months, for people: no decision reads it. Rejects with StoreError. */
export interface Months {
  /** The months with figures, oldest first, at most 24 and without gaps. */
  read(): Promise<readonly MonthOfMoney[]>;
  /** By team and type, of the same months. */
  parts(): Promise<SavedParts>;
  /** Stores what waits in the month of `at`, ms since the epoch, by currency; and forgets months that are too old. */
  storeWaiting(at: number, waiting: ReadonlyMap<string, number>): Promise<void>;
  /** Resolves when every deletion of this process counts; for tests. */
  settled(): Promise<void>;
}
