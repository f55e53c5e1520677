/** Checks between the values of `http.operator.oidc`. Works on plain data. */
import { matchesStars } from '../../core/common/stars.ts';
import { valueAt } from '../yaml/plain.ts';
import { quote } from '../yaml/quote.ts';
import type { Reporter } from '../yaml/report.ts';
import type { Path } from '../yaml/tree.ts';

const OPERATOR: Path = ['http', 'operator'];
const OIDC: Path = [...OPERATOR, 'oidc'];

/** Reports settings with which no user could sign in, and accounts that no pattern can mean. */
export function checkSignIn(data: (path: Path) => unknown, reporter: Reporter): void {
  checkAccounts(data, [...OPERATOR, 'operatorTokens'], reporter);
  const oidc = data(OIDC);
  if (typeof oidc !== 'object' || oidc === null) return;
  checkAccounts(data, [...OIDC, 'operators'], reporter);
  const given = (key: string) => valueAt(oidc, [key]);
  if (data([...OPERATOR, 'url']) === undefined) {
    reporter.report(OIDC, 'needs `http.operator.url`: the provider sends people back to that address', 'key');
  }
  if (given('clientSecret') !== undefined && given('clientSecretFile') !== undefined) {
    reporter.report([...OIDC, 'clientSecretFile'], 'give `clientSecret` or `clientSecretFile`, not both');
  }
  const scopes = given('scopes');
  if (Array.isArray(scopes) && !scopes.includes('openid')) {
    reporter.report([...OIDC, 'scopes'], 'the scope "openid" must be one of them');
  }
  if (isEmpty(given('readers')) && isEmpty(given('operators'))) {
    reporter.report(OIDC, 'no user could sign in: name at least one group in `readers` or `operators`', 'key');
  }
}

/** A pattern that no account fits is certainly a mistake; accounts that are discovered may come later. */
function checkAccounts(data: (path: Path) => unknown, list: Path, reporter: Reporter): void {
  const accounts = data(['accounts']);
  const names = Array.isArray(accounts) ? accounts.map((account: unknown) => valueAt(account, ['name'])) : [];
  const isNamed = (one: unknown): one is string => typeof one === 'string';
  // An entry without a name lists its accounts elsewhere, or is a problem of its own.
  if (names.length === 0 || !names.every(isNamed)) return;
  const operators = data(list);
  if (!Array.isArray(operators)) return;
  operators.forEach((operator: unknown, index) => {
    const patterns = valueAt(operator, ['accounts']);
    if (!Array.isArray(patterns)) return;
    patterns.forEach((pattern: unknown, at) => {
      if (typeof pattern !== 'string' || names.some((name) => matchesStars(pattern.toLowerCase(), name.toLowerCase())))
        return;
      reporter.report([...list, index, 'accounts', at], `no account is called ${quote(pattern)}`);
    });
  });
}

function isEmpty(list: unknown): boolean {
  return !Array.isArray(list) || list.length === 0;
}
