import { z } from 'zod';
import { DAY_MS } from '../../../../core/common/duration.ts';
import { newestOf } from '../../../../core/evaluation/newest.ts';
import type { Safeguard, SetPolicy } from '../../../../core/evaluation/rule.ts';
import { spanParameter } from '../../../../core/evaluation/rules/age.ts';
import { defineHandler } from '../../../contract/defineHandler.ts';
import { permissionsOf } from '../../calls/call.ts';
import { ec2 } from '../../calls/ec2.ts';
import { templateUsers } from '../../evidence/mentioning/templateUsers.ts';
import { ec2Page } from '../../resources/consolePage.ts';
import type { VersionResource } from '../../resources/launchTemplateVersion.ts';
import { managedBy, managedParameters } from '../../resources/managedBy.ts';
import { partsOfVersionId } from '../../resources/versionId.ts';
import { dryRun } from '../../session/dryRun.ts';
import { openSession } from '../../session/session.ts';
import { wholeDefinition } from '../../session/wholeDefinition.ts';
import { ownPlace } from '../../wire/places.ts';
import { listVersions, readVersions, readVersionsOfTemplates } from './read.ts';
import { removeVersion, requestFor } from './remove.ts';
import { restoreVersion } from './restore.ts';

const versionParameters = managedParameters.extend({
  olderThan: spanParameter.prefault('30d').describe('The age from which a version may go.'),
  keepNewest: z
    .union([z.literal('off'), z.int().min(1)])
    .default(3)
    .describe(
      'How many of the newest versions of each template stay, by their numbers, used or not; `off`: only the default and the latest stay in any case.',
    ),
});

type VersionParameters = z.infer<typeof versionParameters>;

/** EC2 refuses to delete the default one. Nothing refuses to delete the latest. */
const currentVersion: Safeguard<VersionResource, VersionParameters> = {
  name: 'currentVersion',
  summary: 'The default version of its template, or the latest: whoever names no version launches from it.',
  keeps({ defaultVersion, latestVersion }) {
    if (defaultVersion && latestVersion) return 'it is the default and the latest version of its launch template';
    if (defaultVersion) return 'it is the default version of its launch template';
    return latestVersion ? 'it is the latest version of its launch template' : undefined;
  },
};

/** A team rolls back to them. */
const keepNewest: SetPolicy<VersionResource, VersionParameters> = {
  name: 'keepNewest',
  summary: 'The newest versions of each template are kept (`keepNewest`, 3), by their numbers.',
  enabled: (parameters) => parameters.keepNewest !== 'off',
  row: ({ id, templateId, versionNumber }) => ({ id, family: templateId, at: versionNumber }),
  keep: (rows, parameters) => (parameters.keepNewest === 'off' ? new Map() : newestOf(rows, parameters.keepNewest)),
};

const page = ec2Page('LaunchTemplateDetails:launchTemplateId=');
const READS = [ec2.describeLaunchTemplates, ec2.describeLaunchTemplateVersions];

export const launchTemplateVersion = defineHandler<VersionResource, VersionParameters>({
  provider: 'aws',
  resourceType: 'launchTemplateVersion',
  called: { en: 'version of a launch template', de: 'Version eines Launch-Templates' },
  // Only templates have tags, and a tag there keeps all versions.
  keepKey: null,
  alsoCalled: ['launch template version', 'template version', 'ltv'],
  mayBeId: (text) => partsOfVersionId(text) !== undefined,
  summary:
    'Single versions of EC2 launch templates: neither the default nor the latest one, nor one that something names. A mention of the template without a version keeps all of them. The tags of the template count for each.',
  attributes: {
    tags: 'map',
    createdAt: 'date',
    group: 'text',
    versionNumber: 'number',
    defaultVersion: 'boolean',
    latestVersion: 'boolean',
    templateId: 'text',
    versionDescription: 'text',
    createdBy: 'text',
    operator: 'text',
    imageId: 'text',
    instanceType: 'text',
  },
  permissions: {
    list: permissionsOf(...READS),
    delete: permissionsOf(ec2.deleteLaunchTemplateVersions),
    restore: permissionsOf(...READS, ec2.createLaunchTemplateVersion),
    resources: ['ec2:*:*:launch-template/*'],
  },
  pageOf: (id, location) => page(partsOfVersionId(id)?.template ?? id, location),
  parameters: versionParameters,
  judging: ['keepNewest', 'olderThan'],
  minimumAgeOf: ({ olderThan }) => olderThan,
  evidence: templateUsers(ownPlace),
  safeguards: [currentVersion, managedBy],
  setPolicies: [keepNewest],
  // As with templates: whose instances are gone has left no trace of its launch.
  firstSeenIsUse: { unusedForMs: 90 * DAY_MS },
  definition: wholeDefinition,
  open: (scope, io) =>
    openSession<VersionResource>(scope, io, {
      list: listVersions,
      get: readVersions,
      getParts: readVersionsOfTemplates,
      api: ec2.deleteLaunchTemplateVersions.api,
      dryRun: (deleter, { id }) => dryRun(deleter, ec2.deleteLaunchTemplateVersions, requestFor(id)),
      delete: removeVersion,
      async restore(wanted) {
        const { id } = wanted.stored;
        return restoreVersion(wanted, (await readVersions(wanted.restorer, [id])).get(id));
      },
    }),
});
