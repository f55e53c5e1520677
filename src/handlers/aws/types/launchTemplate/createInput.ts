/** Converts a launch template to creation requests, for us and for a person. */
import type { LaunchTemplate, LaunchTemplateVersion } from '@aws-sdk/client-ec2';
import type { RestoreStep } from '../../../../core/resource/restoring.ts';
import { creatingVersion, versionParts } from '../../resources/templateRequests.ts';
import { awsCommand, awsJsonCommand } from '../../session/commandLine.ts';
import { fromTags, toTags } from '../../session/tags.ts';
import type { CallScope } from '../../wire/target.ts';

/** Set on a recreated template: its old id. It distinguishes ours from another template that took the name. */
export const RESTORED_FROM = 'holystone:restored-from';

/** A deleted launch template that is made again, with the identity that may do so. */
export interface Made {
  readonly restorer: CallScope;
  readonly oldId: string;
  readonly name: string;
  readonly template: LaunchTemplate;
  readonly first: LaunchTemplateVersion;
  readonly others: readonly LaunchTemplateVersion[];
}

/** False where an earlier restore ended between two calls: a version or the default is missing. */
export function isWhole(made: Made, { LatestVersionNumber, DefaultVersionNumber }: LaunchTemplate): boolean {
  return LatestVersionNumber === made.others.length + 1 && DefaultVersionNumber === defaultOf(made);
}

/** AWS numbers the recreated versions from 1: versions after a deleted one get smaller numbers than before. */
export function defaultOf({ template, first, others }: Made): number {
  const place = [first, ...others].findIndex(({ VersionNumber }) => VersionNumber === template.DefaultVersionNumber);
  return place < 0 ? 1 : place + 1;
}

/** The restore as commands for a person, in their order; the first one sets `$LAUNCH_TEMPLATE_ID` for the others. */
export function steps(made: Made): readonly RestoreStep[] {
  const { restorer, name, first, others } = made;
  const id = '$LAUNCH_TEMPLATE_ID';
  const creation = awsJsonCommand(restorer, 'ec2 create-launch-template', creating(made));
  const wanted = defaultOf(made);
  const choosing = { 'launch-template-id': id, 'default-version': String(wanted) };
  return [
    {
      says: `makes the launch template ${name} again, under another id, with ${renumbered(first, 1)}`,
      command: `LAUNCH_TEMPLATE_ID=$(${creation} --query LaunchTemplate.LaunchTemplateId --output text)`,
    },
    ...others.map((version, index) => ({
      says: `adds ${renumbered(version, index + 2)}`,
      command: `${awsJsonCommand(restorer, 'ec2 create-launch-template-version', creatingVersion(undefined, version))} --launch-template-id "${id}"`,
    })),
    ...(wanted === 1
      ? []
      : [
          {
            says: `makes version ${wanted} the default again`,
            command: awsCommand(restorer, 'ec2 modify-launch-template', choosing),
          },
        ]),
  ];
}

function renumbered({ VersionNumber: was }: LaunchTemplateVersion, number: number): string {
  return was === number ? `version ${number}` : `the earlier version ${was} as version ${number}`;
}

/** The input of `CreateLaunchTemplate`: the oldest version, and the tags that AWS lets us write. */
export function creating({ oldId, name, template, first }: Made) {
  const tags = { ...ownTags(template), [RESTORED_FROM]: oldId };
  return {
    LaunchTemplateName: name,
    ...versionParts(first),
    TagSpecifications: [{ ResourceType: 'launch-template' as const, Tags: fromTags(tags) }],
  };
}

/** Only AWS can write tags that begin with `aws:`. */
function ownTags(template: LaunchTemplate): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(toTags(template.Tags)).filter(([key]) => !key.startsWith('aws:')));
}
