/** The URL of an SMTP server, and how to speak of it without its password. */

export interface SmtpUrl {
  /** As nodemailer takes it, credentials and options included. Not for logs. */
  readonly url: string;
  /** `smtp://host:port`, for people. */
  readonly address: string;
  /** The text without the password, in whatever form a server's answer may repeat it. */
  conceal(text: string): string;
}

/**
 * @param url `smtp://user:password@host:port`, `smtps://…`, with nodemailer's options as query (`?tls.servername=…`)
 * @throws TypeError for anything else; the message never holds the URL, which may hold a password
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
