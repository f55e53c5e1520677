/** Every call this program makes about launch templates; one page shows what it can do to one. */
import type {
  DescribeLaunchTemplateVersionsCommandInput,
  LaunchTemplate,
  LaunchTemplateVersion,
} from '@aws-sdk/client-ec2';
import { ec2 } from '../calls/ec2.ts';
import { dryRun } from '../session/dryRun.ts';
import { call, send } from '../wire/client.ts';
import { isNotFound } from '../wire/errors.ts';
import { pagesOf } from '../wire/paging.ts';
import { type CallContext, readError } from '../wire/readError.ts';
import { list } from '../wire/reading.ts';
import { requireList } from '../wire/requireList.ts';
import type { CallScope } from '../wire/target.ts';

/** The most AWS gives per page, of both. */
const PAGE = 200;
/** An account may hide templates that AWS services manage. */
const EVERY_KIND = { IncludeManagedResources: true };

/** All templates, without their versions, page by page. */
export function templates(doing: CallContext): AsyncIterable<readonly LaunchTemplate[]> {
  return pagesOf(doing, async (NextToken) => {
    const answer = await call(doing.target, doing.api, async ({ ec2 }, options) =>
      (await ec2).describeLaunchTemplates({ MaxResults: PAGE, NextToken, ...EVERY_KIND }, options),
    );
    return { items: requireList(answer.LaunchTemplates, doing), nextToken: answer.NextToken };
  });
}

/**
 * Templates by id, without their versions. One id that is not there fails the whole call.
 * @throws the SDK's own errors, `InvalidLaunchTemplateId.NotFound` among them
 */
export function templatesById(target: CallScope, ids: readonly string[]): Promise<readonly LaunchTemplate[]> {
  // AWS answers as many as a page holds, which are more than are asked for at once.
  return list(target, ec2.describeLaunchTemplates, 'reading launch templates', {
    LaunchTemplateIds: [...ids],
    ...EVERY_KIND,
  });
}

/**
 * The template of a name; `undefined`: there is none.
 * @throws ReadError when that could not be found out
 */
export async function templateByName(target: CallScope, name: string): Promise<LaunchTemplate | undefined> {
  const doing: CallContext = {
    target,
    api: ec2.describeLaunchTemplates.api,
    what: `looking for a launch template ${name}`,
  };
  try {
    const answer = await call(target, doing.api, async ({ ec2 }, options) =>
      (await ec2).describeLaunchTemplates({ LaunchTemplateNames: [name], ...EVERY_KIND }, options),
    );
    return requireList(answer.LaunchTemplates, doing)[0];
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw readError(error, doing);
  }
}

/** Versions of one template, newest first, or the latest and default ones of all, page by page. */
export function versionPages(
  doing: CallContext,
  which: DescribeLaunchTemplateVersionsCommandInput,
): AsyncIterable<readonly LaunchTemplateVersion[]> {
  return pagesOf(doing, async (NextToken) => {
    const answer = await call(doing.target, doing.api, async ({ ec2 }, options) =>
      (await ec2).describeLaunchTemplateVersions({ ...which, MaxResults: PAGE, NextToken, ...EVERY_KIND }, options),
    );
    return { items: requireList(answer.LaunchTemplateVersions, doing), nextToken: answer.NextToken };
  });
}

/**
 * With all its versions. AWS refuses it to nobody because something launches from it:
 * https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DeleteLaunchTemplate.html
 * @returns AWS's request id; `undefined` when the answer does not say that it was done
 */
export async function deleteTemplate(target: CallScope, id: string): Promise<string | undefined> {
  const answer = await send(target, ec2.deleteLaunchTemplate, { LaunchTemplateId: id });
  return answer.LaunchTemplate?.LaunchTemplateId === id ? (answer.$metadata.requestId ?? 'unknown') : undefined;
}

/** Whether it would be allowed; nothing happens. */
export function dryRunDelete(target: CallScope, id: string): Promise<void> {
  return dryRun(target, ec2.deleteLaunchTemplate, { LaunchTemplateId: id });
}
