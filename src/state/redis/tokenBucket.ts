/** The arithmetic of a token bucket that throttling halves; same as in lua/takeCall.lua and lua/throttleCall.lua. */
import type { CallBucket } from '../../core/ports/ports.ts';

/** The stored state of one bucket; times by Redis's clock. */
export interface BucketState {
  /** Below zero: calls that already have a later time. */
  readonly tokens: number;
  /** The time of the `tokens` count, ms. */
  readonly at: number;
  /** Share of the rate after the last throttle, 0–1. */
  readonly factor: number;
  /** The time of the last throttle, ms. */
  readonly throttledAt: number;
}

/** The same for every bucket of one pacer; the providers' own rates come with each call. */
export interface PacerSettings {
  /** Share of the published bucket that Holystone may use, 0–1. */
  readonly share: number;
  /** How long a halving lasts before one doubling takes it back, ms. */
  readonly recoveryMs: number;
}

/** A quarter of each published rate: other programs in the account need the rest. */
export const DEFAULT_PACER: PacerSettings = { share: 0.25, recoveryMs: 60_000 };
/** The provider throttles several calls in flight at once for one reason: they halve the rate once. */
const SAME_THROTTLE_MS = 1_000;
const SMALLEST_FACTOR = 1 / 16;

/** Takes one token and returns the wait until it really exists. */
export function takeToken(
  bucket: CallBucket,
  settings: PacerSettings,
  state: BucketState | undefined,
  now: number,
): { readonly state: BucketState; readonly waitMs: number } {
  const counted = count(bucket, settings, state, now);
  const tokens = counted.tokens - 1;
  const waitMs = tokens >= 0 ? 0 : Math.ceil((-tokens / rateOf(bucket, settings, counted, now)) * 1000);
  return { state: { ...counted, tokens }, waitMs };
}

/** The provider throttled: half the rate, and an empty bucket. */
export function halve(
  bucket: CallBucket,
  settings: PacerSettings,
  state: BucketState | undefined,
  now: number,
): BucketState {
  const counted = count(bucket, settings, state, now);
  if (counted.factor < 1 && now - counted.throttledAt < SAME_THROTTLE_MS) return counted;
  const factor = Math.max(SMALLEST_FACTOR, factorAt(settings, counted, now) / 2);
  return { tokens: Math.min(0, counted.tokens), at: now, factor, throttledAt: now };
}

function count(bucket: CallBucket, settings: PacerSettings, state: BucketState | undefined, now: number): BucketState {
  const known = state ?? { tokens: Number.POSITIVE_INFINITY, at: now, factor: 1, throttledAt: 0 };
  const full = Math.max(1, bucket.capacity * settings.share * factorAt(settings, known, now));
  const refilled = (Math.max(0, now - known.at) / 1000) * rateOf(bucket, settings, known, now);
  return { ...known, tokens: Math.min(full, known.tokens + refilled), at: now };
}

function rateOf(bucket: CallBucket, settings: PacerSettings, state: BucketState, now: number): number {
  return bucket.refillPerSecond * settings.share * factorAt(settings, state, now);
}

function factorAt({ recoveryMs }: PacerSettings, { factor, throttledAt }: BucketState, now: number): number {
  return Math.min(1, factor * 2 ** Math.floor(Math.max(0, now - throttledAt) / recoveryMs));
}
