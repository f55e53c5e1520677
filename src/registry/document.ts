import { z } from 'zod';
import { parseYaml } from '../config/yaml/yamlSource.ts';
import { CLOCKS_DIFFER_MS } from '../core/common/clock.ts';
import { formatAge, formatMs } from '../core/common/duration.ts';
import { inSteps } from '../core/common/steps.ts';
import { applicationKey } from '../core/owner/ownerRegistry.ts';
import type { RegistrySettings } from '../core/policy/workConfiguration.ts';

/** Its entries are looked at one by one. */
const list = z.custom<readonly unknown[]>(Array.isArray);
const schema = z.union([
  list.transform((applications) => ({ applications, generatedAt: undefined })),
  z.object({ generatedAt: z.iso.datetime({ offset: true }).optional(), applications: list }),
]);
/** Other keys are the registry's own business. */
const Entry = z.record(z.string(), z.unknown());
const Name = z.union([z.string(), z.number()]).transform(String);
const Owner = z.string().nullish();
/** Entries between two turns of the event loop. */
const A_STEP = 1_000;

/** A registry as it was read. */
export interface RegistryDocument {
  /** Application, in lower case → owner; two entries that contradict each other name nobody. */
  readonly owners: ReadonlyMap<string, string>;
  /** ms since the epoch, where it says so. */
  readonly generatedAt?: number;
}

/**
 * `applications: [{ app: shop, owner: team@example.com }]`, or that list alone; YAML or JSON.
 * @returns rejects with an Error that says what is wrong with it
 */
export async function parseRegistry(text: string, keys: RegistrySettings['keys']): Promise<RegistryDocument> {
  const parsed = schema.safeParse(dataOf(text));
  // What is suddenly empty was not read, or everything would have another owner.
  if (!parsed.success || parsed.data.applications.length === 0) throw noRegistry(keys);
  const { applications, generatedAt } = parsed.data;
  const owners = new Map<string, string>();
  // An entry at a time: whatever else it is a list of ends at its first, and not at its millionth.
  for await (const some of inSteps(applications, A_STEP)) {
    for (const one of some) {
      const entry = Entry.safeParse(one);
      if (!entry.success) throw noRegistry(keys);
      const [app, owner] = [Name.safeParse(entry.data[keys.app]), Owner.safeParse(entry.data[keys.owner])];
      if (!app.success || !owner.success) throw noRegistry(keys);
      const key = applicationKey(app.data);
      const said = (owner.data ?? '').trim();
      owners.set(key, (owners.get(key) ?? said) === said ? said : '');
    }
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
    return `its generatedAt is ${new Date(generatedAt).toISOString()}, in the future`;
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
  if (!document) throw new Error(`it is not YAML: ${problems[0]?.message ?? 'unreadable'}`);
  return document.toJS();
}
