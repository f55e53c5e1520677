/** Where owners are looked for. */
import { z } from 'zod';
import { name, readText, uniqueList } from '../../core/common/textSettings.ts';
import { OWNER_STRATEGIES } from '../../core/policy/workConfiguration.ts';
import { documentHeaders, documentLocation } from '../../documents/location.ts';
import { exactDuration } from './scalars.ts';

const DOMAIN = /^(?:\*\.)?(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/;

/** A domain of the DNS with at least two labels, or everything below one; read in lower case. */
const domain = readText(
  'a domain, like "example.com", or everything below one, like "*.example.com"',
  (text) => (DOMAIN.test(text.toLowerCase()) ? text.toLowerCase() : undefined),
  ['example.com', '*.example.com'],
);

export const ownerSection = z
  .strictObject({
    order: uniqueList(z.enum(OWNER_STRATEGIES), `places to ask: ${OWNER_STRATEGIES.join(', ')}`)
      .refine((order) => !order.slice(0, -1).includes('fallback'), { error: 'allowed: "fallback" only as the last' })
      .default([...OWNER_STRATEGIES])
      .describe(
        'Who is asked for the owner, one after the other: `tags` of the resource, the application `registry`, `account` (its `owner`), `fallback` (`notice.fallback`). What names nobody, or no valid address, is passed over; what is left out is not asked.',
      ),
    tags: uniqueList(name('a tag key'), 'tag keys')
      .default(['owner', 'creator'])
      .describe('Tag keys that name an owner; the first with a valid address wins. Compared without case.'),
    domains: z
      .union([z.literal('any'), uniqueList(domain, 'domains, like "example.com" or "*.example.com"')])
      .optional()
      .describe(
        'Domains that tags and the registry may name an owner in: `[example.com, "*.example.com"]`; the second means everything below. Another address counts as no valid owner. `any` allows every domain: then each person who may tag a resource decides who is told about it, and who may have it deleted early. Needed as soon as a type is live.',
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
          .describe('What its entries call them, where it is not made for Holystone: `{ app: name, owner: email }`.'),
        tags: uniqueList(name('a tag key'), 'tag keys')
          .default(['app', 'application'])
          .describe(
            'Tag keys that name the application of a resource. Keys and applications are compared without case.',
          ),
        refresh: exactDuration
          .prefault('15m')
          .describe('How often it is read; before a deletion it is always read anew.'),
        maxAge: exactDuration
          .prefault('1d')
          .describe(
            'How long what was read counts while it cannot be read again, and how old its `generatedAt` may be, if it has one. After that the next place is asked, and nothing that it might own is deleted.',
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
