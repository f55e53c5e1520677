/** Parts of the listeners that the configuration decides: signing in, and the buttons of Slack. */
import { readFileSync } from 'node:fs';
import type { Configuration } from '../config/load/configuration.ts';
import type { Clock } from '../core/common/clock.ts';
import { defined } from '../core/common/defined.ts';
import type { OperatorDeps, PublicDeps } from '../http/app/deps.ts';
import { createSlackDoor } from '../notify/webhook/slackDoor.ts';
import { linksOf } from './links.ts';

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

/** Nothing where no app has a signing secret: then there is no such route. */
export function slackOf(configuration: Configuration, clock: Clock): Pick<PublicDeps, 'slack'> {
  const { mail, notify } = configuration;
  const doors = notify.transports.flatMap((one) => {
    if (one.type !== 'slackApp' || one.signingSecret === undefined) return [];
    const language = one.language ?? mail?.language ?? 'en';
    return [createSlackDoor({ ...one, signingSecret: one.signingSecret, language })];
  });
  if (doors.length === 0) return {};
  const { messageUrls } = linksOf(configuration, clock);
  return { slack: { doors, pageOf: (claims) => messageUrls(claims, claims.expiresAt).keepAllUrl } };
}
