/** Runs a program that prints credentials (`exec` in a kubeconfig; client.authentication.k8s.io, v1 and v1beta1). */
import { dirname, isAbsolute, resolve } from 'node:path';
import { z } from 'zod';
import { ReadError } from '../../../core/common/errors.ts';
import { forCredentials } from '../../programs/environment.ts';
import { ProgramError, runProgram } from '../../programs/runProgram.ts';
import type { ClusterAccess, ExecPlugin } from './kubeconfig.ts';

const answer = z.object({
  kind: z.literal('ExecCredential'),
  status: z.object({
    token: z.string().min(1).optional(),
    clientCertificateData: z.string().min(1).optional(),
    clientKeyData: z.string().min(1).optional(),
    expirationTimestamp: z.iso.datetime({ offset: true }).nullish(),
  }),
});

/** The credentials that a program of the kubeconfig printed (`client.authentication.k8s.io`). Not for logs. */
export interface ExecCredential {
  readonly token?: string;
  /** PEM. */
  readonly cert?: string;
  readonly key?: string;
  /** ms since the epoch; absent = they do not end. */
  readonly until?: number;
}

/**
 * @param path of the kubeconfig: a command with a slash is relative to its folder
 * @throws ReadError that names the program, never its output, which has secrets
 */
export async function runPlugin(
  plugin: ExecPlugin,
  { server }: Pick<ClusterAccess, 'server'>,
  path: string,
  signal: AbortSignal,
): Promise<ExecCredential> {
  const printed = await output(plugin, server, path, signal);
  const { token, clientCertificateData: cert, clientKeyData: key, expirationTimestamp: until } = parse(printed, plugin);
  if (token === undefined && (cert === undefined || key === undefined)) {
    throw problem(plugin, 'it prints neither a token nor a certificate with its key');
  }
  return {
    ...(token === undefined ? {} : { token }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
    ...(until ? { until: Date.parse(until) } : {}),
  };
}

function parse(printed: string, plugin: ExecPlugin): z.infer<typeof answer>['status'] {
  try {
    return answer.parse(JSON.parse(printed)).status;
  } catch {
    throw problem(plugin, 'it does not print an ExecCredential');
  }
}

async function output(plugin: ExecPlugin, server: string, path: string, signal: AbortSignal): Promise<string> {
  const { command, args, env, apiVersion, provideClusterInfo } = plugin;
  const isPath = command.includes('/') && !isAbsolute(command);
  const program = isPath ? resolve(dirname(path), command) : command;
  const spec = { interactive: false, ...(provideClusterInfo ? { cluster: { server } } : {}) };
  const info = JSON.stringify({ apiVersion, kind: 'ExecCredential', spec });
  try {
    const given = { ...env, KUBERNETES_EXEC_INFO: info };
    return await runProgram({ command: program, args, inherits: forCredentials(program), env: given }, signal);
  } catch (error) {
    throw error instanceof ProgramError ? problem(plugin, error.message) : error;
  }
}

function problem({ command }: ExecPlugin, why: string): ReadError {
  return new ReadError(`the program \`${command}\` that the kubeconfig runs for credentials: ${why}`, {
    problem: 'credentials',
  });
}
