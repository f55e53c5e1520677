import { createHash } from 'node:crypto';
import type { Read } from '../../../../core/resource/resource.ts';
import type { Restoring } from '../../../../core/resource/restoring.ts';
import { ec2 } from '../../calls/ec2.ts';
import type { VersionDescription, VersionResource } from '../../resources/launchTemplateVersion.ts';
import { creatingVersion } from '../../resources/templateRequests.ts';
import { versionId } from '../../resources/versionId.ts';
import { awsJsonCommand } from '../../session/commandLine.ts';
import { dryRun } from '../../session/dryRun.ts';
import { isThere, refused, restoreBy, type Wanted } from '../../session/restoring.ts';
import { requestIdOf, send } from '../../wire/client.ts';
import { unlessGone } from '../../wire/readError.ts';
import { readList } from '../../wire/reading.ts';

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
  // A repeated request makes one version only.
  const ClientToken = createHash('sha256').update(`${stored.id} ${stored.identity}`).digest('hex');
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
      return 'kind' in done ? done : { kind: 'restored', id: made, ...done, afterwards: [] };
    },
  };
}
