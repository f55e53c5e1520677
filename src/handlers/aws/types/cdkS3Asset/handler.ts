import type { Safeguard } from '../../../../core/evaluation/rule.ts';
import { defineHandler } from '../../../contract/defineHandler.ts';
import { permissionsOf } from '../../calls/call.ts';
import { cloudFormation } from '../../calls/cloudFormation.ts';
import { s3 } from '../../calls/s3.ts';
import { placeOf } from '../../evidence/cdk/bootstrap.ts';
import { lambdaCode } from '../../evidence/cdk/lambdaCode.ts';
import { reviewedHere } from '../../evidence/cdk/reviewedHere.ts';
import { stackTemplates } from '../../evidence/cdk/stackTemplates.ts';
import { costOfStorage } from '../../resources/cdk/costOfStorage.ts';
import { type AssetParameters, assetParameters, placeInName } from '../../resources/cdk/parameters.ts';
import { openSession } from '../../session/session.ts';
import { wholeDefinition } from '../../session/wholeDefinition.ts';
import { markObjects } from './markElsewhere.ts';
import { listObjects, readObjects } from './read.ts';
import { removeObjects } from './remove.ts';
import type { AssetObject } from './resource.ts';
import { restorableIn, restoreObject } from './restore.ts';

/** "the request can contain a list of up to 1,000 keys": API_DeleteObjects. */
const MOST_KEYS = 1000;

const namedByHand: Safeguard<AssetObject, AssetParameters> = {
  name: 'namedByHand',
  summary: 'Objects without a hash in their key: no template can be searched for them.',
  keeps: ({ byHand }) => byHand,
};

const READS = [cloudFormation.describeStacks, s3.listObjectsV2, s3.headObject, s3.getObjectTagging];

export const cdkS3Asset = defineHandler<AssetObject, AssetParameters>({
  provider: 'aws',
  resourceType: 'cdkS3Asset',
  called: { en: 'CDK asset', de: 'CDK-Asset' },
  alsoCalled: ['cdk', 'cdk asset', 's3 asset', 'cdk gc'],
  summary: 'Files that `cdk deploy` put into the staging bucket of an environment, and that no stack names any more.',
  attributes: {
    tags: 'map',
    createdAt: 'date',
    sizeBytes: 'bytes',
    group: 'text',
    markedElsewhereAt: 'date',
    etag: 'text',
    storageClass: 'text',
    byHand: 'text',
  },
  permissions: {
    list: permissionsOf(...READS),
    delete: permissionsOf(s3.deleteObjects, s3.headObject),
    marks: permissionsOf(s3.putObjectTagging),
    restorable: permissionsOf(s3.getBucketVersioning),
    restore: permissionsOf(...READS, s3.listObjectVersions, s3.deleteObject),
    resources: ['s3:::cdk-*-assets-*/*'],
  },
  rightsOf({ bootstrap, interop }, place) {
    const bucket = `s3:::${bootstrap.bucket ?? `cdk-*-assets-${placeInName(place)}`}`;
    const objects = [`${bucket}/*`];
    return {
      resources: objects,
      only: [
        {
          permissions: permissionsOf(s3.headObject, s3.getObjectTagging, s3.deleteObject),
          resources: objects,
        },
        {
          permissions: permissionsOf(s3.listObjectsV2, s3.listObjectVersions, s3.getBucketVersioning),
          resources: [bucket],
        },
      ],
      writesMarks: interop === 'cdk',
    };
  },
  parameters: assetParameters,
  evidence: [stackTemplates, lambdaCode],
  safeguards: [namedByHand],
  candidatesAreReadById: true,
  maxBatch: MOST_KEYS,
  monthlyCost: ({ sizeBytes, storageClass }, prices) =>
    storageClass === 'STANDARD' ? costOfStorage(sizeBytes, prices.of('s3.standard.gibibyte')) : undefined,
  freesBytes: true,
  staysAtItsDate: true,
  definition: wholeDefinition,
  open(scope, io) {
    const { bootstrap, interop } = scope.parameters;
    const place = placeOf(bootstrap, 'BucketName');
    const mark = () => (interop === 'cdk' ? { now: io.clock.now() } : undefined);
    return openSession<AssetObject>(scope, io, {
      async *list(reader) {
        const here = await place.find(reader);
        if (here) yield* listObjects(reader, here);
      },
      lookedFor: place.lookedFor,
      heldBackBecause: (reader) => reviewedHere(reader, scope.parameters),
      get: async (reader, keys) => readObjects(reader, await place.get(reader), keys, mark()),
      api: s3.deleteObjects.api,
      deleteAll: async (batch, targets) =>
        removeObjects(await place.get(targets.reader), batch, targets, scope.parameters),
      ...(interop === 'cdk' && {
        markElsewhere: async (batch, at, targets) =>
          markObjects((await place.get(targets.reader)).name, batch, at, targets),
      }),
      restorable: async (reader) => restorableIn(reader, (await place.get(reader)).name),
      restore: async (wanted) => restoreObject(wanted, await place.get(wanted.restorer)),
    });
  },
});
