import type { EvidenceSource } from '../../../contract/handler.ts';
import { podImages } from '../../../kubernetes/evidence/podImages.ts';
import { ecsImages } from './ecsImages.ts';
import { inClusters } from './inClusters.ts';
import { undeclaredClusters } from './undeclaredClusters.ts';
import { usesOfImage } from './usesOfImage.ts';

/** One object for all types: they share its answers. */
const inPods = podImages(usesOfImage);

/**
 * What runs container images in ECS and in clusters of Kubernetes, and what else names them there, whatever registry they
 * come from; everything else in AWS is a listing (see mentionedBy.ts). Each source proves its account itself, so types of all providers share the answers.
 * @param places where to look in AWS
 */
export function runningImages(places: EvidenceSource['places']): readonly EvidenceSource[] {
  return [{ ...ecsImages, places, provider: 'aws' }, inPods, inClusters, undeclaredClusters(places)];
}
