import { createHash } from 'node:crypto';
import type { LaunchTemplateVersion } from '@aws-sdk/client-ec2';
import { ReadError } from '../../../../core/common/errors.ts';
import type { Read } from '../../../../core/resource/resource.ts';
import type { NotRestored, Restoring } from '../../../../core/resource/restoring.ts';
import { ec2 } from '../../calls/ec2.ts';
import type { VersionDescription, VersionResource } from '../../resources/launchTemplateVersion.ts';
import { creatingVersion } from '../../resources/templateRequests.ts';
import { versionId } from '../../resources/versionId.ts';
import { awsJsonCommand } from '../../session/commandLine.ts';
import { dryRun } from '../../session/dryRun.ts';
import { isThere, refused, restoreBy, type Wanted } from '../../session/restoring.ts';
import { requestIdOf, send } from '../../wire/client.ts';
import { allOf } from '../../wire/paging.ts';
import { unlessGone } from '../../wire/readError.ts';
import { pages, readList } from '../../wire/reading.ts';
import type { CallScope } from '../../wire/target.ts';

const CREATE = ec2.createLaunchTemplateVersion;

/** Adds its data to the same template. EC2 chooses the number, the next one, so `$Latest` means the restored version from then on. */
export async function restoreVersion(
  { restorer, stored }: Wanted,
  now: Read<VersionResource> | undefined,
): Promise<Restoring> {
  const { template, version } = stored.definition as VersionDescription;
  const { LaunchTemplateId: id = '', LaunchTemplateName: name = '' } = template;
  if (now?.kind === 'found') return isThere(stored.id);
  const what = `reading launch template ${id}`;
  const request = { LaunchTemplateIds: [id], IncludeManagedResources: true };
  const [there] = await unlessGone(readList(restorer, ec2.describeLaunchTemplates, what, request), []);
  if (!there) return refused(`its launch template ${id} "${name}" is gone: restore that one, with all its versions`);
  const versions = await readVersions(restorer, id);
  const wantedData = dataOf(version);
  const again = versions.find((one) => isSince(one, stored.at) && dataOf(one) === wantedData);
  if (again?.VersionNumber) return isThere(versionId(id, again.VersionNumber));
  // A repeated request makes one version only; after another one was made, it is another request.
  const last = Math.max(0, ...versions.map(({ VersionNumber = 0 }) => VersionNumber));
  const ClientToken = createHash('sha256').update(`${stored.id} ${stored.identity} ${last}`).digest('hex');
  const input = { ...creatingVersion(id, version), ClientToken };
  await dryRun(restorer, CREATE, input);
  return {
    kind: 'ready',
    steps: [
      {
        says: `adds the data of ${stored.id} to the launch template ${name} as its latest version, under a new number: what launches from $Latest launches from it then`,
        command: awsJsonCommand(restorer, 'ec2 create-launch-template-version', input),
      },
    ],
    afterwards: [],
    async run() {
      let made = '';
      const done = await restoreBy(restorer, CREATE.api, `making ${stored.id} again`, async () => {
        const answer = await send(restorer, CREATE, input);
        made = versionId(id, answer.LaunchTemplateVersion?.VersionNumber ?? 0);
        return requestIdOf(answer);
      });
      if ('kind' in done) return done;
      const over = await endedSince(restorer, { id, made, input });
      return over ?? { kind: 'restored', id: made, ...done, afterwards: [] };
    },
  };
}

/** @throws ReadError */
function readVersions(target: CallScope, LaunchTemplateId: string): Promise<readonly LaunchTemplateVersion[]> {
  const what = `reading the versions of launch template ${LaunchTemplateId}`;
  return allOf(
    pages(target, ec2.describeLaunchTemplateVersions, what, { LaunchTemplateId, IncludeManagedResources: true }),
  );
}

/** A definition has its dates as texts. */
function dataOf(version: LaunchTemplateVersion): string {
  return JSON.stringify(sorted(creatingVersion(undefined, version)));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, one]) => [key, sorted(one)]));
}

/** Whatever has the same data from before the deletion is another one. AWS's dates have whole seconds. */
function isSince({ CreateTime }: LaunchTemplateVersion, at: number): boolean {
  return CreateTime !== undefined && new Date(CreateTime).getTime() >= at - 1000;
}

/** EC2 answers a token that it knows with what it made then: https://docs.aws.amazon.com/ec2/latest/devguide/ec2-api-idempotency.html */
async function endedSince(
  target: CallScope,
  { id, made, input }: { readonly id: string; readonly made: string; readonly input: { readonly ClientToken: string } },
): Promise<NotRestored | undefined> {
  const { ClientToken: _used, ...again } = input;
  const command = awsJsonCommand(target, 'ec2 create-launch-template-version', again);
  try {
    const versions = await readVersions(target, id);
    if (versions.some(({ VersionNumber = 0 }) => versionId(id, VersionNumber) === made)) return undefined;
    const why = `AWS answered with ${made}, which it does not show: if an earlier run made it, it is gone; if it was made right now, the next run finds it, so run it again first`;
    return { kind: 'byHand', why, steps: [{ says: 'adds the data as another version, each time it runs', command }] };
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    return refused(
      `AWS answered with ${made}, and it is not known whether that is there: ${error.message}; run it again`,
    );
  }
}
