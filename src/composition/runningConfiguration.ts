import { isDeepStrictEqual } from 'node:util';
import type { Configuration } from '../config/load/configuration.ts';
import type { Redact } from '../config/yaml/redact.ts';
import { ConfigurationError, formatProblem } from '../core/common/errors.ts';
import type { Logger } from '../core/common/logger.ts';
import type { Reloaded } from '../core/policy/fleet.ts';
import type { WorkConfiguration } from '../core/policy/workConfiguration.ts';
import type { Namespace } from '../core/resource/namespace.ts';
import type { ShownConfiguration } from '../http/app/deps.ts';
import type { Declared } from '../lifecycle/index.ts';

/** Sections whose parts are made once per process: listeners, connections, transports. */
const FIXED = ['redis', 'mail', 'notify', 'http', 'work', 'definitions', 'optOut', 'signing', 'log'] as const;

/**
 * The work configurations in force, which a reload may replace, and the configuration from the start of the process.
 */
export class RunningConfiguration {
  readonly #began: Configuration;
  readonly #load: () => Configuration;
  #listings: Configuration['listings'];
  readonly #log: Logger;
  #current: readonly WorkConfiguration[];
  #declared: Declared;
  #whole: Configuration;

  /** @param load reads the file again; throws `ConfigurationError` */
  constructor(began: Configuration, load: () => Configuration, log: Logger) {
    this.#began = began;
    this.#current = began.workConfigurations;
    this.#declared = began;
    this.#whole = began;
    this.#listings = began.listings;
    this.#load = load;
    this.#log = log;
  }

  readonly workConfigurations = (): readonly WorkConfiguration[] => this.#current;

  readonly declared = (): Declared => this.#declared;

  /** The listings that the configuration needs to be complete. */
  readonly listings = (): Configuration['listings'] => this.#listings;

  /** The file in force, without its secrets. */
  readonly shown = (): ShownConfiguration => {
    const { file, hash } = this.#whole;
    return { file, hash, settings: this.#whole.toJSON() };
  };

  /** The settings of a namespace with all defaults, without secrets; `undefined`: it is not configured. */
  readonly effective = (namespace: Namespace): Readonly<Record<string, unknown>> | undefined => {
    const wc = this.#current.find((one) => one.namespace === namespace);
    return wc && effectiveOf(wc, this.#whole.redact);
  };

  /** All of the new file or nothing of it: if it is invalid, the running configuration stays, and the log says so. */
  reload(actor: string): Reloaded {
    try {
      const next = this.#load();
      for (const warning of next.warnings) this.#log.warn({ warning: formatProblem(warning) }, 'configuration');
      if (next.serveRefuses.length > 0) return this.#refuse(actor, next);
      return this.#replace(actor, next);
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      return this.#invalid(actor, error);
    }
  }

  #replace(actor: string, next: Configuration): Reloaded {
    const changed = changedNamespaces(this.#current, next.workConfigurations);
    const needsRestart = FIXED.filter((section) => !isDeepStrictEqual(this.#began[section], next[section]));
    this.#current = next.workConfigurations;
    this.#declared = next;
    this.#whole = next;
    this.#listings = next.listings;
    this.#log.info({ actor, file: next.file, changed, namespaces: this.#current.length }, 'configuration reloaded');
    if (needsRestart.length > 0) {
      this.#log.warn({ sections: needsRestart }, 'these sections have changed and take effect only after a restart');
    }
    return { kind: 'replaced', changed, needsRestart };
  }

  #refuse(actor: string, { file, serveRefuses }: Configuration): Reloaded {
    const problems = serveRefuses.map((message) => ({ file, line: 1, column: 1, message }));
    return this.#invalid(actor, new ConfigurationError(problems));
  }

  #invalid(actor: string, { problems }: ConfigurationError): Reloaded {
    const sentences = problems.map(formatProblem);
    this.#log.error(
      { actor, problems: sentences },
      'the new configuration is not valid: the running one stays in force',
    );
    return { kind: 'invalid', problems };
  }
}

/** Namespaces that are new, gone, or configured differently. */
function changedNamespaces(
  before: readonly WorkConfiguration[],
  after: readonly WorkConfiguration[],
): readonly Namespace[] {
  const hashes = (wcs: readonly WorkConfiguration[]) => new Map(wcs.map(({ namespace, hash }) => [namespace, hash]));
  const [old, now] = [hashes(before), hashes(after)];
  return [...new Set([...old.keys(), ...now.keys()])].filter((name) => old.get(name) !== now.get(name)).sort();
}

/**
 * The settings of one namespace as Holystone uses them, with all defaults. Left out: the settings of its account and the
 * headers of the owner registry, which have credentials, the other accounts, the price table, and the settings of what
 * goes with its resources or is led to, which have namespaces of their own.
 */
function effectiveOf(wc: WorkConfiguration, redact: Redact): Readonly<Record<string, unknown>> {
  const { account, accounts: _others, owner, prices: _prices, parts: _parts, linked: _linked, ...settings } = wc;
  const { settings: _credentials, ...where } = account;
  const { registry, ...order } = owner;
  const { headers: _headers, ...source } = registry ?? {};
  return redactedIn({ ...settings, account: where, owner: registry ? { ...order, registry: source } : order }, redact);
}

/** The same value; each text in it is redacted, keys are not. */
function redactedIn<T>(value: T, redact: Redact): T {
  const walk = (part: unknown): unknown => {
    if (typeof part === 'string') return redact(part);
    if (Array.isArray(part)) return part.map(walk);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([key, item]) => [key, walk(item)]));
  };
  return walk(value) as T;
}
