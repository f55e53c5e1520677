import { ReadError } from '../../../../core/common/errors.ts';
import type { DeleteOutcome, Read } from '../../../../core/resource/resource.ts';
import { ec2 } from '../../calls/ec2.ts';
import type { VersionResource } from '../../resources/launchTemplateVersion.ts';
import { partsOfVersionId } from '../../resources/versionId.ts';
import { deleteSame } from '../../session/deleteSame.ts';
import type { CallScopes } from '../../session/session.ts';
import { requestIdOf, send } from '../../wire/client.ts';
import { unknownRead } from '../../wire/readById.ts';
import type { CallScope } from '../../wire/target.ts';
import { readVersions } from './read.ts';

/** The request for one version; AWS takes up to 200, and each has a permit of its own here. */
export function requestFor(id: string) {
  const { template, number } = partsOfVersionId(id) ?? {};
  return { LaunchTemplateId: template, Versions: number === undefined ? [] : [String(number)] };
}

const IS_GONE: ReadonlySet<unknown> = new Set(['launchTemplateIdDoesNotExist', 'launchTemplateVersionDoesNotExist']);

/**
 * Deletes one version. AWS refuses the default one, but neither the latest nor one that something launches from, so it is read
 * again first: https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DeleteLaunchTemplateVersions.html
 */
export async function removeVersion(
  version: VersionResource,
  { reader, deleter }: CallScopes,
): Promise<DeleteOutcome | undefined> {
  const { id, versionNumber } = version;
  return deleteSame<VersionResource>('version', version, await readAgain(reader, id), async (found) => {
    const is = found.defaultVersion ? 'default' : found.latestVersion ? 'latest' : undefined;
    if (is !== undefined) return { kind: 'refused', reason: `it is the ${is} version of its launch template now` };
    const answer = await send(deleter, ec2.deleteLaunchTemplateVersions, requestFor(id));
    const { SuccessfullyDeletedLaunchTemplateVersions: done = [] } = answer;
    const failed = answer.UnsuccessfullyDeletedLaunchTemplateVersions?.[0];
    if (failed) {
      const { Code = 'without a code', Message = 'without a reason' } = failed.ResponseError ?? {};
      return IS_GONE.has(Code) ? { kind: 'gone' } : { kind: 'refused', reason: `EC2 refuses (${Code}): ${Message}` };
    }
    const isDone = done.some(
      (one) => one.VersionNumber === versionNumber && one.LaunchTemplateId === version.templateId,
    );
    return isDone ? { kind: 'deleted', requestId: requestIdOf(answer) } : undefined;
  });
}

async function readAgain(reader: CallScope, id: string): Promise<Read<VersionResource> | undefined> {
  try {
    return (await readVersions(reader, [id])).get(id);
  } catch (error) {
    if (error instanceof ReadError) return unknownRead(error.message);
    throw error;
  }
}
