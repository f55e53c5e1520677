/** The buttons of the apps of Slack that the configuration names. */
import type { Configuration } from '../config/load/configuration.ts';
import type { Clock } from '../core/common/clock.ts';
import type { PublicDeps } from '../http/app/deps.ts';
import { createSlackDoor } from '../notify/webhook/slackDoor.ts';
import { linksOf } from './links.ts';

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
