/** The reasons why a daemon is not ready, and the notes beside them. */
import type { Configuration } from '../config/load/configuration.ts';
import type { Logger } from '../core/common/logger.ts';
import { deletes, unsignedDeletions } from '../core/policy/unsigned.ts';
import type { Namespace } from '../core/resource/namespace.ts';
import type { NotFoundNames } from '../telemetry/notFoundNames.ts';
import type { OverBudget } from '../telemetry/overBudget.ts';
import type { Readiness } from '../telemetry/readiness.ts';
import type { AccountListings } from './accountListings.ts';
import type { Wired } from './parts.ts';
import type { StateAccess } from './stateAccess.ts';

interface Checked extends Pick<StateAccess, 'connection'> {
  readonly log: Logger;
  readonly configuration: Configuration;
  readonly wired: Wired;
  readonly overBudget: OverBudget;
  readonly notFound: NotFoundNames;
  readonly accounts: Pick<AccountListings, 'problems'>;
}

/** Adds them all; `start` blocks until the caller unblocks it. */
export function addChecks(readiness: Readiness, checked: Checked): void {
  const { configuration, connection, wired, overBudget, notFound, accounts, log } = checked;
  readiness.add('redis', () => (connection.ready ? undefined : connection.trouble));
  readiness.add('writes', () => (connection.ready ? wired.watch.failure() : wired.watch.refusal()));
  readiness.add('store', () => (isAnyDeleted(wired) ? wired.watch.problem() : undefined));
  readiness.add('memory', () => (isAnyDeleted(wired) ? wired.watch.memoryFailure() : undefined));
  readiness.add('definitions', () => (isAnyDeleted(wired) ? wired.definitionsWatch.problem() : undefined));
  readiness.add('record', () => log.record?.problem());
  readiness.block('start', 'starting: waiting for Redis');
  readiness.note('configuration', () => driftNote(wired));
  readiness.note('control', () => wired.fleet.unproven());
  readiness.note('surveys', () => overBudget.text(wired.parts.clock.now()));
  readiness.note('names', () => notFound.text(namespacesOf(wired), wired.parts.clock.now()));
  readiness.note('signing', () => unsignedDeletions(configuration.signing.keys, wired.parts.workConfigurations()));
  readiness.note('accounts', () => accounts.problems.join('; ') || undefined);
}

function namespacesOf({ parts }: Wired): readonly Namespace[] {
  return parts.workConfigurations().map(({ namespace }) => namespace);
}

function isAnyDeleted({ parts }: Wired): boolean {
  return parts.workConfigurations().some(deletes);
}

/** Still ready: an instance that deletes nothing accepts opt-outs. */
function driftNote({ fleet }: Wired): string | undefined {
  const held = [...fleet.drift].map(([namespace, why]) => `${namespace}: ${why}`);
  return held.length === 0 ? undefined : held.join('; ');
}
