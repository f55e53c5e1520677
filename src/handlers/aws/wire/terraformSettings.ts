/** Where the states of Terraform and OpenTofu about an account are: the words of their backend `s3`. */
import { z } from 'zod';
import { name } from '../../../core/common/textSettings.ts';

const PREFIX = 'the beginning of the keys of workspaces, without a slash at its ends: env:';

const state = z.strictObject({
  bucket: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, { error: 'the name of a bucket' })
    .describe('The bucket.'),
  key: name('a key such as network/terraform.tfstate')
    .regex(/^(?!\/)(?!.*(?:^|\/)\*\*(?!\/|$))(?!.*[^/]\*\*)/, { error: 'a key; `**` stands between slashes' })
    .refine((key) => !/^[*/]*$/.test(key), { error: 'a key that names something: `*` alone would be every object' })
    .describe(
      'The key of the state in the default workspace. `*` is any text between slashes, `**` any number of parts: `**/*.tfstate`.',
    ),
  region: name('a region').describe('The region of the bucket.'),
  account: name('the name of an account')
    .optional()
    .describe('The account of this file that reads the bucket; none = this account.'),
  workspaceKeyPrefix: z
    .string()
    .regex(/^[^/*]+(?:\/[^/*]+)*$/, { error: PREFIX })
    .default('env:')
    .describe('As `workspace_key_prefix` of the backend: the states of workspaces are at `env:/NAME/KEY`.'),
  workspace: name('the name of a workspace')
    .default('default')
    .describe('What the tag of a resource says for a state that is in no workspace.'),
  allowEmpty: z
    .boolean()
    .default(false)
    .describe('Accepts a state without a resource; otherwise everything of its workspace is unknown then.'),
  retired: z
    .array(name('a key'))
    .default([])
    .describe(
      'Keys of states that were there and are gone on purpose. Any other state that is gone makes everything of its workspace unknown: it may only have another name.',
    ),
});

/** One place with states. */
export type TerraformState = z.output<typeof state>;

const TAG = 'the key of a tag';

export const terraform = z.strictObject({
  states: z
    .array(state)
    .min(1, { error: 'at least one state' })
    .describe('The states. Each must be there and readable.'),
  workspaceTag: name(TAG)
    .max(128)
    .optional()
    .describe('The key of the tag that names the workspace of a resource; the rule `notInState` needs it.'),
});

/** `terraform` of an account. */
export type TerraformSettings = z.output<typeof terraform>;
