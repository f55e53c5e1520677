/** Whom resource policies of CloudWatch Logs let write to a group: its own, and those of the account whose names are open. */
import { matchesStars } from '../../../../core/common/stars.ts';
import { cloudWatchLogs as logs } from '../../calls/cloudWatchLogs.ts';
import { parsed } from '../../mentions/contents.ts';
import type { LogGroupResource } from '../../resources/logGroup.ts';
import { allOf } from '../../wire/paging.ts';
import { unread } from '../../wire/readError.ts';
import { pages } from '../../wire/reading.ts';
import type { CallScope } from '../../wire/target.ts';
import { eachSource } from '../eachSource.ts';

/** An ARN with `*` in its name, by the policy that has it. */
interface OpenName {
  readonly policy: string;
  readonly arn: string;
  readonly writers: string;
}

/**
 * Since 2026 a service that is told to log to a group writes a policy of that group alone, which no listing of the account has:
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/AWS-logs-infrastructure-V2-CloudWatchLogs.html
 */
export const logWriters = eachSource<LogGroupResource>({
  name: 'logWriters',
  summary:
    'The resource policy of a group itself, and those of the account that let a service write to groups by a part of their names. One for every group (`log-group:*`) says nothing of any.',
  calls: [logs.describeResourcePolicies],
  reading(target) {
    let account: Promise<readonly OpenName[]> | undefined;
    return async ({ id, arn }) => {
      account ??= openNames(target);
      const open = (await account).filter(({ arn: pattern }) => isNamedBy(pattern, arn));
      const own = await ownPolicies(target, id, arn);
      return [
        ...own.map((writers) => `its own resource policy, which lets ${writers} in`),
        ...open.map(
          ({ policy, writers }) => `resource policy ${policy}, which lets ${writers} write to groups of such names`,
        ),
      ].map((by) => ({ says: 'used' as const, by }));
    };
  },
});

/** Whom each lets in. One who may only read counts too. */
async function ownPolicies(target: CallScope, id: string, resourceArn: string): Promise<readonly string[]> {
  const input = { resourceArn, policyScope: 'RESOURCE' } as const;
  const policies = pages(target, logs.describeResourcePolicies, `reading the resource policy of ${id}`, input);
  return (await allOf(policies))
    .filter(({ policyScope }) => policyScope === 'RESOURCE')
    .map(({ policyDocument = '' }) => writersOf((parsed(policyDocument) as Document | undefined)?.Statement));
}

async function openNames(target: CallScope): Promise<readonly OpenName[]> {
  const what = 'reading resource policies of logs';
  const policies = await allOf(pages(target, logs.describeResourcePolicies, what));
  return policies.flatMap(({ policyName: policy = 'without name', policyDocument = '' }) => {
    const document = parsed(policyDocument) as Document | undefined;
    if (!document?.Statement) throw unread({ what, target }, `resource policy ${policy} came without statements`);
    return listOf(document.Statement).flatMap((statement) =>
      statement.Effect === 'Deny'
        ? []
        : listOf(statement.Resource)
            .filter(hasOpenName)
            .map((arn) => ({ policy, arn, writers: writersOf(statement) })),
    );
  });
}

/** As people write them: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_grammar.html */
interface Document {
  readonly Statement?: Statement | readonly Statement[];
}
interface Statement {
  readonly Effect?: string;
  readonly Principal?: unknown;
  readonly Resource?: string | readonly string[];
}

function listOf<T>(one: T | readonly T[] | undefined): readonly T[] {
  if (one === undefined) return [];
  return Array.isArray(one) ? one : [one as T];
}

function writersOf(statements: Statement | readonly Statement[] | undefined): string {
  const principals = listOf(statements).flatMap(({ Principal: is }) =>
    typeof is === 'object' && is !== null ? Object.values(is).flatMap((some) => listOf<unknown>(some)) : [is],
  );
  const names = new Set(principals.map((one) => (one === '*' || typeof one !== 'string' ? 'others' : one)));
  return names.size === 0 ? 'others' : [...names].toSorted().join(', ');
}

/** The name in it, which ends before a stream: `/shop/*` of `arn:aws:logs:us-east-1:111111111111:log-group:/shop/*:*`. */
const NAME = /^arn:(?:[^:]*:){4}(?:log-group:)?([^:]*)/;

/** Does it say a part of a name? A name without `*` is whole, and read by logPolicies; one of `*` alone is no name. */
function hasOpenName(arn: string): boolean {
  const [, name = ''] = NAME.exec(arn) ?? [];
  return /[*?]/.test(name) && /[a-z\d]/i.test(name.replace(/^log-group/, ''));
}

/** One character that is open may be more here: that only keeps. */
export function isNamedBy(pattern: string, arn: string): boolean {
  const open = pattern.replaceAll('?', '*');
  return [arn, `${arn}:*`, `${arn}:log-stream:any`].some((one) => matchesStars(open, one));
}
