import { createHash } from 'node:crypto';
import type { LaunchTemplate, LaunchTemplateVersion } from '@aws-sdk/client-ec2';
import type { Read } from '../../../../core/resource/resource.ts';
import type { NotRestored, Restored, Restoring } from '../../../../core/resource/restoring.ts';
import { ec2 } from '../../calls/ec2.ts';
import type { TemplateDescription } from '../../resources/launchTemplate.ts';
import { creatingVersion } from '../../resources/templateRequests.ts';
import { dryRun } from '../../session/dryRun.ts';
import { isThere, refused, restoreBy, type Wanted } from '../../session/restoring.ts';
import { toTags } from '../../session/tags.ts';
import { requestIdOf, send, sendForId } from '../../wire/client.ts';
import { unlessGone } from '../../wire/readError.ts';
import { readList } from '../../wire/reading.ts';
import type { CallScope } from '../../wire/target.ts';
import { creating, defaultOf, isWhole, type Made, RESTORED_FROM, steps } from './createInput.ts';

/** Recreates a template with all its versions, under another id; the next run completes an interrupted one. */
export async function restoreTemplate(
  { restorer, stored }: Wanted,
  now: Read<unknown> | undefined,
): Promise<Restoring> {
  const { template, versions } = stored.definition as TemplateDescription;
  const { LaunchTemplateName: name = '' } = template;
  if (now?.kind === 'found') return isThere(stored.id);
  const [first, ...others] = versions;
  if (!first) return refused('the definition has no version, so the template cannot be created from it');
  const taker = await templateByName(restorer, name);
  const begun = taker && toTags(taker.Tags)[RESTORED_FROM] === stored.id ? taker : undefined;
  if (taker && !begun) return refused(`its name "${name}" is taken by ${taker.LaunchTemplateId}`);
  const made: Made = { restorer, oldId: stored.id, name, template, first, others };
  if (begun && isWhole(made, begun)) return isThere(begun.LaunchTemplateId ?? '');
  if (!begun) await dryRun(restorer, ec2.createLaunchTemplate, creating(made));
  return {
    kind: 'ready',
    steps: steps(made),
    afterwards: [],
    run: () => make(made, begun),
  };
}

/** @returns `undefined`: no template has the name @throws ReadError when the read failed */
async function templateByName(target: CallScope, name: string): Promise<LaunchTemplate | undefined> {
  const question = { LaunchTemplateNames: [name], IncludeManagedResources: true };
  const what = `looking for a launch template ${name}`;
  return (await unlessGone(readList(target, ec2.describeLaunchTemplates, what, question), []))[0];
}

async function make(made: Made, begun: LaunchTemplate | undefined): Promise<Restored | NotRestored> {
  const created = begun ?? (await create(made));
  if ('kind' in created) return created;
  const id = created.LaunchTemplateId ?? '';
  let last: { readonly requestId?: string } = {};
  for (const version of made.others.slice((created.LatestVersionNumber ?? 1) - 1)) {
    const done = await createVersion(made, id, version);
    if ('kind' in done) return done;
    last = done;
  }
  const wanted = defaultOf(made);
  if (created.DefaultVersionNumber !== wanted) {
    const done = await makeDefault(made, id, wanted);
    if ('kind' in done) return done;
    last = done;
  }
  return { kind: 'restored', id, ...last, afterwards: [] };
}

async function create(made: Made): Promise<LaunchTemplate | NotRestored> {
  const { restorer, name } = made;
  let template: LaunchTemplate = {};
  const done = await restoreBy(
    restorer,
    ec2.createLaunchTemplate.api,
    `making launch template ${name} again`,
    async () => {
      const answer = await send(restorer, ec2.createLaunchTemplate, creating(made));
      template = answer.LaunchTemplate ?? {};
      return requestIdOf(answer);
    },
  );
  return 'kind' in done ? done : template;
}

function createVersion({ restorer, oldId }: Made, id: string, version: LaunchTemplateVersion) {
  const number = version.VersionNumber ?? 0;
  // A repeated request creates one version only: its token is derived from the original version.
  const ClientToken = createHash('sha256').update(`${oldId} ${id} ${number}`).digest('hex');
  return restoreBy(restorer, ec2.createLaunchTemplateVersion.api, `making version ${number} of ${id} again`, () =>
    sendForId(restorer, ec2.createLaunchTemplateVersion, { ...creatingVersion(id, version), ClientToken }),
  );
}

function makeDefault({ restorer }: Made, LaunchTemplateId: string, version: number) {
  return restoreBy(
    restorer,
    ec2.modifyLaunchTemplate.api,
    `making version ${version} of ${LaunchTemplateId} its default`,
    () => sendForId(restorer, ec2.modifyLaunchTemplate, { LaunchTemplateId, DefaultVersion: String(version) }),
  );
}
