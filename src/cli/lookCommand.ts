/** The action of `look`; the help of the command loads nothing of it. */

import { spawn } from 'node:child_process';
import { accessSync, constants, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { messageOf } from '../core/common/errors.ts';
import { type CliContext, EXIT, UsageError, writeError, writeLine } from './context.ts';
import type { TextFormat } from './format.ts';
import { sayInterrupted } from './interrupted.ts';
import { lookText } from './look/text.ts';
import { accountWords, locationWords } from './look/words.ts';
import { type FamilyOptions, familyOf } from './lookFamily.ts';
import { accountHere, lookAt } from './lookSurvey.ts';
import { colorsFor } from './text/colors.ts';
import { widthOf } from './text/wrapped.ts';

/** `look` takes these. */
export interface LookOptions extends TextFormat, FamilyOptions {
  readonly html: string;
  readonly json: string;
  readonly open?: true;
}

/** Writes both files before it prints: whoever reads the last line finds them. */
export async function look(options: LookOptions, context: CliContext): Promise<void> {
  const { format, html, json } = options;
  const { provider, wanted } = familyOf(options);
  for (const file of [json, html]) requireFolder(file);
  const counted = { calls: 0 };
  const here = await accountHere(provider, wanted, context, counted);
  const { called } = provider.firstLook;
  const account = accountWords({ account: { ...here, provider: provider.name } });
  const where = locationWords({ locations: here.locations, called });
  writeError(context.stderr, `Holystone look: ${called.account} ${account}, ${where}. It only reads.`);
  const found = await lookAt(provider, here, context, counted);
  write(json, `${JSON.stringify(found)}\n`);
  const { report } = await import('./look/report.tsx');
  write(html, report(found, json));
  const page = { width: widthOf(context.stdout), color: colorsFor(context) };
  writeLine(context.stdout, format === 'json' ? JSON.stringify(found) : lookText(found, { html, json }, page));
  if (options.open) await openFile(html, context);
  if (found.notLookedAt > 0 && context.signal.aborted)
    sayInterrupted(context, `the report lacks ${found.notLookedAt} places`);
  else if (found.unread.length > 0) context.exitCode = EXIT.withheld;
}

/** Nobody waits for a look that cannot be written. @throws UsageError */
function requireFolder(file: string): void {
  try {
    accessSync(dirname(resolve(file)), constants.W_OK);
  } catch (error) {
    throw new UsageError(`cannot write ${file}: ${messageOf(error)}`);
  }
}

/** @throws Error that names the file */
function write(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new Error(`cannot write ${file}: ${messageOf(error)}`, { cause: error });
  }
}

/** The opener of each system, and what stands before the path. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['explorer'],
};

/** Waits until the program has started, not for its end. Without one it says where the file is. */
async function openFile(file: string, { env, stderr }: Pick<CliContext, 'env' | 'stderr'>): Promise<void> {
  const path = resolve(file);
  const [program, ...before] = OPENERS[process.platform] ?? ['xdg-open'];
  const started = spawn(program, [...before, path], { env, stdio: 'ignore', detached: true });
  const failed = await new Promise<Error | undefined>((done) => {
    started.once('error', done);
    started.once('spawn', () => done(undefined));
  });
  started.unref();
  if (failed) writeError(stderr, `note: ${messageOf(failed)}; open it yourself: ${path}`);
}
