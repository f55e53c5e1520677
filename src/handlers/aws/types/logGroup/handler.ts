import { DAY_MS } from '../../../../core/common/duration.ts';
import type { Safeguard } from '../../../../core/evaluation/rule.ts';
import type { EntryRights } from '../../../contract/entry.ts';
import { permissionsOf } from '../../calls/call.ts';
import { cloudWatchLogs as logs } from '../../calls/cloudWatchLogs.ts';
import { s3 } from '../../calls/s3.ts';
import { logEvents, logStreams } from '../../evidence/logs/logEvents.ts';
import { logReaders } from '../../evidence/logs/logReaders.ts';
import { logWriters } from '../../evidence/logs/logWriters.ts';
import { hasUnreadNamesake, namesakes } from '../../evidence/logs/namesakes.ts';
import { METRICS_KEPT_MS } from '../../evidence/measured/metricData.ts';
import { mentionedBy } from '../../evidence/mentioning/mentionedBy.ts';
import { type ExportTo, type LogGroupParameters, logGroupParameters, prefixOf } from '../../resources/logExport.ts';
import { type DescribedLogGroup, type LogGroupResource, toLogGroup } from '../../resources/logGroup.ts';
import { managedBy, reasonToTheEnd } from '../../resources/managedBy.ts';
import { listed } from '../../resources/safeguards.ts';
import { logGroupTags } from '../../session/logGroupTags.ts';
import { send } from '../../wire/client.ts';
import { partitionOf } from '../../wire/partition.ts';
import { pages } from '../../wire/reading.ts';
import { requirePart } from '../../wire/requireList.ts';
import type { CallScope } from '../../wire/target.ts';
import { resourceType } from '../resourceType.ts';
import { quarantineLogGroups } from './exports.ts';
import { FINAL, restoreLogGroup } from './restore.ts';

type GroupSafeguard = Safeguard<LogGroupResource, LogGroupParameters>;

const JUDGED: ReadonlySet<string | undefined> = new Set(['STANDARD', 'INFREQUENT_ACCESS', 'ESSENTIALS']);

const logClass: GroupSafeguard = {
  name: 'logClass',
  summary: 'Its class is `DELIVERY`, in which nothing stays, or one that Holystone does not know.',
  keeps: ({ logGroupClass: is }) => (JUDGED.has(is) ? undefined : `its class is ${is ?? 'not known'}`),
};

/** AWS refuses to delete one, too. */
const deletionProtection: GroupSafeguard = {
  name: 'deletionProtection',
  summary: 'Its deletion protection is on. Holystone never switches it off.',
  keeps: ({ deletionProtection: isOn }) => (isOn ? 'its deletion protection is on' : undefined),
};

const boundTo: GroupSafeguard = {
  name: 'boundTo',
  summary: 'It has metric filters, a data protection policy, or tokens with which programs write to it.',
  keeps: ({ boundTo: what }) => listed(what, 'it has'),
};

const namesake: GroupSafeguard = {
  name: 'namesake',
  summary:
    'Its name is one that AWS gives or asks for (`/aws/vendedlogs/…`, `aws-waf-logs-…`, `RDSOSMetrics`), of a kind of thing that Holystone does not look for.',
  keeps: ({ name }) => (hasUnreadNamesake(name) ? 'a service of AWS may write to it, as its name says' : undefined),
};

const A_YEAR = 365;
const OF_RECORDS =
  /(?:^|[^a-z])(?:audit|compliance|cloud[-_]?trail|control[-_]?tower|(?:vpc[-_]?)?flow[-_]?logs?)(?:$|[^a-z])/i;

/** Whoever keeps events for years wants them although, or because, nobody writes any more. */
const record: GroupSafeguard = {
  name: 'record',
  summary:
    'Its events are a record: they are kept for 365 days or longer, or its name speaks of audits, compliance, CloudTrail, Control Tower or flow logs.',
  keeps({ name, retentionInDays: days = 0 }) {
    if (days >= A_YEAR) return `its events are kept for ${days} days, as a record`;
    return OF_RECORDS.test(name) ? 'its name is that of a record' : undefined;
  },
};

const atTheEnd = [logClass, deletionProtection, boundTo, namesake, record];

/** AWS exports no other: the deletion would wait for ever. */
const exported: GroupSafeguard = {
  name: 'exported',
  summary: 'With `exportTo`: its class is not `STANDARD`, and exports of others are not documented.',
  keeps: ({ logGroupClass: is }, { exportTo }) =>
    exportTo && is !== 'STANDARD'
      ? `its class is ${is ?? 'not known'}, of which nothing says that AWS exports it`
      : undefined,
};

const GROUPS = ['logs:*:*:log-group:*'];
/** No call of ours: CloudWatch Logs writes. */
const WRITES = 's3:PutObject';

function rightsIn({ bucket, prefix }: ExportTo): EntryRights['only'] {
  return [
    { permissions: permissionsOf(s3.listObjectsV2), resources: [`s3:::${bucket}`] },
    { permissions: [WRITES], resources: [`s3:::${bucket}/${prefix}/*`] },
  ];
}

export const logGroup = resourceType({
  resourceType: 'logGroup',
  called: { en: 'log group', de: 'Log-Gruppe' },
  alsoCalled: ['logs', 'log group', 'cloudwatch log group', 'cloudwatch logs'],
  summary:
    'Log groups of CloudWatch Logs in which no event arrived for `unusedFor`, 92 days by default, which nobody names or reads, and whose thing is gone where they have its name (`/aws/lambda/NAME`). Their events go for good, after an export to S3 where the entry has `exportTo`.',
  attributes: {
    tags: 'map',
    createdAt: 'date',
    sizeBytes: 'bytes',
    arn: 'text',
    logGroupClass: 'text',
    retentionInDays: 'number',
    metricFilterCount: 'number',
    deletionProtection: 'boolean',
    kmsKeyId: 'text',
    boundTo: 'texts',
  },
  noun: 'log group',
  arns: GROUPS,
  parameters: logGroupParameters,
  rightsOf: ({ exportTo }) => ({ resources: GROUPS, only: exportTo ? rightsIn(exportTo) : [], writesMarks: false }),
  noteOf: (group, { exportTo }) =>
    exportTo
      ? { code: 'exportedFirst', values: { address: `s3://${exportTo.bucket}/${prefixOf(exportTo, group)}` } }
      : { code: 'finalDeletion', values: {} },
  evidence: [logEvents, logStreams, logReaders, logWriters, namesakes, ...mentionedBy('logGroup')],
  finalBecause: FINAL,
  unlistedUsers:
    'programs and agents outside of AWS, and of accounts that may write to every group, that write to it only in case of an error, people who read it later as a record, and dashboards of other products such as Grafana',
  safeguards: [managedBy, ...atTheEnd, exported],
  quarantine: {
    summary:
      'Only with `exportTo`: Holystone lets AWS export all events of the log group, which stays as it is. An event that arrives meanwhile keeps it. The export stays, whatever happens: people delete it.',
    alwaysForMs: 7 * DAY_MS,
    onlyWith: 'exportTo',
    // AWS asks whether the caller may write there: https://docs.aws.amazon.com/AmazonCloudWatchLogs/latest/APIReference/API_CreateExportTask.html
    permissions: [...permissionsOf(logs.createExportTask), WRITES],
    reads: permissionsOf(logs.describeExportTasks, s3.listObjectsV2),
  },
  // Longer than a quarter: a report at the end of each counts.
  measured: { knownForMs: METRICS_KEPT_MS, unusedForMs: 92 * DAY_MS },
  monthlyCost({ sizeBytes }, prices) {
    const price = prices.of('logs.storage.gibibyte');
    return price === undefined || sizeBytes === undefined
      ? undefined
      : { amount: (price * sizeBytes) / 1024 ** 3, upTo: true };
  },
  freesBytes: true,
  tagging: logGroupTags,
  candidatesAreReadById: true,
  mostIds: 1,
  reads: logs.describeLogGroups,
  readsWith: {
    api: logs.listTagsForResource.api,
    calls: [logs.listTagsForResource],
    async *all(target) {
      for await (const page of pages(target, logs.describeLogGroups, 'listing log groups'))
        yield page.map((group) => ({ group, tags: {} }));
    },
    some: (target, names) => Promise.all(names.map((name) => readOne(target, name))).then((all) => all.flat()),
  },
  idOf: ({ group }) => group.logGroupName,
  toResource: toLogGroup,
  deletes: logs.deleteLogGroup,
  deleteInput: (logGroupName) => ({ logGroupName }),
  // A function makes its group again: no condition of the request names anything but the name.
  isReadAgain: true,
  userOf(one) {
    const resource = toLogGroup(one);
    return resource && reasonToTheEnd(atTheEnd, resource);
  },
  ends: 'accepted',
  quarantining: quarantineLogGroups,
  restore: {
    calls: [logs.describeExportTasks, logs.createLogGroup, logs.putRetentionPolicy, logs.tagResource],
    plan: restoreLogGroup,
  },
});

/** Its tags say first whether it exists: the listing has no error for a missing one. @throws the SDK's own errors, ReadError */
async function readOne(target: CallScope, name: string): Promise<readonly DescribedLogGroup[]> {
  const { account, region } = target;
  const resourceArn = `arn:${partitionOf(region)}:logs:${region}:${account.id}:log-group:${name}`;
  const answer = await send(target, logs.listTagsForResource, { resourceArn });
  const context = { target, api: logs.listTagsForResource.api, what: `reading the tags of ${name}` };
  const tags = requirePart(answer.tags, 'tags', context);
  const listing = pages(target, logs.describeLogGroups, `reading log group ${name}`, { logGroupNamePrefix: name });
  for await (const page of listing) {
    const group = page.find(({ logGroupName }) => logGroupName === name);
    if (group) return [{ group, tags }];
  }
  return [];
}
