/** The section about the sources of owners. */
import { z } from 'zod';
import { name, readText, uniqueList } from '../../core/common/textSettings.ts';
import { OWNER_STRATEGIES } from '../../core/policy/ownerSettings.ts';
import { documentHeaders, documentLocation } from '../../documents/location.ts';
import { exactDuration } from './scalars.ts';

const DOMAIN = /^(?:\*\.)?(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/;

/** A DNS domain with at least two labels, or all its subdomains; converted to lower case. */
const domain = readText(
  'a domain such as "example.com", or all domains below it such as "*.example.com"',
  (text) => (DOMAIN.test(text.toLowerCase()) ? text.toLowerCase() : undefined),
  ['example.com', '*.example.com'],
  '^(?:\\*\\.)?(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z0-9-]{2,63}$',
);

export const ownerSection = z
  .strictObject({
    order: uniqueList(z.enum(OWNER_STRATEGIES), `strategies: ${OWNER_STRATEGIES.join(', ')}`)
      .refine((order) => !order.slice(0, -1).includes('fallback'), { error: 'allowed: "fallback" only as the last' })
      .default([...OWNER_STRATEGIES])
      .describe(
        'The places to look for the owner, in this order: `tags` of the resource, the application `registry`, `account` (its `owner`), `fallback` (`notice.fallback`). Holystone skips a place without a valid address, and ignores places that are left out.',
      ),
    tags: uniqueList(name('a tag key'), 'tag keys')
      .default(['owner', 'creator'])
      .describe('Tag keys that name an owner; the first with a valid address wins. Case does not matter.'),
    domains: z
      .union([z.literal('any'), uniqueList(domain, 'domains, like "example.com" or "*.example.com"')])
      .optional()
      .describe(
        'Allowed domains of owners in tags and in the registry: `[example.com, "*.example.com"]`; the second means all domains below it. Any other address is not a valid owner. `any` allows every domain: then anybody who can tag a resource decides who is notified about it and who can have it deleted early. Required as soon as a type is live.',
      ),
    registry: z
      .strictObject({
        from: documentLocation,
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
  })
  .refine(({ order, registry }) => registry === undefined || order.includes('registry'), {
    path: ['order'],
    error: 'there is an `owner.registry`, so "registry" must be in the order',
  });
