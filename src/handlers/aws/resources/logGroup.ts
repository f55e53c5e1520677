/** A log group of CloudWatch Logs. */

import type { LogGroup } from '@aws-sdk/client-cloudwatch-logs';
import { defined, some } from '../../../core/common/defined.ts';
import type { Resource } from '../../../core/resource/resource.ts';
import { nameAlias } from './nameAlias.ts';
import { partAliases } from './nameParts.ts';
import { stackAliasesOf } from './stackAlias.ts';

/** Member names are the API's, so that users can write `attribute` from its docs. */
export interface LogGroupResource extends Resource {
  /** Without `:*` at its end. */
  readonly arn: string;
  /** `STANDARD`, `INFREQUENT_ACCESS`, `ESSENTIALS`, `DELIVERY`; absent = unknown. */
  readonly logGroupClass?: string;
  /** Absent: its events stay for ever. */
  readonly retentionInDays?: number;
  readonly metricFilterCount?: number;
  /** Absent: AWS does not say. */
  readonly deletionProtection?: boolean;
  readonly kmsKeyId?: string;
  /** What people set up for it beside its retention. */
  readonly boundTo?: readonly string[];
  /** Set after a read by name. */
  readonly described?: DescribedLogGroup;
}

/** AWS's description, and the tags, which only a read by name has. */
export interface DescribedLogGroup {
  readonly group: LogGroup;
  readonly tags: Readonly<Record<string, string>>;
}

/** The key by which a text names one. Names have no colon: what follows one is a stream, or `*`. */
export function logGroupAlias(name: string): string {
  return `logGroup/${name.replace(/:.*$/s, '')}`;
}

/** How a text names all groups in a folder: no group is called so. @param folder with `/` at its end, or empty */
export function folderAlias(folder: string): string {
  return `${folder}#begins`;
}

/** The keys by which rules name all groups that begin so. */
function foldersOf(name: string): readonly string[] {
  const folders = [...name].flatMap((sign, at) => (sign === '/' ? [name.slice(0, at + 1)] : []));
  return ['', ...folders].map((folder) => logGroupAlias(folderAlias(folder)));
}

/** `undefined` for an answer without name, ARN or the instant of its creation: a later one has the same name and ARN. */
export function toLogGroup({ group: one, tags }: DescribedLogGroup): LogGroupResource | undefined {
  const { logGroupName: id, creationTime } = one;
  const arn = one.logGroupArn ?? one.arn?.replace(/:\*$/, '');
  if (!id || !arn || creationTime === undefined || !Number.isFinite(creationTime)) return undefined;
  return {
    id,
    identity: `${arn}@${creationTime}`,
    name: id,
    tags,
    arn,
    aliases: [
      arn,
      logGroupAlias(id),
      nameAlias(id),
      ...partAliases(logGroupAlias, id),
      ...foldersOf(id),
      ...stackAliasesOf(id),
    ],
    createdAt: new Date(creationTime),
    ...defined({
      // Groups from before the classes have none.
      logGroupClass: one.logGroupClass ?? 'STANDARD',
      retentionInDays: one.retentionInDays,
      metricFilterCount: one.metricFilterCount,
      deletionProtection: one.deletionProtectionEnabled,
      kmsKeyId: one.kmsKeyId,
      sizeBytes: one.storedBytes,
      boundTo: some(boundTo(one)),
    }),
  };
}

/** https://docs.aws.amazon.com/AmazonCloudWatchLogs/latest/APIReference/API_LogGroup.html */
function boundTo(one: LogGroup): readonly string[] {
  const { dataProtectionStatus: policy, metricFilterCount: filters = 0 } = one;
  return [
    ...(filters > 0 ? [`metric filters (${filters}), whose metrics may have alarms`] : []),
    ...(policy === 'ACTIVATED' ? ['a data protection policy'] : []),
    ...(one.bearerTokenAuthenticationEnabled ? ['tokens with which programs write to it'] : []),
  ];
}
