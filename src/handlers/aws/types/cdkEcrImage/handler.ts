import type { Safeguard } from '../../../../core/evaluation/rule.ts';
import { defineHandler } from '../../../contract/defineHandler.ts';
import { permissionsOf } from '../../calls/call.ts';
import { cloudFormation } from '../../calls/cloudFormation.ts';
import { ecr } from '../../calls/ecr.ts';
import { s3 } from '../../calls/s3.ts';
import { placeOf } from '../../evidence/cdk/bootstrap.ts';
import { imageIndexes } from '../../evidence/cdk/imageIndexes.ts';
import { reviewedHere } from '../../evidence/cdk/reviewedHere.ts';
import { stackTemplates } from '../../evidence/cdk/stackTemplates.ts';
import { mentionedBy } from '../../evidence/mentioning/mentionedBy.ts';
import { runningImages } from '../../evidence/runningImages/runningImages.ts';
import { unreadUsersOf } from '../../evidence/unreadUsers.ts';
import { costOfStorage } from '../../resources/cdk/costOfStorage.ts';
import { type AssetParameters, assetParameters, placeInName } from '../../resources/cdk/parameters.ts';
import { openSession } from '../../session/session.ts';
import { wholeDefinition } from '../../session/wholeDefinition.ts';
import { everyLocation } from '../../wire/places.ts';
import { markImages } from './markElsewhere.ts';
import { listImages, readImages } from './read.ts';
import { removeImages } from './remove.ts';
import type { AssetImage } from './resource.ts';
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
  },
  permissions: {
    list: permissionsOf(...READS),
    delete: permissionsOf(ecr.batchDeleteImage),
    marks: permissionsOf(ecr.putImage),
    restore: permissionsOf(...READS, ecr.putImage),
    resources: ['ecr:*:*:repository/cdk-*'],
  },
  rightsOf({ bootstrap, interop }, place) {
    const { accountId = '*', location = '*' } = place;
    const repository = bootstrap.repository ?? `cdk-*-container-assets-${placeInName(place)}`;
    const bucket = `s3:::${bootstrap.bucket ?? `cdk-*-assets-${placeInName(place)}`}`;
    const resources = [`ecr:${location}:${accountId}:repository/${repository}`];
    return {
      resources,
      only: [
        { permissions: permissionsOf(ecr.putImage), resources },
        { permissions: permissionsOf(s3.listObjectsV2), resources: [bucket] },
        { permissions: permissionsOf(s3.getObject), resources: [`${bucket}/*`] },
      ],
      writesMarks: interop === 'cdk',
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
  ],
  after: ['cdkEcrImage'],
  safeguards: [belongsTo, namedByHand],
  maxBatch: MOST_DIGESTS,
  monthlyCost: ({ sizeBytes }, prices) => costOfStorage(sizeBytes, prices.of('ecr.storage.gibibyte')),
  freesBytes: true,
  staysAtItsDate: true,
  definition: wholeDefinition,
  open(scope, io) {
    const { bootstrap, interop } = scope.parameters;
    const place = placeOf(bootstrap, 'ImageRepositoryName');
    const marks = () => (interop === 'cdk' ? { now: io.clock.now() } : undefined);
    return openSession<AssetImage>(scope, io, {
      async *list(reader) {
        const here = await place.find(reader);
        if (here) yield* listImages(reader, here, marks());
      },
      lookedFor: place.lookedFor,
      heldBackBecause: (reader) => reviewedHere(reader, scope.parameters),
      get: async (reader, digests) => readImages(reader, await place.get(reader), digests, marks()),
      api: ecr.batchDeleteImage.api,
      deleteAll: async (batch, targets) =>
        removeImages(await place.get(targets.reader), batch, targets, scope.parameters),
      ...(interop === 'cdk' && {
        markElsewhere: async (batch, at, targets) => markImages(await place.get(targets.reader), batch, at, targets),
      }),
      restore: async (wanted) => restoreImage(wanted, await place.get(wanted.restorer)),
    });
  },
});
