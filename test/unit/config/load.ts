import { z } from 'zod';
import type { Configuration } from '../../../src/config/load/configuration.ts';
import { type LoadOptions, loadConfiguration } from '../../../src/config/load/loader.ts';
import { ConfigurationError } from '../../../src/core/common/errors.ts';
import type { Handler } from '../../../src/handlers/contract/handler.ts';

/** A type with keys, evidence and a rule of its own; nothing here ever opens it. */
export const widget: Handler = {
  provider: 'aws',
  resourceType: 'widget',
  summary: 'Widgets.',
  dated: 'byProvider',
  attributes: { tags: 'map', createdAt: 'date', ...{ state: 'text', size: 'number', public: 'boolean' } },
  permissions: { list: ['w:List'], delete: ['w:Delete'] },
  parameters: z.strictObject({
    keepNewest: z.union([z.literal('off'), z.strictObject({ count: z.int().min(1) })]).default({ count: 3 }),
    evidence: z.strictObject({ sharing: z.enum(['keep', 'ignore']).default('keep') }).prefault({}),
  }),
  evidence: [
    { name: 'users', summary: 'Users.', permissions: [], per: 'location', places: () => [], read: async () => [] },
  ],
  missingEvidence: [],
  safeguards: [],
  rules: [
    {
      name: 'rusty',
      summary: 'It is rusty.',
      parameters: z.strictObject({ above: z.number() }),
      matches: () => undefined,
    },
  ],
  maxBatch: 1,
  definition: (resource) => resource,
  open: () => {
    throw new Error('a configuration opens nothing');
  },
};

/** As `widget`, with evidence that this version does not read. */
export const gadget: Handler = {
  ...widget,
  resourceType: 'gadget',
  missingEvidence: [{ kind: 'moonlight', summary: 'By moonlight.' }],
};

const handlers = [gadget, widget];

/** Loads a text; `env` replaces the whole environment. */
export function load(text: string, options: Partial<LoadOptions> = {}): Configuration {
  return loadConfiguration({ text, file: 'h.yaml' }, { env: {}, handlers, ...options });
}

/** The problems of a text as lines; empty when it loads. Anything but a ConfigurationError is thrown on. */
export function problemsOf(text: string, options: Partial<LoadOptions> = {}): readonly string[] {
  try {
    load(text, options);
    return [];
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message.split('\n');
    throw error;
  }
}

/** The accounts most tests use: three lines. */
export const ACCOUNTS = `accounts:
  - { name: test, provider: aws, id: "123456789012", locations: [us-east-1] }
  - { name: Prod, provider: aws, locations: [us-east-1, eu-west-1] }
`;

/** The sections that a live type with notices needs beside the two switches. */
export const LIVE = `dryRun: false
redis: { url: redis://localhost }
mail: { smtp: smtp://localhost, from: h@example.com }
http: { public: { url: https://h.example.com } }
optOut: { keys: [{ id: k1, secret: 0123456789abcdef0123456789abcdef }] }
owner: { domains: any }
`;
