/** The sandbox in this process, with a mailbox and, on request, a private Redis; all on loopback. */
import { type RunningSandbox, startSandbox } from '../../../sandbox/aws/index.ts';
import { addAccounts, DEMO_REGIONS } from '../../../sandbox/demo/accounts.ts';
import { seedLarge } from '../../../sandbox/demo/largeSeed.ts';
import { addOwnAccounts, type OwnSettings } from '../../../sandbox/demo/ownAccounts.ts';
import { seedDemo } from '../../../sandbox/demo/seed.ts';
import { startMailSink } from '../../../sandbox/mail/mailSink.ts';
import { startEmbeddedRedis } from '../../state/embedded/embedded.ts';
import type { SeedChoice } from './options.ts';
import type { Addresses } from './text.ts';

/** The options of `holystone sandbox`, checked. AWS and the mailbox listen on `bind`; `port` is that of AWS. */
export interface SandboxSettings {
  readonly seed: SeedChoice;
  /** Accounts and regions of a configuration, instead of the sandbox's own. */
  readonly own?: OwnSettings | undefined;
  /** The share of AWS's documented rates at which calls are refused; absent: none is refused. */
  readonly rate?: number;
  /** An address of loopback. */
  readonly bind: string;
  /** 0: any free port. */
  readonly port: number;
  /** A private Redis starts too, with its data in a temporary folder; a missing server is an error. */
  readonly redis: boolean;
}

/** A running sandbox; `close` ends its servers, and their data is gone. */
export interface StartedSandbox extends Addresses {
  readonly mailboxUrl: string;
  close(): Promise<void>;
}

/** After a failure it closes all servers that it had started. */
export async function runSandbox(settings: SandboxSettings): Promise<StartedSandbox> {
  const { own, rate, bind, port, redis } = settings;
  const closes: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const one of closes.splice(0).reverse()) await one();
  };
  try {
    const sandbox = await startSandbox({ host: bind, port });
    closes.push(() => sandbox.close());
    const accessKey = fill(sandbox, settings);
    if (rate !== undefined) sandbox.control.setThrottling({ share: rate });
    const mail = await startMailSink({ host: bind });
    closes.push(() => mail.close());
    const region = own?.accounts.flatMap(({ locations }) => locations)[0] ?? DEMO_REGIONS[0];
    const addresses = { awsUrl: sandbox.url, accessKey, region, smtpUrl: mail.smtpUrl };
    const started = { ...addresses, mailboxUrl: mail.pageUrl, close };
    if (!redis) return started;
    const server = await startEmbeddedRedis({ install: false });
    closes.push(() => server.stop());
    return { ...started, redisUrl: server.url };
  } catch (error) {
    await close();
    throw error;
  }
}

function fill({ control }: RunningSandbox, { seed, own }: SandboxSettings): Addresses['accessKey'] {
  const now = Date.now();
  if (own) return addOwnAccounts(control, own, seed.kind === 'empty', now);
  if (seed.kind === 'main') return seedDemo(control, now).accessKey;
  const accessKey = addAccounts(control);
  if (seed.kind === 'large') seedLarge(control, seed.images, now);
  return accessKey;
}
