/** The listings in which a type finds users of its kind. */
import type { EvidenceSource } from '../../../contract/handler.ts';
import type { Kind } from '../../mentions/mention.ts';
import { everyAccount } from '../../wire/places.ts';
import type { ListingSource } from '../listings/listingSource.ts';
import { batchEnvironments } from '../securityGroups/batchEnvironments.ts';
import { codeBuildFleets, codeBuildProjects } from '../securityGroups/codeBuild.ts';
import { emrServerlessApplications } from '../securityGroups/emrServerless.ts';
import { eventTargets } from '../securityGroups/eventTargets.ts';
import { lambdaFunctions } from '../securityGroups/lambdaFunctions.ts';
import { pipes } from '../securityGroups/pipes.ts';
import {
  inferenceEndpoints,
  inferenceModels,
  notebooks,
  studioDomains,
  userProfiles,
} from '../securityGroups/sageMaker.ts';
import { schedules } from '../securityGroups/schedules.ts';
import { stateMachines } from '../securityGroups/stateMachines.ts';
import { capacityProviders } from './capacityProviders.ts';
import { containerRecipes } from './containerRecipes.ts';
import { deploymentGroups } from './deploymentGroups.ts';
import { configurationTexts, templateTexts } from './launchTexts.ts';
import {
  algorithms,
  hyperPodClusters,
  modelPackages,
  modelPipelines,
  monitoringSchedules,
  studioImages,
} from './models.ts';
import { plainParameters } from './plainParameters.ts';
import { spotFleets } from './spotFleets.ts';
import { stackParameters } from './stackParameters.ts';

/** In the order of their names, which the documentation has too. */
const LISTINGS: readonly ListingSource[] = [
  algorithms,
  batchEnvironments,
  capacityProviders,
  codeBuildFleets,
  codeBuildProjects,
  configurationTexts,
  containerRecipes,
  deploymentGroups,
  emrServerlessApplications,
  eventTargets,
  hyperPodClusters,
  inferenceEndpoints,
  inferenceModels,
  lambdaFunctions,
  modelPackages,
  modelPipelines,
  monitoringSchedules,
  notebooks,
  pipes,
  plainParameters,
  schedules,
  spotFleets,
  stackParameters,
  stateMachines,
  studioDomains,
  studioImages,
  templateTexts,
  userProfiles,
];

/**
 * Those with a member that can name the kind, and those with texts, which can name any. If one of them cannot be read, only
 * types that it can name have a gap.
 * @param places where the things are that may use a resource of the type
 */
export function mentionedBy(kind: Kind, places: EvidenceSource['places'] = everyAccount): readonly EvidenceSource[] {
  return LISTINGS.filter(({ names }) => names === 'texts' || names.includes(kind)).map((listing) => ({
    ...listing,
    places,
  }));
}
