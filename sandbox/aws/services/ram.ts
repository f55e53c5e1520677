import * as module from '@aws-sdk/client-ram';
import { resourceShares, type Shared } from '../seeds/servedGroupSeeds.ts';
import { collection, listingsOf, numbered } from '../store/listing.ts';
import { type Service, service } from '../wire/service.ts';

/** https://docs.aws.amazon.com/ram/latest/APIReference/API_GetResourceShareAssociations.html */
const listing = listingsOf({
  size: 'maxResults',
  token: 'nextToken',
  badToken: 'InvalidNextTokenException',
  limits: { min: 1, max: 500, otherwise: 500 },
  badSize: 'InvalidMaxResultsException',
});

export function ram(): Service {
  return service(
    module,
    module.RAMClient,
  )({
    GetResourceShareAssociations: listing(
      collection(
        ({ here }, { associationType }: module.GetResourceShareAssociationsRequest) =>
          numbered(here.resourceShares.view().flatMap(({ value }) => associationsOf(value, associationType))),
        (one) => one,
      ),
      { answer: 'resourceShareAssociations' },
    ),

    CreateResourceShare({ name, resourceArns: resources = [], principals = [] }, call) {
      const resourceShare = resourceShares.make({ name, resources, principals }, call);
      call.here.resourceShares.put(resourceShare.resourceShareArn ?? '', resourceShare);
      return { resourceShare };
    },
  });
}

function associationsOf(
  { resourceShareArn, name, status, resources, principals }: Shared,
  associationType: module.ResourceShareAssociationType | undefined,
): readonly module.ResourceShareAssociation[] {
  const known = { resourceShareArn, resourceShareName: name, associationType };
  const state = status === 'DELETED' ? ('DISASSOCIATED' as const) : ('ASSOCIATED' as const);
  const entities = associationType === 'RESOURCE' ? resources : principals;
  return entities.map((associatedEntity) => ({ ...known, associatedEntity, status: state }));
}
