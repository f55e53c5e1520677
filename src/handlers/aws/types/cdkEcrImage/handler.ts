import type { Safeguard } from '../../../../core/evaluation/rule.ts';
import { defineHandler } from '../../../contract/defineHandler.ts';
import { permissionsOf } from '../../calls/call.ts';
import { cloudFormation } from '../../calls/cloudFormation.ts';
import { ecr } from '../../calls/ecr.ts';
import { s3 } from '../../calls/s3.ts';
import { imageIndexes } from '../../evidence/cdk/imageIndexes.ts';
import { reviewedHere } from '../../evidence/cdk/reviewedHere.ts';
import { stackTemplates } from '../../evidence/cdk/stackTemplates.ts';
import { mentionedBy } from '../../evidence/mentioning/mentionedBy.ts';
import { runningImages } from '../../evidence/runningImages/runningImages.ts';
import { repositoryPolicies } from '../../evidence/sharing/repositoryPolicies.ts';
import { unreadUsersOf } from '../../evidence/unreadUsers.ts';
import { costOfStorage } from '../../resources/cdk/costOfStorage.ts';
import {
  type AssetParameters,
  assetParameters,
  bootstrapsOf,
  bucketsOf,
  OF_ENVIRONMENTS,
  placeInName,
} from '../../resources/cdk/parameters.ts';
import { openSession } from '../../session/session.ts';
import { wholeDefinition } from '../../session/wholeDefinition.ts';
import { everyLocation } from '../../wire/places.ts';
import { Environments } from '../cdkEnvironments.ts';
import { markImages } from './markElsewhere.ts';
import { listImages, readImages } from './read.ts';
import { removeImages } from './remove.ts';
import type { AssetImage, ImageDefinition } from './resource.ts';
import { restoreImage } from './restore.ts';

/** "Maximum number of 100 items": imageIds, API_BatchDeleteImage. */
const MOST_DIGESTS = 100;

type ImageSafeguard = Safeguard<AssetImage, AssetParameters>;

const namedByHand: ImageSafeguard = {
  name: 'namedByHand',
  summary: 'Images with a tag that has no hash, such as `latest`: no template can be searched for it.',
  keeps: ({ byHand }) => byHand,
};

const belongsTo: ImageSafeguard = {
  name: 'belongsTo',
  summary: 'Signatures, attestations and lists of contents: they belong to an image.',
  keeps: ({ belongsTo: subject }) => (subject === undefined ? undefined : `it belongs to ${subject}`),
};

const READS = [cloudFormation.describeStacks, ecr.describeImages, ecr.batchGetImage];

export const cdkEcrImage = defineHandler<AssetImage, AssetParameters>({
  provider: 'aws',
  resourceType: 'cdkEcrImage',
  called: { en: 'CDK image', de: 'CDK-Image' },
  keepKey: null,
  alsoCalled: ['cdk image', 'docker asset', 'image asset'],
  summary: 'Images that `cdk deploy` put into the repository of an environment, and that no stack names any more.',
  attributes: {
    createdAt: 'date',
    sizeBytes: 'bytes',
    group: 'text',
    markedElsewhereAt: 'date',
    tagged: 'texts',
    byHand: 'text',
    belongsTo: 'text',
    environment: 'text',
  },
  permissions: {
    list: permissionsOf(...READS),
    delete: permissionsOf(ecr.batchDeleteImage),
    marks: permissionsOf(ecr.putImage),
    restore: permissionsOf(...READS, ecr.putImage),
    resources: ['ecr:*:*:repository/cdk-*'],
  },
  rightsOf(parameters, place) {
    const { accountId = '*', location = '*' } = place;
    const usual = `cdk-*-container-assets-${placeInName(place)}`;
    const repositories = bootstrapsOf(parameters).map(({ repository = usual }) => repository);
    const resources = [...new Set(repositories)].map((one) => `ecr:${location}:${accountId}:repository/${one}`);
    const buckets = bucketsOf(parameters, place);
    return {
      resources,
      only: [
        { permissions: permissionsOf(ecr.putImage), resources },
        { permissions: permissionsOf(s3.listObjectsV2), resources: buckets },
        { permissions: permissionsOf(s3.getObject), resources: buckets.map((bucket) => `${bucket}/*`) },
      ],
      writesMarks: parameters.interop === 'cdk',
    };
  },
  unreadUsers: unreadUsersOf('containerImage'),
  parameters: assetParameters,
  // Any region and account may pull from here.
  evidence: [
    stackTemplates,
    imageIndexes,
    ...runningImages(everyLocation),
    ...mentionedBy('containerImage', everyLocation),
    repositoryPolicies<AssetImage>(({ group = '' }) => group.replace(/^repository\//, '')),
  ],
  after: ['cdkEcrImage'],
  alsoKeptAs: ['ecrTag'],
  divided: OF_ENVIRONMENTS,
  safeguards: [belongsTo, namedByHand],
  maxBatch: MOST_DIGESTS,
  monthlyCost: ({ sizeBytes }, prices) => costOfStorage(sizeBytes, prices.of('ecr.storage.gibibyte')),
  freesBytes: true,
  staysAtItsDate: true,
  definition: wholeDefinition,
  open(scope, io) {
    const { interop } = scope.parameters;
    const all = new Environments<AssetImage>(scope.parameters, 'ImageRepositoryName');
    const api = ecr.batchDeleteImage.api;
    const marks = () => (interop === 'cdk' ? { now: io.clock.now() } : undefined);
    return openSession<AssetImage>(scope, io, {
      list: (reader) => all.list(reader, (place) => listImages(reader, place, marks())),
      lookedFor: (reader) => all.lookedFor(reader),
      heldBackBecause: (reader) => reviewedHere(reader, scope.parameters),
      get: (reader, ids) => all.get(reader, ids, (place, digests) => readImages(reader, place, digests, marks())),
      api,
      deleteAll: (batch, targets) =>
        all.remove(batch, api, targets, (place, own) => removeImages(place, own, targets, scope.parameters)),
      ...(interop === 'cdk' && {
        markElsewhere: (batch, at, targets) =>
          all.mark(batch, targets, (place, own) => markImages(place, own, at, targets)),
      }),
      restore: (wanted) => all.restore(wanted, (wanted.stored.definition as ImageDefinition).repository, restoreImage),
    });
  },
});
