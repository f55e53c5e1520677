/** Everything that the source of an environment declares, from wherever it is. */

import { createHash } from 'node:crypto';
import { isFromFuture } from '../../../core/common/clock.ts';
import { DAY_MS } from '../../../core/common/duration.ts';
import { ReadError } from '../../../core/common/errors.ts';
import { readPlainFile } from '../../../documents/plainFile.ts';
import { forManifests } from '../../programs/environment.ts';
import { ProgramError, runProgram } from '../../programs/runProgram.ts';
import type { Discovered } from '../calls/discovery.ts';
import { kindText } from '../objects/groupKind.ts';
import { type Environment, environmentIn } from '../objects/ownership.ts';
import { idOf } from '../objects/reference.ts';
import { programOf, settingsOf } from '../wire/account.ts';
import type { CallScope } from '../wire/call.ts';
import { filesInArchive } from './archive.ts';
import { type Declared, declaredIn } from './declared.ts';
import { filesAt } from './download.ts';
import { filesBelow, MAX_BYTES, reading, type SourceFile } from './folder.ts';
import { declaredByApplySet, declaredByInventory, type Parent } from './inCluster.ts';
import type { Source, SourceParameters } from './parameters.ts';
import { filledIn } from './placeholders.ts';
import { declaredByRelease } from './release.ts';

const REMEMBERED_FOR_MS = 365 * DAY_MS;

/**
 * Remembers the newest revision of a source, over restarts: a copy of an old one would nominate new objects.
 * @param at of this revision, ms since the epoch
 * @throws ReadError if a newer one was seen, or if it is of the future: it would never become old
 */
async function notOlder(
  at: number,
  source: Source | Parent,
  location: string,
  { account, io }: CallScope,
): Promise<void> {
  const { learnt } = io;
  if (isFromFuture(at, io.clock.now())) {
    const why = `this revision is of ${new Date(at).toISOString()}, which is still to come`;
    throw new ReadError(`reading the source: ${why}; correct its date`, { problem: 'failed' });
  }
  if (!learnt) return;
  const hash = createHash('sha256').update(JSON.stringify(source)).digest('hex');
  const key = `kubernetes/${account.name}/${location}/revision/${hash}`;
  const seen = Number((await learnt.get(key)) ?? 0);
  if (at < seen) {
    const [is, was] = [at, seen].map((one) => new Date(one).toISOString());
    const why = `this revision is of ${is}, and one of ${was} was read before`;
    throw new ReadError(`reading the source: ${why}; bring the newer one back`, { problem: 'failed' });
  }
  if (at > seen) await learnt.put(key, String(at), REMEMBERED_FOR_MS);
}

const LONGEST_MS = 120_000;

/** A source that a program prints: `qbec show prod`; never a shell. @throws ReadError unless it is allowed, ends well and in time */
async function rendered([command = '', ...args]: readonly string[], target: CallScope): Promise<SourceFile> {
  const { account, io } = target;
  const { render: allowed = [] } = settingsOf(account);
  const program = allowed.find((one) => programOf(one) === command);
  if (program === undefined) {
    throw problem(command, `the account ${account.name} does not allow it; name it in its \`render\``);
  }
  try {
    const env = typeof program === 'string' ? {} : program.env;
    const limits = { longestMs: LONGEST_MS, maxBytes: MAX_BYTES };
    const printed = await runProgram({ command, args, inherits: forManifests, env, ...limits }, io.signal);
    return { name: command, text: printed };
  } catch (error) {
    throw error instanceof ProgramError ? problem(command, error.message, error) : error;
  }
}

function problem(command: string, why: string, cause?: unknown): ReadError {
  return new ReadError(`reading the source that \`${command}\` prints: ${why}`, { problem: 'failed', cause });
}

/** Where it is read for: each environment has its own memory of revisions. */
interface Reading {
  readonly target: CallScope;
  readonly location: string;
  readonly discovered: Discovered;
}

/** @throws ReadError unless the whole source is read, is not older than before, and declares each object once */
export async function readSource(
  { source: setting = {}, allowEmpty, ownership }: SourceParameters,
  from: Reading,
): Promise<readonly Declared[]> {
  const environment = environmentIn(from.location);
  if (!environment) throw malformed(from.location, 'the location is no application environment');
  const isRelease = ownership === 'helm';
  const source: Source = isRelease ? {} : filledIn(setting, environment);
  const declared = new Map<string, Declared>();
  const title = isRelease ? `release ${from.location}` : titleOf(source);
  for await (const one of isRelease ? declaredByHelm(environment, from) : declaredBy(source, from)) {
    const id = one.generateName === undefined ? idOf(one) : `${idOf(one)}${one.generateName} at ${one.at}`;
    const known = declared.get(id);
    if (known) throw malformed(title, `${known.at} and ${one.at} both declare ${kindText(one)} ${one.name}`);
    declared.set(id, one);
  }
  if (declared.size === 0 && !allowEmpty) {
    throw malformed(title, 'it declares no object; set `allowEmpty: true` if that is meant');
  }
  return [...declared.values()];
}

async function* declaredByHelm({ application, environment }: Environment, from: Reading): AsyncIterable<Declared> {
  const { target, location, discovered } = from;
  const release = { namespace: application, name: environment };
  const { declared, at } = await declaredByRelease(target, discovered, release);
  await notOlder(at, release, location, target);
  yield* declared;
}

async function* declaredBy(source: Source, from: Reading): AsyncIterable<Declared> {
  const { target, discovered } = from;
  if (source.inventory) yield* await declaredByInventory(target, discovered, source.inventory);
  else if (source.applySet) yield* await declaredByApplySet(target, discovered, source.applySet);
  else for await (const { name, text } of filesOf(source, from)) yield* declaredIn(text, name, target.io.signal);
}

async function* filesOf(source: Source, { target, location }: Reading): AsyncIterable<SourceFile> {
  const { signal } = target.io;
  if (source.url !== undefined) {
    const { files, at } = await filesAt(source.url, source.maxAge ?? 0, target);
    await notOlder(at, source, location, target);
    yield* files;
  } else if (source.archive !== undefined) {
    const path = source.archive;
    const limits = { maxBytes: MAX_BYTES, signal };
    const bytes = await reading(path, () => readPlainFile(path, limits), signal);
    const { files, newestAt } = await filesInArchive(bytes, path, signal);
    await notOlder(newestAt, source, location, target);
    yield* files;
  } else if (source.render !== undefined) yield await rendered(source.render, target);
  else yield* filesBelow(source.dir ?? source.file ?? '', signal);
}

function titleOf({ dir, file, archive, url, render, inventory, applySet }: Source): string {
  const parent = inventory ?? applySet;
  const address = url === undefined ? undefined : new URL(url).origin + new URL(url).pathname;
  return dir ?? file ?? archive ?? address ?? render?.[0] ?? `${parent?.namespace}/${parent?.name}`;
}

function malformed(title: string, why: string): ReadError {
  return new ReadError(`reading the source ${title}: ${why}`, { problem: 'malformed' });
}
