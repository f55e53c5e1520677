import { readFileSync } from 'node:fs';
import type { Configuration } from '../config/load/configuration.ts';
import { defined } from '../core/common/defined.ts';
import type { OperatorDeps } from '../http/app/deps.ts';

/** The operator listener's settings for signing in; without `http.operator.oidc` only its proxies. */
export function signInOf({ http }: Pick<Configuration, 'http'>): Pick<OperatorDeps, 'signIn' | 'trustedProxies'> {
  const { oidc, url, trustedProxies } = http.operator;
  if (oidc === undefined || url === undefined) return { trustedProxies };
  const { clientSecret, clientSecretFile, readers = [], operators, idle, lifetime, ...rest } = oidc;
  return {
    trustedProxies,
    signIn: {
      ...rest,
      origin: url,
      readers,
      operators: operators.map(({ group, accounts }) => ({ group, ...defined({ accounts }) })),
      idleMs: idle,
      lifetimeMs: lifetime,
      clientSecret: () =>
        clientSecretFile === undefined ? clientSecret : readFileSync(clientSecretFile, 'utf8').trim(),
    },
  };
}
