import type { EvidenceSource, Scope } from '../../../contract/handler.ts';
import { podImages } from '../../../kubernetes/evidence/podImages.ts';
import { appRunnerImages, mayHaveAppRunner } from './appRunnerImages.ts';
import { batchImages } from './batchImages.ts';
import { codeBuildImages } from './codeBuildImages.ts';
import { ecsImages } from './ecsImages.ts';
import { lambdaImages } from './lambdaImages.ts';
import { ruleImages, scheduleImages } from './scheduledImages.ts';
import { usesOfImage } from './usesOfImage.ts';

/** One object for all types: they share its answers. */
const inClusters = podImages(usesOfImage);

const SOURCES = [batchImages, codeBuildImages, ecsImages, lambdaImages, ruleImages, scheduleImages] as const;

/**
 * Everything in AWS and in clusters of Kubernetes that runs container images, whatever registry they come from. Each
 * source proves its account itself, so types of all providers share the answers.
 * @param places where to look in AWS
 */
export function runningImages(places: EvidenceSource['places']): readonly EvidenceSource[] {
  const inSomeRegions = (scope: Scope) => places(scope).filter(({ location }) => mayHaveAppRunner(location));
  const inAws = [{ ...appRunnerImages, places: inSomeRegions }, ...SOURCES.map((source) => ({ ...source, places }))];
  return [...inAws.map((source) => ({ ...source, provider: 'aws' })), inClusters];
}
