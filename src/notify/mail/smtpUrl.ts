/** The URL of an SMTP server, and its form without the password. */

/** A checked address of a mail server. */
export interface SmtpUrl {
  /** For nodemailer, with credentials and options. Not for logs. */
  readonly url: string;
  /** `smtp://host:port`, for people. */
  readonly address: string;
  /** The text without the password, in every form in which a server's reply may repeat it. */
  conceal(text: string): string;
}

/**
 * @param url `smtp://user:password@host:port`, `smtps://…`, with nodemailer's options as query (`?tls.servername=…`)
 * @throws TypeError for anything else; the message never contains the URL, which may have a password
 */
export function parseSmtpUrl(url: string): SmtpUrl {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed || !/^smtps?:$/.test(parsed.protocol) || parsed.hostname === '') {
    throw new TypeError('the SMTP server must be given as smtp://host:port or smtps://host:port');
  }
  const secrets = secretsOf(parsed);
  return {
    url,
    address: `${parsed.protocol}//${parsed.host}`,
    conceal: (text) => secrets.reduce((rest, secret) => rest.replaceAll(secret, '***'), text),
  };
}

function secretsOf({ username, password }: URL): string[] {
  if (password === '') return [];
  const [user, secret] = [decode(username), decode(password)];
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  return [base64(`\0${user}\0${secret}`), base64(secret), password, secret];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
