import type { ConfigurationProblem } from '../../core/common/errors.ts';
import type { ListingRequest } from '../../core/policy/listing.ts';
import type { Account, WorkConfiguration } from '../../core/policy/workConfiguration.ts';
import type { ProcessSettings } from '../schema/schema.ts';
import type { Redact } from '../yaml/redact.ts';
import type { Ignored } from '../yaml/report.ts';

/** A valid configuration, flattened. Printing it (JSON, `console`) shows the file's own keys, with secrets hidden. */
export interface Configuration {
  /** The path of the file, or the given name of a text. */
  readonly file: string;
  readonly dryRun: boolean;
  readonly redis: ProcessSettings['redis'];
  /** Absent: no notices by mail; then no namespace with notices can be live, unless another transport is required. */
  readonly mail?: NonNullable<ProcessSettings['mail']>;
  /** The webhooks' URLs are secrets. */
  readonly notify: ProcessSettings['notify'];
  readonly http: ProcessSettings['http'];
  /** `budget` and `deadline` in ms, `callRateShare` a fraction. */
  readonly work: ProcessSettings['work'];
  readonly definitions: ProcessSettings['definitions'];
  /** `keepFor` in ms. */
  readonly restore: ProcessSettings['restore'];
  readonly owner: ProcessSettings['owner'];
  /** `validFor` in ms; the first key signs, all verify. */
  readonly optOut: ProcessSettings['optOut'];
  readonly signing: ProcessSettings['signing'];
  readonly log: ProcessSettings['log'];
  /** Declared or listed accounts, also those in which Holystone does not work. */
  readonly accounts: readonly Account[];
  /** One per namespace, in the file's order. */
  readonly workConfigurations: readonly WorkConfiguration[];
  /** The listings that the configuration needs to be complete. */
  readonly listings: readonly ListingRequest[];
  /** Parts without a work configuration, and why. */
  readonly ignored: readonly Ignored[];
  /** Allowed, but probably not intended. */
  readonly warnings: readonly ConfigurationProblem[];
  /** Why `serve` must not start, although the file is valid; empty = it may. */
  readonly serveRefuses: readonly string[];
  /** Variables of secrets that are not set and have a placeholder: only a command that allows it loads such a file. */
  readonly absentSecrets: readonly string[];
  /** The address or a key of the state is among them: `redis.url` is `embedded` instead. */
  readonly isWithoutRedis: boolean;
  /** SHA-256 over all values that decide about resources, hex; equal on instances that decide the same. */
  readonly hash: string;
  readonly redact: Redact;
  toJSON(): unknown;
}
