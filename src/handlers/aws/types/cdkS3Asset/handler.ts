import type { Safeguard } from '../../../../core/evaluation/rule.ts';
import { defineHandler } from '../../../contract/defineHandler.ts';
import { permissionsOf } from '../../calls/call.ts';
import { cloudFormation } from '../../calls/cloudFormation.ts';
import { s3 } from '../../calls/s3.ts';
import { lambdaCode } from '../../evidence/cdk/lambdaCode.ts';
import { reviewedHere } from '../../evidence/cdk/reviewedHere.ts';
import { stackTemplates } from '../../evidence/cdk/stackTemplates.ts';
import { costOfStorage } from '../../resources/cdk/costOfStorage.ts';
import { type AssetParameters, assetParameters, bucketsOf, OF_ENVIRONMENTS } from '../../resources/cdk/parameters.ts';
import { openSession } from '../../session/session.ts';
import { wholeDefinition } from '../../session/wholeDefinition.ts';
import { Environments } from '../cdkEnvironments.ts';
import { markObjects } from './markElsewhere.ts';
import { listObjects, readObjects } from './read.ts';
import { removeObjects } from './remove.ts';
import type { AssetObject, ObjectDefinition } from './resource.ts';
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
    environment: 'text',
  },
  permissions: {
    list: permissionsOf(...READS),
    delete: permissionsOf(s3.deleteObjects, s3.headObject),
    marks: permissionsOf(s3.putObjectTagging),
    restorable: permissionsOf(s3.getBucketVersioning),
    restore: permissionsOf(...READS, s3.listObjectVersions, s3.deleteObject),
    resources: ['s3:::cdk-*-assets-*/*'],
  },
  rightsOf(parameters, place) {
    const buckets = bucketsOf(parameters, place);
    const objects = buckets.map((bucket) => `${bucket}/*`);
    return {
      resources: objects,
      only: [
        {
          permissions: permissionsOf(s3.headObject, s3.getObjectTagging, s3.deleteObject),
          resources: objects,
        },
        {
          permissions: permissionsOf(s3.listObjectsV2, s3.listObjectVersions, s3.getBucketVersioning),
          resources: buckets,
        },
      ],
      writesMarks: parameters.interop === 'cdk',
    };
  },
  parameters: assetParameters,
  evidence: [stackTemplates, lambdaCode],
  safeguards: [namedByHand],
  divided: OF_ENVIRONMENTS,
  candidatesAreReadById: true,
  maxBatch: MOST_KEYS,
  monthlyCost: ({ sizeBytes, storageClass }, prices) =>
    storageClass === 'STANDARD' ? costOfStorage(sizeBytes, prices.of('s3.standard.gibibyte')) : undefined,
  freesBytes: true,
  staysAtItsDate: true,
  definition: wholeDefinition,
  open(scope, io) {
    const { interop } = scope.parameters;
    const all = new Environments<AssetObject>(scope.parameters, 'BucketName');
    const api = s3.deleteObjects.api;
    const mark = () => (interop === 'cdk' ? { now: io.clock.now() } : undefined);
    return openSession<AssetObject>(scope, io, {
      list: (reader) => all.list(reader, (place) => listObjects(reader, place)),
      lookedFor: (reader) => all.lookedFor(reader),
      heldBackBecause: (reader) => reviewedHere(reader, scope.parameters),
      get: (reader, ids) => all.get(reader, ids, (place, keys) => readObjects(reader, place, keys, mark())),
      api,
      deleteAll: (batch, targets) =>
        all.remove(batch, api, targets, (place, own) => removeObjects(place, own, targets, scope.parameters)),
      ...(interop === 'cdk' && {
        markElsewhere: (batch, at, targets) =>
          all.mark(batch, targets, ({ name }, own) => markObjects(name, own, at, targets)),
      }),
      restorable: async (reader, id) => restorableIn(reader, (await all.placeOf(reader, id)).name),
      restore: (wanted) => all.restore(wanted, (wanted.stored.definition as ObjectDefinition).bucket, restoreObject),
    });
  },
});
