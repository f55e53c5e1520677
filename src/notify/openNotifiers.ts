import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { messageOf } from '../core/common/errors.ts';
import type { Logger } from '../core/common/logger.ts';
import { createSmtpNotifier, type SmtpNotifier, type SmtpNotifierOptions } from './mail/smtpNotifier.ts';
import type { Transport } from './message/transport.ts';
import { createNotifiers, type Notifiers, type NotifiersOptions } from './notifiers.ts';
import { createWebhook, type WebhookSettings } from './webhook/webhook.ts';

/** The section `mail` of the configuration; paths of files are not read yet. */
export interface MailSettings extends Pick<SmtpNotifierOptions, 'from' | 'language' | 'intro' | 'contact'> {
  readonly smtp: string;
  readonly copyTo?: readonly string[] | undefined;
  readonly caFile?: string | undefined;
  readonly dkim?: { readonly domain: string; readonly selector: string; readonly privateKeyFile: string } | undefined;
}

/** Which transport is told about each week, and from which hour of Monday on, UTC. */
export interface WeeklySettings {
  readonly to: string;
  readonly hour: number;
}

/** The part of the configuration about transports. */
export interface TransportSettings {
  readonly mail?: MailSettings;
  readonly notify: {
    readonly required: string;
    readonly transports: readonly WebhookSettings[];
    readonly weekly?: WeeklySettings | undefined;
  };
}

/** The composition root passes these beside the settings of the transports. */
export interface OpenOptions extends Pick<NotifiersOptions, 'onNotice'> {
  readonly log: Logger;
  /** ms since the epoch. */
  readonly now: () => number;
}

/** The transports of the configuration, open; each ends with `close`. */
export interface OpenNotifiers {
  /** Absent: no notice is possible, because the required transport is not configured. */
  readonly notifiers?: Notifiers;
  /** Set when the mail server is the required transport. */
  readonly smtp?: SmtpNotifier;
  /** The chat of `notify.weekly`; whoever opened it closes it. Absent: none is told. */
  readonly weekly?: Transport;
}

/** The configuration's name of the mail server. */
const SMTP = 'smtp';

/**
 * Opens no connection yet.
 * @throws Error that names the setting whose file cannot be used
 */
export function openNotifiers({ mail, notify }: TransportSettings, options: OpenOptions): OpenNotifiers {
  const { log, now, onNotice } = options;
  const smtp = mail && createSmtpNotifier({ ...optionsOf(mail), log });
  const webhooks = notify.transports.map((settings) => {
    const language = settings.language ?? mail?.language;
    return createWebhook({ ...settings, language }, { log, now, isRequired: settings.name === notify.required });
  });
  const all = [...(smtp ? [{ ...smtp, name: SMTP }] : []), ...webhooks];
  const weekly = webhooks.find(({ name }) => name === notify.weekly?.to);
  const told = weekly ? { weekly } : {};
  const required = all.find(({ name }) => name === notify.required);
  if (!required) return told;
  const others = all.filter((transport) => transport !== required);
  const notifiers = createNotifiers({
    required,
    others,
    copy: smtp?.copy,
    notifyExpedited: smtp?.notifyExpedited,
    ...(onNotice ? { onNotice } : {}),
  });
  return { ...told, notifiers, ...(smtp && notify.required === SMTP ? { smtp } : {}) };
}

function optionsOf({
  smtp: url,
  from,
  language,
  intro,
  contact,
  copyTo,
  ...files
}: MailSettings): Omit<SmtpNotifierOptions, 'log'> {
  return {
    url,
    from,
    intro,
    contact,
    ...(language ? { language } : {}),
    ...(copyTo ? { copyTo } : {}),
    ...readKeys(files),
  };
}

function readKeys({ caFile, dkim }: Pick<MailSettings, 'caFile' | 'dkim'>): Pick<SmtpNotifierOptions, 'ca' | 'dkim'> {
  const ca = caFile === undefined ? undefined : readPem('mail.caFile', caFile, (pem) => new X509Certificate(pem));
  if (!dkim) return ca === undefined ? {} : { ca };
  const { domain, selector, privateKeyFile } = dkim;
  const privateKey = readPem('mail.dkim.privateKeyFile', privateKeyFile, createPrivateKey);
  return { ...(ca === undefined ? {} : { ca }), dkim: { domain, selector, privateKey } };
}

/** The parser's own text might repeat the key: it stays in the cause. */
function readPem(setting: string, file: string, parse: (pem: string) => unknown): string {
  let pem: string;
  try {
    pem = readFileSync(file, 'utf8');
  } catch (cause) {
    throw new Error(`${setting} cannot be read: ${messageOf(cause)}`, { cause });
  }
  try {
    parse(pem);
  } catch (cause) {
    throw new Error(`${setting}: ${file} has no PEM of that kind`, { cause });
  }
  return pem;
}
