/** Collects the findings of a source one by one, and keeps them when a part of the read fails. */
import { PartialReadError, ReadError, type ReadProblem } from '../../core/common/errors.ts';
import type { Finding } from '../../core/common/finding.ts';
import type { Resource } from '../../core/resource/resource.ts';
import { flatten } from '../../core/text/flatten.ts';

type Answer = readonly Finding[] | Promise<readonly Finding[]>;

/** These problems affect every further call as well: to continue would cost calls and find nothing. */
const FOR_EVERYTHING: ReadonlySet<ReadProblem> = new Set(['throttled', 'unreachable', 'credentials', 'wrongAccount']);
/** Problems that an operator may accept as a known gap. */
const REFUSED: ReadonlySet<ReadProblem> = new Set(['denied', 'credentials']);

/** The findings and the failures of one read. */
export class Found {
  readonly #findings: Finding[] = [];
  readonly #failures: ReadError[] = [];

  add(findings: readonly Finding[]): void {
    for (const finding of findings) {
      flatten(finding.by);
      this.#findings.push(finding);
    }
  }

  /**
   * Reads one part. If only this part fails, the other parts must still be read.
   * @returns a promise only where the part does: most of a hundred thousand items need none
   */
  attempt(part: () => Promise<void> | void): Promise<void> | void {
    try {
      return part()?.catch((error: unknown) => this.fail(error));
    } catch (error) {
      this.fail(error);
    }
  }

  /** @throws the error itself, unless it is a ReadError that affects only this part */
  fail(error: unknown): void {
    if (error instanceof PartialReadError) this.add(error.found);
    if (!(error instanceof ReadError) || FOR_EVERYTHING.has(error.problem)) throw error;
    this.#failures.push(error);
  }

  /** Adds the findings of every item of a listing. An unreadable item does not hide the others. */
  async inPages<T>(pages: AsyncIterable<readonly T[]>, of: (item: T) => Answer): Promise<void> {
    for await (const page of pages) await this.inAll(page, of);
  }

  async inAll<T>(items: Iterable<T>, of: (item: T) => Answer): Promise<void> {
    for (const item of items) {
      try {
        const findings = of(item);
        // Most answers are there at once, and a hundred thousand of them need no promise each.
        this.add(findings instanceof Promise ? await findings : findings);
      } catch (error) {
        this.fail(error);
      }
    }
  }

  /** Returns all findings if nothing failed. @throws PartialReadError */
  end(last?: ReadError): readonly Finding[] {
    const failures = last === undefined ? this.#failures : [...this.#failures, last];
    const failure = worstOf(failures);
    if (failure === undefined) return this.#findings;
    throw new PartialReadError(failure, this.#findings);
  }
}

/** Runs a read to its end or to its failure. @throws PartialReadError with all findings so far */
export async function collecting(reading: (found: Found) => Promise<void>): Promise<readonly Finding[]> {
  const found = new Found();
  try {
    await reading(found);
  } catch (error) {
    if (error instanceof ReadError) return found.end(error);
    throw error;
  }
  return found.end();
}

/** The findings of every item of a listing. @throws PartialReadError */
export function findInPages<T>(
  pages: AsyncIterable<readonly T[]>,
  of: (item: T) => Answer,
): Promise<readonly Finding[]> {
  return collecting((found) => found.inPages(pages, of));
}

/** The findings about each candidate. An unreadable candidate does not hide the others. @throws PartialReadError */
export async function findOfEach<R extends Resource>(
  candidates: readonly R[],
  of: (candidate: R) => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  const failures: ReadError[] = [];
  const failed = new Set<string>();
  for (const candidate of candidates) {
    const { problem } = failures.at(-1) ?? {};
    if (problem !== undefined && FOR_EVERYTHING.has(problem)) failed.add(candidate.id);
    else {
      try {
        findings.push(...(await of(candidate)));
      } catch (error) {
        if (!(error instanceof ReadError)) throw error;
        if (error instanceof PartialReadError) findings.push(...error.found);
        failures.push(error);
        failed.add(candidate.id);
      }
    }
  }
  const failure = worstOf(failures);
  if (failure === undefined) return findings;
  throw new PartialReadError(failure, findings, failed);
}

/** Prefers a failure that an operator cannot accept: an accepted refusal must not also accept a breakdown. */
function worstOf(failures: readonly ReadError[]): ReadError | undefined {
  return failures.find(({ problem }) => !REFUSED.has(problem)) ?? failures[0];
}
