/** One cluster as one user: its kubeconfig, its connections and its credentials, each read again when it is due. */
import { createHash } from 'node:crypto';
import { dirname, resolve } from 'node:path';
import type { Clock } from '../../../core/common/clock.ts';
import { messageOf, ReadError } from '../../../core/common/errors.ts';
import { isSafeAddress } from '../../../core/text/loopback.ts';
import { readPlainFile, utf8 } from '../../../documents/plainFile.ts';
import { Connections, type TlsIdentity } from '../../http/exchange.ts';
import type { ClusterSettings } from './account.ts';
import { type ExecCredential, runPlugin } from './execPlugin.ts';
import { IN_CLUSTER, inClusterAccess, MOUNTED, type ServiceAccount } from './inCluster.ts';
import { type ClusterAccess, type Pem, readKubeconfig } from './kubeconfig.ts';

/** Files of credentials change while the daemon runs (a service account's about every hour): read again after this. */
const FILES_FOR_MS = 60_000;
/** Credentials that end so soon are not used: the cluster's clock may be ahead. */
const SKEW_MS = 10_000;
/** Far above any kubeconfig, certificate or token. */
const MAX_BYTES = 16 * 1024 * 1024;

/** Everything that a request needs beside itself. */
export interface Access {
  /** The address, and who may answer there; see {@link Cluster.unproven}. */
  readonly place: string;
  readonly server: URL;
  readonly connections: Connections;
  readonly headers: Readonly<Record<string, string | string[]>>;
}

interface Read {
  readonly access: ClusterAccess;
  readonly identity: TlsIdentity;
  readonly token: string | undefined;
  readonly place: string;
  readonly until: number;
}

export class Cluster {
  readonly #settings: ClusterSettings;
  readonly #mounted: ServiceAccount;
  #read: Read | undefined;
  #printed: ExecCredential | undefined;
  #proven: string | undefined;
  #open: { readonly key: string; readonly connections: Connections } | undefined;

  /** @param mounted where a Pod has its service account */
  constructor(settings: ClusterSettings, mounted: ServiceAccount = MOUNTED) {
    this.#settings = settings;
    this.#mounted = mounted;
  }

  /** @throws ReadError */
  async access(clock: Clock, signal: AbortSignal): Promise<Access> {
    const { access, identity, token, place } = await this.#files(clock);
    const printed = access.exec ? await this.#plugin(access, clock, signal) : {};
    const bearer = token ?? printed.token;
    const server = new URL(access.server);
    if (bearer !== undefined && !isSafeAddress(server)) {
      throw problem(`${access.server} is not encrypted: Holystone sends no credentials to it`);
    }
    return {
      place,
      server,
      connections: this.#connections({ ...identity, ...pair(printed) }),
      headers: { ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }), ...access.impersonate },
    };
  }

  /** Where the next request goes. @throws ReadError */
  async place(clock: Clock): Promise<string> {
    return (await this.#files(clock)).place;
  }

  /** What the file says of the server: its host, and the certificates in PEM that may have signed its own. @throws ReadError */
  async server(clock: Clock): Promise<{ readonly host: string; readonly ca?: string }> {
    const { access, identity } = await this.#files(clock);
    return { host: new URL(access.server).host, ...(typeof identity.ca === 'string' ? { ca: identity.ca } : {}) };
  }

  /** The cluster there is the one of the account. */
  provenAt(place: string): void {
    this.#proven = place;
  }

  /**
   * Why no request may go to this place: the file names another one than when the cluster was proven, and may name another
   * cluster. `undefined` = it may.
   */
  unproven(place: string): string | undefined {
    if (this.#proven === undefined || this.#proven === place) return undefined;
    return `${this.#settings.kubeconfig} names another address or certificate authority since the cluster was proven; the next pass proves it again`;
  }

  /** After a 401: everything is read again at the next request. */
  forget(): void {
    this.#read = undefined;
    this.#printed = undefined;
  }

  destroy(): void {
    this.#open?.connections.destroy();
  }

  async #files(clock: Clock): Promise<Read> {
    if (this.#read && clock.now() < this.#read.until) return this.#read;
    const path = this.#settings.kubeconfig;
    const access =
      path === IN_CLUSTER
        ? inClusterAccess(this.#mounted)
        : readKubeconfig(await text(path), path, this.#settings.context);
    const folder = dirname(path);
    const [ca, cert, key] = await Promise.all(
      [access.ca, access.certificate, access.key].map((pem) => contentOf(pem, folder)),
    );
    const token = access.tokenFile ? (await text(resolve(folder, access.tokenFile))).trim() : access.token;
    const identity = {
      ...(ca === undefined ? {} : { ca }),
      ...(cert === undefined ? {} : { cert }),
      ...(key === undefined ? {} : { key }),
      ...(access.servername === undefined ? {} : { servername: access.servername }),
    };
    const place = JSON.stringify([access.server, ca, access.servername]);
    // The output of a program for one cluster is a secret to another.
    if (this.#read?.place !== place) this.#printed = undefined;
    this.#read = { access, identity, token, place, until: clock.now() + FILES_FOR_MS };
    return this.#read;
  }

  async #plugin(access: ClusterAccess, clock: Clock, signal: AbortSignal): Promise<ExecCredential> {
    const { until = Number.POSITIVE_INFINITY } = this.#printed ?? {};
    if (this.#printed && clock.now() < until - SKEW_MS) return this.#printed;
    if (!access.exec) return {};
    const { kubeconfig, execEnv } = this.#settings;
    const plugin = { ...access.exec, env: { ...access.exec.env, ...execEnv } };
    this.#printed = await runPlugin(plugin, access, kubeconfig, signal);
    return this.#printed;
  }

  /** The same connections until the identity changes; those under way end by themselves. */
  #connections(identity: TlsIdentity): Connections {
    const key = createHash('sha256').update(JSON.stringify(identity)).digest('hex');
    if (this.#open?.key !== key) this.#open = { key, connections: new Connections(identity) };
    return this.#open.connections;
  }
}

function pair({ cert, key }: ExecCredential): TlsIdentity {
  return cert === undefined || key === undefined ? {} : { cert, key };
}

async function contentOf(pem: Pem | undefined, folder: string): Promise<string | undefined> {
  if (pem === undefined) return undefined;
  return 'pem' in pem ? pem.pem : text(resolve(folder, pem.path));
}

async function text(path: string): Promise<string> {
  try {
    return utf8(await readPlainFile(path, { maxBytes: MAX_BYTES }));
  } catch (error) {
    throw problem(`${path} cannot be read (${messageOf(error)})`, error);
  }
}

function problem(why: string, cause?: unknown): ReadError {
  return new ReadError(why, { problem: 'credentials', cause });
}
