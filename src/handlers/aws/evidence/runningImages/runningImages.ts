import type { EvidenceSource, Scope } from '../../../contract/handler.ts';
import { appRunnerImages, mayHaveAppRunner } from './appRunnerImages.ts';
import { batchImages } from './batchImages.ts';
import { codeBuildImages } from './codeBuildImages.ts';
import { ecsImages } from './ecsImages.ts';
import { lambdaImages } from './lambdaImages.ts';
import { ruleImages, scheduleImages } from './scheduledImages.ts';

const SOURCES = [batchImages, codeBuildImages, ecsImages, lambdaImages, ruleImages, scheduleImages] as const;

/** Everything in AWS that runs container images, whatever registry they come from. @param places where to look */
export function runningImages(places: EvidenceSource['places']): readonly EvidenceSource[] {
  const inSomeRegions = (scope: Scope) => places(scope).filter(({ location }) => mayHaveAppRunner(location));
  return [{ ...appRunnerImages, places: inSomeRegions }, ...SOURCES.map((source) => ({ ...source, places }))];
}
