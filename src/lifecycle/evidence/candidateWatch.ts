/**
 * Follows the reads that cost a call per resource. With one, a read that is stopped is a failed read of the resources
 * that were not asked about, so that a person sees the verdicts of the others; without, it ends the whole survey.
 */
export interface CandidateWatch {
  /** @param total candidates whose answer is not known from an earlier read */
  reading(source: string, done: number, total: number): void;
}
