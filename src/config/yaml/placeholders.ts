/**
 * Values in place of secrets that a command does not need: it reads, and sends and signs nothing. Each has the form
 * that the schema wants, and the name of its variable, so that two of them differ.
 */

const BY_KEY: Readonly<Record<string, (variable: string) => string>> = {
  secret: (variable) => `${variable} is not set`.padEnd(64, '.'),
  token: (variable) => `${variable}-is-not-set`.padEnd(64, '.'),
  smtp: () => 'smtp://not-set.invalid:25',
  url: (variable) => `https://not-set.invalid/${variable}`,
};

const SECTIONS: ReadonlySet<PropertyKey | undefined> = new Set(['mail', 'notify', 'http', 'optOut', 'signing']);

/** `undefined`: the command needs the value. @param variable the name of the variable that is not set */
export function placeholderFor(path: readonly PropertyKey[], variable: string): string | undefined {
  if (path.join('.') === 'redis.url') return 'embedded';
  if (!SECTIONS.has(path[0])) return undefined;
  return BY_KEY[String(path.at(-1))]?.(variable);
}
