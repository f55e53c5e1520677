/** The keys of an entry for versions of launch templates, and what keeps one. */
import { z } from 'zod';
import { newestOf } from '../../../../core/evaluation/newest.ts';
import type { Safeguard, SetPolicy } from '../../../../core/evaluation/rule.ts';
import { spanParameter } from '../../../../core/evaluation/rules/age.ts';
import type { VersionResource } from '../../resources/launchTemplateVersion.ts';
import { managedParameters } from '../../resources/managedBy.ts';

export const versionParameters = managedParameters.extend({
  olderThan: spanParameter.prefault('30d').describe('The age from which a version may go.'),
  keepNewest: z
    .union([z.literal('off'), z.int().min(1)])
    .default(3)
    .describe(
      'How many of the newest versions of each template stay, by their numbers, used or not; `off`: only the default and the latest stay in any case.',
    ),
});

export type VersionParameters = z.infer<typeof versionParameters>;

/** EC2 refuses to delete the default one. Nothing refuses to delete the latest. */
export const currentVersion: Safeguard<VersionResource, VersionParameters> = {
  name: 'currentVersion',
  summary: 'The default version of its template, or the latest: whoever names no version launches from it.',
  keeps({ defaultVersion, latestVersion }) {
    if (defaultVersion && latestVersion) return 'it is the default and the latest version of its launch template';
    if (defaultVersion) return 'it is the default version of its launch template';
    return latestVersion ? 'it is the latest version of its launch template' : undefined;
  },
};

/** A team rolls back to them. */
export const keepNewest: SetPolicy<VersionResource, VersionParameters> = {
  name: 'keepNewest',
  summary: 'The newest versions of each template are kept (`keepNewest`, 3), by their numbers.',
  enabled: (parameters) => parameters.keepNewest !== 'off',
  row: ({ id, templateId, versionNumber }) => ({ id, family: templateId, at: versionNumber }),
  keep: (rows, parameters) => (parameters.keepNewest === 'off' ? new Map() : newestOf(rows, parameters.keepNewest)),
};
