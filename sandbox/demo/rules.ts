/** All rules of the oracle; this file has those about the resources that may be changed at all. */
import type { CallRecord } from '../aws/index.ts';
import { checkRules } from './checkRules.ts';
import { DELETABLE_KINDS, type ResourceType } from './deletableKinds.ts';
import { atOf, type Facts } from './facts.ts';
import { ofKind } from './interventions.ts';
import { noticeRules } from './noticeRules.ts';
import { endOf, nameOf, type OracleRule, SAVED_TYPES, savedBy } from './oracleRule.ts';
import { keyOf } from './truth.ts';

/** No request even tries to delete a resource that the seed made to be kept. */
const mustKeep: OracleRule = {
  name: 'mustKeep',
  broken: ({ deletions }) =>
    deletions.flatMap((deletion) => {
      const { resource } = deletion;
      if (!resource) return [`${deletion.call.operation} of ${nameOf(deletion)}, which was not there to be judged`];
      return resource.truth.kind === 'mustKeep' ? [`${nameOf(deletion)} must be kept: ${resource.truth.why}`] : [];
    }),
};

const force: OracleRule = {
  name: 'force',
  broken: ({ deletions }) =>
    deletions
      .filter(({ call: { input } }) => input.ForceDelete === true || input.DeleteAssociatedSnapshots === true)
      .map((deletion) => `${nameOf(deletion)} was deleted by force, or with its snapshots`),
};

/**
 * A second attempt counts too: with correct records Holystone knows that it is gone. A replacement is another resource.
 */
const twice: OracleRule = {
  name: 'twice',
  broken({ deletions, interventions }) {
    const goneAt = new Map<string, number>();
    return deletions.flatMap((deletion) => {
      const { key, at, succeeded } = deletion;
      const before = goneAt.get(key);
      const replaced = ofKind(interventions, 'replaced').some(
        (one) => one.key === key && before !== undefined && before <= one.at && one.at <= at,
      );
      if (succeeded) goneAt.set(key, at);
      return before === undefined || replaced ? [] : [`${nameOf(deletion)} was deleted again`];
    });
  },
};

/** The users of a resource go first: a request for the resource before that is refused by AWS, or breaks its user. */
const order: OracleRule = {
  name: 'order',
  broken: ({ deletions }) =>
    deletions.flatMap((deletion) => {
      const { call, resource } = deletion;
      if (resource?.after === undefined) return [];
      const first = keyOf({ ...resource, ...resource.after });
      const isGone = deletions.some(
        ({ key, succeeded, call: { seq } }) => key === first && succeeded && seq < call.seq,
      );
      return isGone ? [] : [`${nameOf(deletion)} was deleted before ${resource.after.id}, which uses it`];
    }),
};

const overPace: OracleRule = {
  name: 'overPace',
  broken: ({ deletions, interventions }) =>
    ofKind(interventions, 'paced').flatMap(({ place, type, perDay }) => {
      const here = deletions.filter(
        ({ succeeded, resource }) =>
          succeeded &&
          resource?.type === type &&
          resource.account === place.account &&
          resource.region === place.region,
      );
      const where = `${place.account}/${place.region}`;
      return here.length > perDay ? [`${here.length} of type ${type} in ${where}, more than ${perDay} a day`] : [];
    }),
};

const overLimit: OracleRule = {
  name: 'overLimit',
  broken: ({ deletions, interventions }) =>
    ofKind(interventions, 'limited').flatMap(({ at, perDay }) => {
      const since = deletions.filter((deletion) => deletion.succeeded && deletion.at > at);
      return since.length > perDay ? [`${since.length} in all places, more than ${perDay} a day`] : [];
    }),
};

/**
 * Besides deletions, Holystone may write only keep tags on opted-out resources, a restore by a person, the backup of an unused
 * table or file system with its tag, and the mark of `cdk gc` on an asset that no stack uses.
 */
const unexpectedCall: OracleRule = {
  name: 'unexpectedCall',
  broken: (facts) =>
    facts.otherWrites
      .filter((call) => !MAY_WRITE.some((isAllowed) => isAllowed(call, facts)))
      .map(({ operation, account, region, input }) => {
        return `${operation} in ${account}/${region}: ${JSON.stringify(input)}`;
      }),
};

/** The keep tag, and the tag that names its writer. */
const KEEP_TAGS: readonly unknown[] = ['holystone:keep', 'holystone:keep-by'];

function isKeepTag(call: CallRecord, { interventions }: Facts): boolean {
  if (!['AddTags', 'CreateTags', 'CreateOrUpdateTags'].includes(call.operation)) return false;
  const { Resources, ResourceArns, ResourceARN, ResourceArn = ResourceARN } = call.input;
  const tags = (call.input.Tags ?? []) as readonly { Key?: string; ResourceId?: string }[];
  const named = ResourceArn === undefined ? undefined : [endOf(ResourceArn)];
  const ids = (Resources ?? ResourceArns ?? named ?? tags.map(({ ResourceId }) => ResourceId)) as readonly string[];
  const chosen = [
    ...ofKind(interventions, 'optedOut').map(({ key, askedAt }) => ({ key, since: askedAt })),
    ...ofKind(interventions, 'restored').map(({ key, at }) => ({ key, since: at })),
  ].filter(({ since }) => since <= atOf(call));
  const optedOut = (id: string) =>
    chosen.some(({ key }) => tagged(call).some((type) => key === keyOf({ ...call, type, id })));
  return ids.length > 0 && ids.every(optedOut) && tags.every(({ Key }) => KEEP_TAGS.includes(Key));
}

/** A request to tag does not name the type of the resource; the service has some. */
function tagged({ api }: CallRecord): readonly ResourceType[] {
  return DELETABLE_KINDS.flatMap(({ type, deletes }) => ((deletes.api ?? 'EC2') === api ? [type] : []));
}

function isMarkOfCdk(call: CallRecord, { byKey }: Facts): boolean {
  const { Key, Tagging = {} } = call.input as { readonly Key?: string; readonly Tagging?: object };
  if (call.operation !== 'PutObjectTagging' || !('aws-cdk:isolated' in Tagging)) return false;
  return byKey.get(keyOf({ ...call, type: 'cdkS3Asset', id: Key ?? '' }))?.truth.kind === 'unused';
}

const QUARANTINE_TAG = 'holystone:quarantine';

function isBackup(call: CallRecord, { byKey }: Facts): boolean {
  const isUnused = (key: string) => byKey.get(key)?.truth.kind === 'unused';
  const saved = savedBy(call);
  if (saved !== undefined) return isUnused(saved);
  const { ResourceArn, ResourceARN, ResourceId } = call.input;
  const tags = (call.input.Tags ?? []) as readonly { readonly Key?: string }[];
  if (call.operation !== 'TagResource' || tags.length !== 1 || tags[0]?.Key !== QUARANTINE_TAG) return false;
  const types = tagged(call).filter((type) => SAVED_TYPES.includes(type));
  return types.some((type) => isUnused(keyOf({ ...call, type, id: endOf(ResourceArn ?? ResourceARN ?? ResourceId) })));
}

function isRestoring(call: CallRecord, { interventions }: Facts): boolean {
  const restored: Partial<Record<string, readonly [type: ResourceType, id: unknown]>> = {
    CreateEndpoint: ['modelEndpoint', call.input.EndpointName],
    RestoreSnapshotFromRecycleBin: ['snapshot', call.input.SnapshotId],
  };
  const [type, id] = restored[call.operation] ?? [];
  if (type === undefined) return false;
  const key = keyOf({ ...call, type, id: String(id) });
  return ofKind(interventions, 'restored').some((one) => one.key === key && one.at <= atOf(call));
}

const MAY_WRITE = [isKeepTag, isBackup, isRestoring, isMarkOfCdk];

/** A resource that a person restored must not be deleted again. */
const restoredAgain: OracleRule = {
  name: 'restored',
  broken: ({ deletions, interventions }) =>
    ofKind(interventions, 'restored').flatMap(({ key, at }) =>
      deletions
        .filter((deletion) => deletion.key === key && deletion.at > at)
        .map((deletion) => `${nameOf(deletion)} was deleted after somebody had brought it back`),
    ),
};

const dryRun: OracleRule = {
  name: 'dryRun',
  broken(facts) {
    if (!facts.dryRun) return [];
    const writes = [...facts.deletions.map(({ call }) => call), ...facts.otherWrites];
    return [
      ...writes.map(({ operation, account, region }) => `${operation} in ${account}/${region} in a dry run`),
      ...facts.mails.map(({ recipients }) => `a mail to ${recipients.join(', ')} in a dry run`),
    ];
  },
};

export const RULES: readonly OracleRule[] = [
  mustKeep,
  force,
  twice,
  order,
  overPace,
  overLimit,
  unexpectedCall,
  restoredAgain,
  dryRun,
  ...noticeRules,
  ...checkRules,
];
