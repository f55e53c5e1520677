/** How far a plan or a run is, in one line. Pure. */
import { sourceWords } from '../text/sourceWords.ts';

/** The current read. */
export interface Reading {
  /** `listing`, or the source of the evidence: `launchPermissions`. */
  readonly what: string;
  readonly done: number;
  /** Absent: the number is unknown. */
  readonly total?: number;
  /** Since the first of them was asked for, ms. */
  readonly forMs: number;
}

/** A moment of a plan or run, for the line on the terminal. */
export interface PlanProgress {
  /** The number of the namespace that is read now, from 1; of a run, the number of its pass. */
  readonly number: number;
  readonly of: number;
  /** Of a run: its action, and how long the pass has taken until now, ms. */
  readonly pass?: { readonly action: string; readonly forMs: number } | undefined;
  /** The place and its type, as people call it: `prod us-east-1 AMI`. */
  readonly place: string;
  readonly reading?: Reading | undefined;
  /** The part of the provider's call rate that may be used, above 0 and at most 1. */
  readonly rateShare: number;
}

/**
 * `[5/36] prod us-east-1 AMI · about 24 min left · launch permissions 4,210/19,811 · 11/s (25% of the API's rate:
 * work.callRateShare)`. A terminal cuts the line at its end, so the time left comes early. Of a run:
 * `[5/72] mark · prod us-east-1 AMI · for 40 s`.
 */
export function progressWords({ number, of, place, reading, rateShare, pass }: PlanProgress): string {
  const parts = [`[${number}/${of}] ${pass ? `${pass.action} · ` : ''}${place}`];
  if (pass) parts.push(`for ${timeWords(Math.floor(pass.forMs / 1000))}`);
  if (reading) parts.push(...readingWords(reading, rateShare));
  return parts.join(' · ');
}

/** So early no rate is known. */
const LEAST_MS = 2_000;

function readingWords({ what, done, total, forMs }: Reading, rateShare: number): readonly string[] {
  const name = sourceWords(what);
  const count = done.toLocaleString('en');
  if (total === undefined) return [`${name} ${count}`];
  const words = `${name} ${count}/${total.toLocaleString('en')}`;
  if (forMs < LEAST_MS || done === 0) return [words];
  const perSecond = done / (forMs / 1000);
  const rate = perSecond < 10 ? perSecond.toFixed(1) : perSecond.toFixed(0);
  const share = `(${Math.round(rateShare * 100)}% of the API's rate: work.callRateShare)`;
  return [`about ${timeWords((total - done) / perSecond)} left`, words, `${rate}/s ${share}`];
}

function timeWords(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${Math.round(minutes / 6) / 10} h`;
}
