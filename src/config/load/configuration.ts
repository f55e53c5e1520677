import type { ConfigurationProblem } from '../../core/common/errors.ts';
import type { ListingRequest } from '../../core/policy/listing.ts';
import type { Account, WorkConfiguration } from '../../core/policy/workConfiguration.ts';
import type { ProcessSettings } from '../schema/schema.ts';
import type { Redact } from '../yaml/redact.ts';
import type { Ignored } from '../yaml/report.ts';

/** A file that loaded, flattened. Printing it (JSON, `console`) shows the file's own keys with secrets hidden. */
export interface Configuration {
  /** The path it was read from, or the name given for a text. */
  readonly file: string;
  readonly dryRun: boolean;
  readonly redis: ProcessSettings['redis'];
  /** Absent: nobody can be told, and nothing with notices on can be live. */
  readonly mail?: NonNullable<ProcessSettings['mail']>;
  /** The webhooks' addresses are secrets. */
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
  /** Declared or listed, also where nothing is worked on. */
  readonly accounts: readonly Account[];
  /** One per namespace, in the file's order. */
  readonly workConfigurations: readonly WorkConfiguration[];
  /** What has to be listed for it to be whole. */
  readonly listings: readonly ListingRequest[];
  /** What yields no work configuration, and why. */
  readonly ignored: readonly Ignored[];
  /** Allowed, but probably not meant. */
  readonly warnings: readonly ConfigurationProblem[];
  /** Why `serve` must not start with it, though the file is valid; empty = it may. */
  readonly serveRefuses: readonly string[];
  /** SHA-256 over everything that decides about resources, hex; equal on instances that decide alike. */
  readonly hash: string;
  readonly redact: Redact;
  toJSON(): unknown;
}
