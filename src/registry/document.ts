import { z } from 'zod';
import { parseYaml } from '../config/yamlSource.ts';
import { CLOCKS_DIFFER_MS } from '../core/clock.ts';
import { formatAge, formatMs } from '../core/duration.ts';
import { applicationKey } from '../core/ownerRegistry.ts';
import type { RegistrySettings } from '../core/workConfiguration.ts';

/** Other keys are the registry's own business. */
const entry = z.record(z.string(), z.unknown());
const applications = z
  .array(entry)
  // What is suddenly empty was not read, or everything would have another owner.
  .min(1, { error: 'no application at all' });
const schema = z.union([
  applications.transform((list) => ({ applications: list, generatedAt: undefined })),
  z.object({ generatedAt: z.iso.datetime({ offset: true }).optional(), applications }),
]);
const Name = z.union([z.string(), z.number()]).transform(String);
const Owner = z.string().nullish();

/** A registry as it was read. */
export interface RegistryDocument {
  /** Application, in lower case → owner; two entries that contradict each other name nobody. */
  readonly owners: ReadonlyMap<string, string>;
  /** ms since the epoch, where it says so. */
  readonly generatedAt?: number;
}

/**
 * `applications: [{ app: shop, owner: team@example.com }]`, or that list alone; YAML or JSON.
 * @throws Error that says what is wrong with it
 */
export function parseRegistry(text: string, keys: RegistrySettings['keys']): RegistryDocument {
  const parsed = schema.safeParse(dataOf(text));
  if (!parsed.success) throw noRegistry(keys);
  const { applications: entries, generatedAt } = parsed.data;
  const owners = new Map<string, string>();
  for (const entry of entries) {
    const [app, owner] = [Name.safeParse(entry[keys.app]), Owner.safeParse(entry[keys.owner])];
    if (!app.success || !owner.success) throw noRegistry(keys);
    const key = applicationKey(app.data);
    const said = (owner.data ?? '').trim();
    owners.set(key, (owners.get(key) ?? said) === said ? said : '');
  }
  return { owners, ...(generatedAt === undefined ? {} : { generatedAt: Date.parse(generatedAt) }) };
}

function noRegistry({ app, owner }: RegistrySettings['keys']): Error {
  return new Error(`it is not a list of applications such as { ${app}: shop, ${owner}: a@example.com }`);
}

/** Why it says nothing any more though it can be read: whoever makes it has stopped. */
export function outdated({ generatedAt }: RegistryDocument, maxAgeMs: number, now: number): string | undefined {
  if (generatedAt === undefined) return undefined;
  if (generatedAt - now > CLOCKS_DIFFER_MS)
    return `it says it was generated at ${new Date(generatedAt).toISOString()}, in the future`;
  if (now - generatedAt <= maxAgeMs) return undefined;
  return `it was generated ${formatAge(now - generatedAt)} ago, more than ${formatMs(maxAgeMs)}`;
}

/** JSON is tried first: it is the faster by far, and large registries are JSON. */
function dataOf(text: string): unknown {
  if (/^\s*[[{]/.test(text)) {
    try {
      return JSON.parse(text);
    } catch {
      // YAML begins like that too.
    }
  }
  const { document, problems } = parseYaml(text);
  if (!document) throw new Error(`it is no YAML: ${problems[0]?.message ?? 'unreadable'}`);
  return document.toJS();
}
