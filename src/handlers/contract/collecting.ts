/** How a source finds one thing after the other, and keeps what it found where a part of its reading fails. */
import { PartialReadError, ReadError, type ReadProblem } from '../../core/common/errors.ts';
import type { Finding } from '../../core/common/finding.ts';
import type { Resource } from '../../core/resource/resource.ts';

type Answer = readonly Finding[] | Promise<readonly Finding[]>;

/** What fails so fails for everything else as well: to go on costs calls, and finds nothing. */
const FOR_EVERYTHING: ReadonlySet<ReadProblem> = new Set(['throttled', 'unreachable', 'credentials', 'wrongAccount']);
/** What an operator may accept as unread. */
const REFUSED: ReadonlySet<ReadProblem> = new Set(['denied', 'credentials']);

/** What is found, and what failed on the way. */
export class Found {
  readonly #findings: Finding[] = [];
  readonly #failures: ReadError[] = [];

  add(findings: readonly Finding[]): void {
    for (const finding of findings) this.#findings.push(finding);
  }

  /** Does one part of the reading. Where only this part fails, the others are still to be read. */
  async attempt(part: () => Promise<void> | void): Promise<void> {
    try {
      await part();
    } catch (error) {
      this.fail(error);
    }
  }

  /** @throws the error itself, where it is no failed read, or one that fails for everything else as well */
  fail(error: unknown): void {
    if (error instanceof PartialReadError) this.add(error.found);
    if (!(error instanceof ReadError) || FOR_EVERYTHING.has(error.problem)) throw error;
    this.#failures.push(error);
  }

  /** What everything in a listing says; an item that cannot be understood hides none of the others. */
  async inPages<T>(pages: AsyncIterable<readonly T[]>, of: (item: T) => Answer): Promise<void> {
    for await (const page of pages) await this.inAll(page, of);
  }

  async inAll<T>(items: Iterable<T>, of: (item: T) => Answer): Promise<void> {
    for (const item of items) await this.attempt(async () => this.add(await of(item)));
  }

  /** Everything, where nothing failed. @throws PartialReadError */
  end(last?: ReadError): readonly Finding[] {
    const failures = last === undefined ? this.#failures : [...this.#failures, last];
    const failure = toTell(failures);
    if (failure === undefined) return this.#findings;
    throw new PartialReadError(failure, this.#findings);
  }
}

/** Runs a reading to its end, or to where it fails. @throws PartialReadError with all that it found until then */
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

/** What everything in a listing says. @throws PartialReadError */
export function findInPages<T>(
  pages: AsyncIterable<readonly T[]>,
  of: (item: T) => Answer,
): Promise<readonly Finding[]> {
  return collecting((found) => found.inPages(pages, of));
}

/** What is said of each candidate; one that cannot be read hides none of the others. @throws PartialReadError */
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
  const failure = toTell(failures);
  if (failure === undefined) return findings;
  throw new PartialReadError(failure, findings, failed);
}

/** Of several failures the one that nobody can accept: to accept what was refused must not accept what broke. */
function toTell(failures: readonly ReadError[]): ReadError | undefined {
  return failures.find(({ problem }) => !REFUSED.has(problem)) ?? failures[0];
}
