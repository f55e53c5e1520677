/** The section about the sources of owners. */
import { z } from 'zod';
import { keyAsSeen } from '../../core/common/seen.ts';
import { name, readText, uniqueList } from '../../core/common/textSettings.ts';
import { people } from '../../core/owner/addressSettings.ts';
import { OWNER_STRATEGIES, REGISTRY_FORMATS, TEAM_PLACES, USUAL_ORDER } from '../../core/policy/ownerSettings.ts';
import { documentHeaders, documentLocation } from '../../documents/location.ts';
import { exactDuration } from './scalars.ts';

const LABELS = '(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z0-9-]{2,63}';

/** A DNS domain with at least two labels; converted to lower case. */
function domainOf(words: string, examples: readonly string[], pattern: string) {
  const regex = new RegExp(pattern);
  return readText(words, (text) => (regex.test(text) ? text.toLowerCase() : undefined), examples, pattern);
}

const oneDomain = domainOf('one domain such as "example.com"', ['example.com'], `^${LABELS}$`);
const domains = domainOf(
  'a domain such as "example.com", or all domains below it such as "*.example.com"',
  ['example.com', '*.example.com'],
  `^(?:\\*\\.)?${LABELS}$`,
);

export const ownerSection = z
  .strictObject({
    order: uniqueList(z.enum(OWNER_STRATEGIES), `strategies: ${OWNER_STRATEGIES.join(', ')}`)
      .refine((order) => !order.slice(0, -1).includes('fallback'), { error: 'allowed: "fallback" only as the last' })
      .default([...USUAL_ORDER])
      .describe(
        'The places to look for the owner, in this order: `tags` of the resource, the application `registry`, `account` (its `owner`), `unit` (`unitOwners` of the entry of `accounts` that lists it), `accountMail` (the address of its root user in its organisation; only if the order names it), `fallback` (`notice.fallback`). Holystone skips a place without a valid address, and ignores places that are left out.',
      ),
    tags: uniqueList(name('a tag key'), 'tag keys')
      .default(['owner', 'creator'])
      .describe(
        'Tag keys that name an owner; the first with a valid address wins. Of several addresses in it all count: they are one owner together, and any of them decides. Case does not matter.',
      ),
    domains: z
      .union([z.literal('any'), uniqueList(domains, 'domains, like "example.com" or "*.example.com"')])
      .optional()
      .describe(
        'Allowed domains of owners in tags and in the registry: `[example.com, "*.example.com"]`; the second means all domains below it. Any other address is not a valid owner. `any` allows every domain: then anybody who can tag a resource decides who is notified about it and who can have it deleted early. Required as soon as a type is live.',
      ),
    map: z
      .record(name('a name').max(200), people, {
        error: 'names with their addresses, such as { team-a: a@example.com }',
      })
      .transform((map, context): Readonly<Record<string, string>> => {
        const lower = Object.entries(map).map(([key, value]) => [keyAsSeen(key), value] as const);
        for (const [index, [key]] of lower.entries()) {
          if (lower.findIndex(([other]) => other === key) === index) continue;
          const path = [Object.keys(map)[index] as string];
          context.addIssue({ code: 'custom', path, message: 'it is listed twice, in other letters' });
        }
        return Object.fromEntries(lower);
      })
      .optional()
      .describe(
        'Names of teams and people with their addresses, for tags and registries that name no address: `{ team-a: a@example.com }`. Case does not matter; of a list all known names count. A name may stand for several addresses: `{ team-a: [a@example.com, b@example.com] }`. `domains` does not apply to these addresses.',
      ),
    nameDomain: oneDomain
      .optional()
      .describe(
        'A single word in a tag or the registry (`ann`) is a mailbox of this domain (`ann@example.com`); `domains` has to allow it. Without it such a word names nobody.',
      ),
    registry: z
      .strictObject({
        from: documentLocation,
        format: z
          .enum(REGISTRY_FORMATS)
          .optional()
          .describe(
            'Whose file it is: `applications` as below; `backstage`: entities of a Backstage catalog, one `catalog-info.yaml` after another or the JSON of its API, where `spec.owner` names a group or user whose `spec.profile.email` stands in the same file (of a group without one, those of its members), or a name of `owner.map`; `csv`: a table whose first row has the names of `keys`. `applications` unless given.',
          ),
        headers: documentHeaders,
        keys: z
          .strictObject({
            app: name('a key').default('app').describe('The key of the application.'),
            owner: name('a key').default('owner').describe('The key of the address.'),
          })
          .prefault({})
          .describe(
            'The names of these keys in its entries, if it was not made for Holystone: `{ app: name, owner: email }`.',
          ),
        tags: uniqueList(name('a tag key'), 'tag keys')
          .default(['app', 'application'])
          .describe(
            'Tag keys that name the application of a resource. Keys and applications are compared without case.',
          ),
        refresh: exactDuration
          .prefault('15m')
          .describe('How often Holystone reads it; before a deletion Holystone always reads it again.'),
        maxAge: exactDuration
          .prefault('1d')
          .describe(
            'How long the last read stays valid while the registry cannot be read, and how old its `generatedAt` may be, if it has one. After that Holystone uses the next place for the owner, and deletes nothing that an application of the registry might own.',
          ),
      })
      .optional()
      .describe(
        'Applications and their owners, as YAML or JSON: `applications: [{ app: shop, owner: team@example.com }]`; other keys do not matter.',
      ),
    team: z
      .strictObject({
        order: uniqueList(z.enum(TEAM_PLACES), `places: ${TEAM_PLACES.join(', ')}`)
          .default(['tags'])
          .describe(
            'The places to look for the team, in this order: `tags` of the resource, or what the `registry` says of its application, also where a tag names another owner. A resource without any of them counts for its owner.',
          ),
        tags: uniqueList(name('a tag key'), 'tag keys')
          .default(['team', 'cost-center'])
          .describe('Tag keys that name a team; the first with a value wins. Case does not matter.'),
      })
      .optional()
      .describe(
        'Whose money it is, in `holystone savings` and on the page *Savings*: a name, in lower case. The owner unless given. Who is notified does not depend on it.',
      ),
  })
  .refine(({ team, registry }) => registry !== undefined || !team?.order.includes('registry'), {
    path: ['team', 'order'],
    error: 'allowed: "registry" only with an `owner.registry`',
  })
  .refine(({ order, registry }) => registry === undefined || order.includes('registry'), {
    path: ['order'],
    error: 'there is an `owner.registry`, so "registry" must be in the order',
  });
