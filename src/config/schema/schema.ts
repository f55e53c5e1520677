/** The only definition of the file: validation, types, JSON Schema and documentation are derived from it. */
import { z } from 'zod';
import { name } from '../../core/common/textSettings.ts';
import type { Known } from '../../handlers/contract/known.ts';
import type { Provider } from '../../handlers/contract/provider.ts';
import { accountEntry, type GivenAccount } from './accountSections.ts';
import { entrySchema } from './cleanup.ts';
import { definitionsSection, restoreSection } from './definitionsSection.ts';
import { expirySection } from './expirySection.ts';
import { mailSection } from './mailSection.ts';
import { notifySection } from './notifySection.ts';
import { ownerSection } from './ownerSection.ts';
import { exactDuration } from './scalars.ts';
import { httpSection, logSection, optOutSection, redisSection, windowSection, workSection } from './sections.ts';
import { givenSettingsShape } from './settings.ts';
import { signingSection } from './signingSection.ts';

const pricesSection = z.strictObject({
  file: name('a file')
    .optional()
    .describe('Your own price table, relative to the working directory of Holystone; without it, the included one.'),
  staleAfter: exactDuration
    .prefault('365d')
    .describe('The age from which Holystone calls the prices out of date; it still shows them.'),
});

const processShape = (providers: readonly Provider[]) => ({
  dryRun: z
    .boolean()
    .default(true)
    .describe(
      'The first safety switch: while true, Holystone marks, mails and deletes nothing; `live` of an entry is the second.',
    ),
  redis: redisSection.prefault({}).describe('The Redis with the state.'),
  mail: mailSection.optional().describe('The mail to owners. Required as soon as a type is live.'),
  notify: notifySection.prefault({}).describe('Other ways to notify owners, and the one that counts as notice.'),
  http: httpSection.prefault({}).describe('The listeners of the daemon.'),
  work: workSection.prefault({}).describe('Limits of parallel work.'),
  window: windowSection
    .optional()
    .describe('When notify and delete may run; surveys run at any time. Without it: always.'),
  expiry: expirySection
    .optional()
    .describe(
      'The tags in which owners say when a resource ends: until then they keep it, later the rule `expired` selects it.',
    ),
  definitions: definitionsSection(providers)
    .prefault({})
    .describe('The store for definitions of resources, written before their deletion.'),
  restore: restoreSection.prefault({}).describe('Settings of `holystone restore`.'),
  owner: ownerSection.prefault({}).describe('How Holystone finds the owner of a resource.'),
  prices: pricesSection.prefault({}).describe('Costs: information for people, never a reason to delete.'),
  optOut: optOutSection.prefault({}).describe('The links with which owners keep resources.'),
  signing: signingSection.prefault({}).describe('Keyed checksums of stored data.'),
  log: logSection.prefault({}).describe('The log.'),
  accounts: z
    .array(accountEntry(providers), { error: 'a list of accounts' })
    .min(1, { error: 'at least one account' })
    .describe('The cloud accounts, each with its own credentials.'),
  defaults: z.strictObject(givenSettingsShape).optional().describe('Defaults of all entries.'),
});

/** The schema of the whole file, for these providers and resource types; cached by their lists. */
export function createSchema(known: Known) {
  const made = schemas.get(known.handlers);
  if (made && made.providers === known.providers) return made.schema;
  const schema = build(known);
  schemas.set(known.handlers, { providers: known.providers, schema });
  return schema;
}

const schemas = new WeakMap<
  Known['handlers'],
  { readonly providers: readonly Provider[]; readonly schema: ReturnType<typeof build> }
>();

function build({ handlers, providers }: Known) {
  const [first, ...others] = handlers.map(entrySchema);
  if (!first) throw new Error('there are no resource types');
  return z.strictObject({
    ...processShape(providers),
    cleanup: z
      .array(z.discriminatedUnion('type', [first, ...others]), { error: 'a list of entries, one per resource type' })
      .min(1, { error: 'at least one entry' })
      .describe('The types to clean, and their places.'),
  });
}

/** The parsed file without `cleanup`. */
export type ProcessSettings = Omit<z.output<z.ZodObject<ReturnType<typeof processShape>>>, 'accounts'> & {
  readonly accounts: readonly GivenAccount[];
};
