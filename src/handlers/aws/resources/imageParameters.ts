import { z } from 'zod';
import { spanParameter } from '../../../core/evaluation/rules/age.ts';
import { externalReferencesParameter } from '../../documents/parameters.ts';
import { clusters } from './clusterParameters.ts';
import { managedTags, manageOwned } from './managedBy.ts';
import { launchTemplateVersions } from './templateProtection.ts';

/** https://docs.aws.amazon.com/systems-manager/latest/userguide/sysman-paramstore-su-create.html: letters, digits, `_.-` */
const PARAMETER_PATH = /^\/([\w.-]+(\/[\w.-]+)*\/?)?$/;

export const imageParameters = z.strictObject({
  keepNewest: z
    .union([
      z.literal('off'),
      z.strictObject({
        count: z.int().min(1).default(3).describe('The number to keep of each family.'),
        by: z
          .union([z.literal('namePrefix'), z.templateLiteral(['tag:', z.string().min(1)])])
          .default('namePrefix')
          .describe(
            'The key of a family: `namePrefix`, the name without trailing dates, hashes and versions; or `tag:KEY`, the value of a tag (without the tag: the name).',
          ),
      }),
    ])
    .default({ count: 3, by: 'namePrefix' })
    .describe(
      'Keeps the newest images of each family, used or not, and as many of its copies: a copy is as old as its copying. `off` switches it off.',
    ),
  evidence: z
    .strictObject({
      externalReferences: externalReferencesParameter,
      launchTemplateVersions,
      organization: z
        .string()
        .min(1)
        .optional()
        .describe(
          'With `sharing: check`: the account, by its name, through which AWS Organizations is read: the management account or a delegated administrator. The account of the image unless named.',
        ),
      sharing: z
        .enum(['keep', 'check', 'ignore'])
        .default('keep')
        .describe(
          '`keep`: an image shared with any account is in use. `check`: it is in use if one of the declared accounts that it is shared with uses it; shared with another account, it is unknown. `ignore`: Holystone does not read launch permissions.',
        ),
      ssm: z
        .strictObject({
          paths: z
            .array(z.string().regex(PARAMETER_PATH, 'a path of SSM parameters, such as /golden or /golden/web'))
            .default([])
            .describe(
              'Paths of SSM parameters in which every image id counts, whatever their type: the parameter of that name, and all below it. `/` is all. A SecureString there makes every image without another user unknown, because Holystone never decrypts it.',
            ),
        })
        .prefault({})
        .describe(
          'SSM parameters to read in addition to those of the type `aws:ec2:image` and those that launch templates name.',
        ),
      usageReportMaxAge: spanParameter
        .prefault('7d')
        .describe('With `on: [usageReports]`: how old an image usage report may be.'),
    })
    .prefault({})
    .describe('How Holystone reads evidence about images.'),
  clusters,
  manageOwned,
  managedTags,
  withSnapshots: z
    .boolean()
    .default(false)
    .describe(
      'An image and the snapshots that were made for it are one decision: marked on one date, told in one row with one saving, and each snapshot deleted after its image, on evidence of its own. Who keeps a snapshot keeps its image. An entry of type `snapshot` with the rule `unused` must judge the same places, and says with its own `live`, `keep`, `only` and `pace` whether they go.',
    ),
});

/** An `image` entry's own keys after parsing: durations in ms, every default filled in. */
export type ImageParameters = z.infer<typeof imageParameters>;
