/** Where the manifests of an environment are. */
import { z } from 'zod';
import { name } from '../../../core/common/textSettings.ts';

const ONE_SOURCE = 'allowed: `dir` or `file`';

/** The keys of an entry that name its source. */
export const sourceKeys = {
  source: z
    .strictObject({
      dir: name('a path').optional().describe('A folder of rendered manifests (YAML, JSON).'),
      file: name('a path').optional().describe('One file of rendered manifests.'),
    })
    .refine(({ dir, file }) => (dir === undefined) !== (file === undefined), { error: ONE_SOURCE })
    .optional()
    .describe('The manifests of everything that the environment should have. Required.'),
  allowEmpty: z
    .boolean()
    .default(false)
    .describe('Accepts a source that declares nothing; otherwise everything is unknown then.'),
};

const sourceParameters = z.strictObject(sourceKeys);

export type SourceParameters = z.output<typeof sourceParameters>;
