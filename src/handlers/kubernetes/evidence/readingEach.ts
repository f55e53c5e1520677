import { PartialReadError, ReadError } from '../../../core/common/errors.ts';
import type { Finding } from '../../../core/common/finding.ts';
import type { KubernetesObject } from '../objects/object.ts';

/** Reads for one object after the other; a failed read leaves that one alone unknown. @throws PartialReadError */
export async function readingEach(
  candidates: readonly KubernetesObject[],
  read: (one: KubernetesObject) => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  const failed = new Set<string>();
  let failure: ReadError | undefined;
  for (const candidate of candidates) {
    try {
      findings.push(...(await read(candidate)));
    } catch (error) {
      if (!(error instanceof ReadError)) throw error;
      failure ??= error;
      failed.add(candidate.id);
    }
  }
  if (failure) throw new PartialReadError(failure, findings, failed);
  return findings;
}
