/** Two accounts in a sandbox, planned by the real handlers through the real SDK; no Redis, no mail. */
import { setMaxListeners } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CallRecord, type FaultRule, type RunningSandbox, startSandbox } from '../../../sandbox/aws/index.ts';
import { ACCELERATOR_REGION } from '../../../sandbox/aws/seeds/acceleratorSeeds.ts';
import { loadConfiguration } from '../../../src/config/load/loader.ts';
import { systemClock, systemMonotonicClock } from '../../../src/core/common/clock.ts';
import { evaluate } from '../../../src/core/evaluation/evaluate.ts';
import type { Mark } from '../../../src/core/mark/mark.ts';
import type { Baseline, PassRecord } from '../../../src/core/policy/pass.ts';
import type { Account, EvidenceSettings, WorkConfiguration } from '../../../src/core/policy/workConfiguration.ts';
import type { SharedClientPool } from '../../../src/handlers/contract/clientPool.ts';
import type { Handler, Io, Scope } from '../../../src/handlers/contract/handler.ts';
import { handlerOf } from '../../../src/handlers/contract/types.ts';
import { handlers } from '../../../src/handlers/index.ts';
import { EvidenceReader, type NamespacePlan, planNamespace } from '../../../src/lifecycle/index.ts';
import { ApplicationRegistry } from '../../../src/registry/applicationRegistry.ts';
import { InProcessClients } from '../inProcess.ts';
import { KeptAnswers } from '../keptAnswers.ts';
import { RecordedAws } from '../recordedAws.ts';

export const DAY = 24 * 3_600_000;
const REGION = 'us-east-1';
export const OWN = { account: '111111111111', region: REGION };
export const OTHER = { account: '222222222222', region: REGION };
/** The names in the configuration, by id. */
export const NAMES: Readonly<Record<string, string>> = { [OWN.account]: 'test', [OTHER.account]: 'other' };
/** An account that the configuration does not declare. */
export const STRANGER = '999999999999';

export type Verdicts = ReadonlyMap<string, string>;

/** A user in the file of external references. */
export interface External {
  readonly id: string;
  readonly by: string;
}

interface PlanOptions {
  /** With new clients: roles are assumed and accounts verified again, and no template version is cached. */
  readonly afresh?: boolean;
  /** With these clients instead, for example of {@link Surveyed.aws}; the caller closes them. */
  readonly clients?: SharedClientPool;
  /** The baseline of the last complete survey; absent: there was none. */
  readonly baseline?: Baseline;
  /** Ids that this survey found used. */
  readonly seenUsed?: readonly string[];
  /** The configuration of the account that does not own the resources; by default as declared. */
  readonly other?: Partial<Account>;
}

/** One handler with its arguments: for reads in pieces. */
export interface Reading {
  readonly handler: Handler;
  readonly scope: Scope;
  readonly settings: EvidenceSettings;
  readonly io: Io;
  close(): void;
}

/** The environment in which an account is built. */
export interface Ground {
  readonly sandbox: RunningSandbox;
  /** The file of {@link External}s. */
  readonly externalReferences: string;
  /** Resets everything to empty. */
  clear(): void;
  write(references: readonly External[]): Promise<void>;
}

/** A run has the names of what runs. */
const AS_NAMED: ReadonlyMap<string, string> = new Map([
  ['runningDbCluster', 'dbCluster'],
  ['runningDbInstance', 'dbInstance'],
  ['runningWarehouse', 'warehouse'],
]);

export class Surveyed implements Ground {
  readonly sandbox: RunningSandbox;
  /** For many surveys of one account that differ in a few calls. */
  readonly aws: RecordedAws;
  readonly #dir: string;
  readonly #env: NodeJS.ProcessEnv;
  /** Plans afresh prove their accounts, and get the answers of the plans before where nothing changed. */
  readonly #kept: KeptAnswers;
  #clients: SharedClientPool;
  readonly #configurations = new Map<string, WorkConfiguration>();

  private constructor(sandbox: RunningSandbox, dir: string) {
    this.sandbox = sandbox;
    this.#kept = new KeptAnswers(sandbox);
    this.#clients = new InProcessClients(sandbox, this.#kept.share);
    this.aws = new RecordedAws(sandbox);
    this.#dir = dir;
    this.#env = { ...process.env };
    const key = sandbox.control.accounts()[0]?.accessKeys[0];
    Object.assign(process.env, {
      AWS_ENDPOINT_URL: sandbox.url,
      AWS_ACCESS_KEY_ID: key?.accessKeyId,
      AWS_SECRET_ACCESS_KEY: key?.secretAccessKey,
      AWS_MAX_ATTEMPTS: '1',
      AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
    });
  }

  static async start(): Promise<Surveyed> {
    // As in the program itself: one signal ends many reads at once.
    setMaxListeners(0);
    const accounts = [accountOf(OWN.account), accountOf(OTHER.account)];
    const [sandbox, dir] = await Promise.all([
      startSandbox({ accounts }),
      mkdtemp(join(tmpdir(), 'holystone-surveyed-')),
    ]);
    return new Surveyed(sandbox, dir);
  }

  get externalReferences(): string {
    return join(this.#dir, 'references.json');
  }

  /** Resets everything to empty, except the clients. */
  clear(): void {
    const { control } = this.sandbox;
    for (const { account } of [OWN, OTHER, { account: STRANGER }]) {
      for (const region of [OWN.region, ACCELERATOR_REGION]) control.empty({ account, region });
    }
    control.setOrganization(null);
    this.recover();
    control.setPageLimit();
  }

  /** Ends all faults. */
  recover(): void {
    const { control } = this.sandbox;
    control.clearFaults();
    for (const denial of this.#denied.splice(0)) control.allow(denial);
    for (const account of this.#suspended.splice(0)) control.suspendAccount(account, false);
    for (const account of this.#switchedOff.splice(0)) control.addAccount(accountOf(account));
  }

  break(rule: FaultRule): void {
    this.sandbox.control.addFault(rule);
  }

  deny(action: string, account: string): void {
    const denial = { account, action };
    this.#denied.push(denial);
    this.sandbox.control.deny(denial);
  }

  suspend(account: string): void {
    this.#suspended.push(account);
    this.sandbox.control.suspendAccount(account);
  }

  /** Disables the region in the account. */
  switchOff(account: string): void {
    this.#switchedOff.push(account);
    this.sandbox.control.addAccount({ ...accountOf(account), regions: ['eu-west-1'] });
  }

  async write(references: readonly External[]): Promise<void> {
    const document = { generatedAt: new Date().toISOString(), references };
    await writeFile(this.externalReferences, JSON.stringify(document));
  }

  /** @param entry the only entry of `cleanup`, YAML flow style without braces */
  async plan(
    entry: string,
    { afresh = false, clients: given, baseline, seenUsed = [], other = {} }: PlanOptions = {},
  ): Promise<NamespacePlan> {
    const clients = given ?? (afresh ? new InProcessClients(this.sandbox, this.#kept.share) : this.#clients);
    const before = baseline && ({ outcome: 'complete', baseline } as unknown as PassRecord);
    const state = { marks: { all: noMarks }, passes: { get: async () => before } };
    const declared = this.#configuration(entry);
    const accounts = declared.accounts.map((one) => (one.id === OTHER.account ? { ...one, ...other } : one));
    const configuration = { ...declared, accounts };
    // Users refer to some resources by id, to some by a name with the type, and to assets by the hash in it.
    const aliases = seenUsed.flatMap((id) => {
      const [hash] = /[0-9a-f]{64}/.exec(id) ?? [];
      return [
        id,
        `${AS_NAMED.get(configuration.resourceType) ?? configuration.resourceType}/${id}`,
        ...(hash ? [`assetHash/${hash}`] : []),
      ];
    });
    const seen = new Map(aliases.map((alias) => [alias, Date.now()]));
    const nothing = async () => new Map<string, never>();
    const deps = {
      clock: systemClock,
      monotonic: systemMonotonicClock,
      log: silent,
      pacer,
      clients,
      evaluate,
      evidence: new EvidenceReader(systemMonotonicClock),
      registry: new ApplicationRegistry(),
      optOuts: { all: nothing },
      lastUsed: {
        all: async () => seen,
        allFirstSeen: async () => LONG_AGO,
        existence: async () => new Map(),
        surveys: watched,
      },
      handlerOf: (type: string) => handlerOf(handlers, type),
      ...(baseline ? { state } : {}),
    };
    const abort = new AbortController();
    try {
      return await planNamespace(deps, configuration, abort.signal);
    } finally {
      abort.abort();
      if (clients !== given && afresh) clients.close();
    }
  }

  /** @param clients by default new ones, without any cache */
  reading(entry: string, clients: SharedClientPool = new InProcessClients(this.sandbox)): Reading {
    const { resourceType, namespace, account, location, accounts, parameters, evidence } = this.#configuration(entry);
    const abort = new AbortController();
    const { signal } = abort;
    return {
      handler: handlerOf(handlers, resourceType),
      scope: { namespace, account, location, accounts, parameters },
      settings: evidence,
      io: { signal, log: silent, clock: systemClock, pacer, clients },
      close: () => {
        // After a failure other reads may still go on: they must not count as calls of the next survey.
        abort.abort();
        clients.close();
      },
    };
  }

  /** The calls to the sandbox during `act`. */
  async callsOf(act: () => Promise<unknown>): Promise<readonly CallRecord[]> {
    const { control } = this.sandbox;
    const after = control.calls().at(-1)?.seq ?? 0;
    await act();
    return control.calls({ after });
  }

  async stop(): Promise<void> {
    this.#clients.close();
    this.aws.close();
    await this.sandbox.close();
    await rm(this.#dir, { recursive: true, force: true });
    for (const name of Object.keys(process.env)) if (!(name in this.#env)) delete process.env[name];
    Object.assign(process.env, this.#env);
  }

  readonly #denied: { account: string; action: string }[] = [];
  readonly #suspended: string[] = [];
  readonly #switchedOff: string[] = [];

  #configuration(entry: string): WorkConfiguration {
    const known = this.#configurations.get(entry);
    if (known) return known;
    const text = yaml(entry);
    const { workConfigurations } = loadConfiguration({ text, file: 'surveyed.yaml' }, { env: process.env, handlers });
    const [configuration] = workConfigurations;
    if (!configuration) throw new Error(`no work configuration in ${text}`);
    this.#configurations.set(entry, configuration);
    return configuration;
  }
}

export function verdictsOf({ resources }: NamespacePlan): Verdicts {
  return new Map(resources.map(({ id, verdict }) => [id, verdict]));
}

export function candidatesOf({ resources }: NamespacePlan): readonly string[] {
  return resources.filter(({ verdict }) => verdict === 'candidate').map(({ id }) => id);
}

/** Every resource was first seen long before the survey, and watched ever since. */
const LONG_AGO = new (class extends Map<string, number> {
  override get(): number {
    return 0;
  }
})();
const watched = async () => ({ lastAt: Date.now(), unobserved: [] });

const pacer = { take: async () => {}, throttled: async () => {} };
async function* noMarks(): AsyncGenerator<readonly Mark[]> {}
const silent = { debug() {}, info() {}, warn() {}, error() {}, child: () => silent };

/** In the form for the sandbox. */
const accountOf = (id: string) => ({
  id,
  roles: ['reader', 'deleter'],
  regions: [REGION, 'eu-west-1', ACCELERATOR_REGION],
  ...(id === OWN.account ? { alias: 'acme-test' } : {}),
});

const roleIn = ({ account }: typeof OWN) => `arn:aws:iam::${account}:role/reader`;

function yaml(entry: string): string {
  return `
dryRun: true
redis: { url: "redis://127.0.0.1:1" }
mail: { smtp: "smtp://127.0.0.1:1", from: holystone@example.com }
http: { public: { url: "https://holystone.example.com" } }
optOut: { keys: [{ id: test, secret: "0123456789abcdef0123456789abcdef" }] }
owner: { domains: any }
accounts:
  - { name: test, provider: aws, id: "${OWN.account}", alias: acme-test, locations: [${REGION}], readRole: "${roleIn(OWN)}" }
  - { name: other, provider: aws, id: "${OTHER.account}", locations: [${REGION}], readRole: "${roleIn(OTHER)}" }
defaults: { notice: { fallback: cloud@example.com } }
cleanup: [{ accounts: [test], ${entry} }]
`;
}
