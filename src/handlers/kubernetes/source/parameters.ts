/** Where the manifests of an environment are. */
import { z } from 'zod';
import { parseDuration } from '../../../core/common/duration.ts';
import { name } from '../../../core/common/textSettings.ts';
import type { Ownership } from '../objects/ownership.ts';
import { unknownPlaceholder } from './placeholders.ts';

const PLACES = ['dir', 'file', 'archive', 'url', 'inventory', 'applySet', 'render'] as const;
const ONE_SOURCE = `allowed: exactly one of ${PLACES.map((place) => `\`${place}\``).join(', ')}`;

const DURATION = 'a duration such as 36h, 10d';
const maxAge = z.string({ error: DURATION }).transform((text, context) => {
  const duration = parseDuration(text);
  if (duration && 'ms' in duration) return duration.ms;
  context.addIssue({ code: 'custom', message: DURATION });
  return z.NEVER;
});

const parent = z.strictObject({
  namespace: name('a namespace').describe('The namespace of that object.'),
  name: name('a name').describe('The name of that object.'),
});

const source = z
  .strictObject({
    dir: name('a path').optional().describe('A folder of rendered manifests (YAML, JSON).'),
    file: name('a path').optional().describe('One file of rendered manifests.'),
    archive: name('a path').optional().describe('An archive of them (`.tar.gz`).'),
    url: z
      .string()
      .regex(/^https?:\/\/\S+$/, { error: 'an address with https' })
      .refine((address) => URL.canParse(address), { error: 'an address with https' })
      .meta({ examples: ['https://example.com/shop/prod.tar.gz'] })
      .optional()
      .describe('An address of one file or one archive; needs `maxAge`.'),
    maxAge: maxAge.optional().describe('With `url`: an older `Last-Modified` makes everything unknown.'),
    inventory: parent.optional().describe('The ConfigMap of `kpt` or cli-utils that names the objects.'),
    applySet: parent.optional().describe('The parent Secret of an ApplySet: the objects with its label.'),
    render: z
      .array(z.string().min(1))
      .min(1)
      .optional()
      .describe(
        'A program that prints them, with its arguments, without a shell; the account must allow it (`render`).',
      ),
  })
  .refine((given) => PLACES.filter((place) => given[place] !== undefined).length === 1, { error: ONE_SOURCE })
  .refine(({ url, maxAge: age }) => (url === undefined) === (age === undefined), {
    error: '`url` and `maxAge` belong together',
  })
  .superRefine((given, context) => {
    const word = unknownPlaceholder(given);
    if (word === undefined) return;
    const message = `\`{${word}}\` stands for nothing; allowed: \`{application}\`, \`{environment}\``;
    context.addIssue({ code: 'custom', message });
  })
  .refine(({ render }) => render === undefined || !render[0]?.includes('{'), {
    error: 'the program of `render` is the same for every environment; only its arguments may name one',
  })
  // The same for editors.
  .meta({
    minProperties: 1,
    dependentRequired: { url: ['maxAge'], maxAge: ['url'] },
    dependentSchemas: Object.fromEntries(PLACES.map((place) => [place, { maxProperties: place === 'url' ? 2 : 1 }])),
  });

/** The keys of an entry that name its source. */
export const sourceKeys = {
  source: source
    .optional()
    .describe(
      'The manifests of everything that the environment should have. `{application}` and `{environment}` in it are the parts of the location. Required.',
    ),
  allowEmpty: z
    .boolean()
    .default(false)
    .describe('Accepts a source that declares nothing; otherwise everything is unknown then.'),
};

const sourceParameters = z.strictObject(sourceKeys);

/** With `ownership: helm` the release is the source. */
export type SourceParameters = z.output<typeof sourceParameters> & { readonly ownership?: Ownership };
/**
 * The key `source` after parsing; the file gives one place, so all other keys are absent (`maxAge` belongs to `url`).
 */
export type Source = Partial<z.output<typeof source>>;
