import { randomBytes } from 'node:crypto';
import { join } from 'node:path';

/** The servers, the folder and the pace of one demo, from which `daemonEnv` makes the instances' environment. */
export interface DaemonEnvOptions {
  /** The demo's own folder; it has the definitions of deleted resources. */
  readonly dir: string;
  /** The sandbox; the instances send every call of AWS there. */
  readonly awsUrl: string;
  readonly accessKey: { readonly accessKeyId: string; readonly secretAccessKey: string };
  readonly redisUrl: string;
  readonly smtpUrl: string;
  /** The balancer before the public pages, which the links in the mails name. */
  readonly publicUrl: string;
  readonly dryRun: boolean;
  /** The file with the prices. */
  readonly prices: string;
  readonly pace: Pace;
}

/** From the notice to the deletion. */
export interface Pace {
  readonly retentionMs: number;
  /** For resources without an owner. */
  readonly unownedRetentionMs: number;
}

/** Variables that a process needs from the demo's environment; none could lead it to a real account. */
const INHERITED = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'LC_ALL', 'TZ', 'SYSTEMROOT'];

/** The whole environment of the instances. */
export function daemonEnv(options: DaemonEnvOptions): Record<string, string> {
  const { dir, awsUrl, accessKey, redisUrl, smtpUrl, publicUrl, dryRun, pace, prices } = options;
  const inherited = INHERITED.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    ...Object.fromEntries(inherited),
    AWS_ENDPOINT_URL: awsUrl,
    AWS_ACCESS_KEY_ID: accessKey.accessKeyId,
    AWS_SECRET_ACCESS_KEY: accessKey.secretAccessKey,
    AWS_REGION: 'us-east-1',
    AWS_CONFIG_FILE: join(dir, 'no-aws-config'),
    AWS_SHARED_CREDENTIALS_FILE: join(dir, 'no-aws-credentials'),
    AWS_EC2_METADATA_DISABLED: 'true',
    DEMO_DRY_RUN: String(dryRun),
    DEMO_RETENTION: `${pace.retentionMs / 1000}s`,
    DEMO_UNOWNED_RETENTION: `${pace.unownedRetentionMs / 1000}s`,
    DEMO_PRICES: prices,
    DEMO_REDIS_URL: redisUrl,
    DEMO_SMTP_URL: smtpUrl,
    DEMO_PUBLIC_URL: publicUrl,
    DEMO_DEFINITIONS: join(dir, 'definitions'),
    DEMO_LINK_KEY: randomBytes(32).toString('base64url'),
  };
}
