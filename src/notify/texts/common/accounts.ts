import type { NoticeAccount } from './catalogue.ts';

/** More are counted: a first line is read. */
const NAMED = 3;

/** `AWS acme-prod`, `AWS, 3 accounts`, `3 accounts`. @param counted `3 accounts` */
export function placesOf(accounts: readonly NoticeAccount[], counted: (count: number) => string): string {
  const [one, ...others] = accounts;
  if (one !== undefined && others.length === 0) return `${providerName(one)} ${one.name}`;
  const providers = new Set(accounts.map(providerName));
  return [...(providers.size === 1 ? providers : []), counted(accounts.length)].join(', ');
}

/** The names as a list, with `and 4 more` behind many. */
export function namesOf(
  accounts: readonly NoticeAccount[],
  list: (names: readonly string[]) => string,
  more: (count: number) => string,
): string {
  const names = accounts.map((one) => `${providerName(one)} ${one.name}`);
  const rest = names.length - NAMED;
  return list(rest <= 1 ? names : [...names.slice(0, NAMED), more(rest)]);
}

/** `aws` → `AWS`, `registry` → `Registry`: an abbreviation has at most three letters. */
function providerName({ provider }: NoticeAccount): string {
  return provider.length <= 3 ? provider.toUpperCase() : `${provider.slice(0, 1).toUpperCase()}${provider.slice(1)}`;
}
