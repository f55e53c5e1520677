import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { loadConfiguration } from '../../../src/config/load/loader.ts';
import { handlers } from '../../../src/handlers/index.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const read = (path: string) => readFileSync(`${ROOT}${path}`, 'utf8');

interface Service {
  readonly image: string;
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly user?: string;
  readonly read_only?: boolean;
  readonly tmpfs?: readonly string[];
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly ports?: readonly string[];
}

const { services, volumes } = parse(read('docker/compose.yaml'), { merge: true }) as {
  services: Readonly<Record<string, Service>>;
  volumes: Readonly<Record<string, unknown>>;
};
const names = Object.keys(services);
const instances = names.filter((name) => services[name]?.build);

describe('compose.yaml', () => {
  test('two instances share one configuration, one Redis and one mail server', () => {
    expect(instances).toHaveLength(2);
    const shared = instances.map((name) => [services[name]?.environment, services[name]?.volumes]);
    expect(shared[0]).toEqual(shared[1]);
    expect(services['holystone-1']?.environment).toMatchObject({
      REDIS_URL: expect.stringMatching(/^redis:\/\/holystone:\$\{HOLYSTONE_REDIS_PASSWORD:\?[^}]*\}@redis:6379$/),
      SMTP_URL: 'smtp://mail:1025',
    });
  });

  test('L21 an instance has as much time to stop as in Kubernetes', () => {
    const [, seconds] = /terminationGracePeriodSeconds: (\d+)/.exec(read('deploy/kubernetes/holystone.yaml')) ?? [];
    for (const name of instances) expect(services[name]).toMatchObject({ stop_grace_period: `${seconds}s` });
  });

  test('Redis is as durable as deletes ask for', () => {
    const command = services.redis?.command ?? [];
    const settings = new Map(command.flatMap((word, at, all) => (word.startsWith('--') ? [[word, all[at + 1]]] : [])));
    expect(Object.fromEntries(settings)).toMatchObject({
      '--appendonly': 'yes',
      '--appendfsync': 'always',
      '--maxmemory-policy': 'noeviction',
    });
    expect(services.redis?.volumes).toEqual(['redis:/data']);
    expect(Object.keys(volumes)).toContain('redis');
  });

  test.each(names)('%s runs without root, capabilities and a writable root, and is watched', (name) => {
    const service = services[name];
    expect(service).toMatchObject({
      read_only: true,
      tmpfs: ['/tmp'],
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      user: expect.not.stringMatching(/^(root|0)(:|$)/),
    });
    expect(service?.healthcheck?.test[0]).toBe('CMD');
  });

  test.each(names)('%s is published to this machine only', (name) => {
    expect(services[name]?.ports?.filter((port) => !port.startsWith('127.0.0.1:')) ?? []).toEqual([]);
  });

  test('its configuration loads with its own variables, as a dry run that serve takes', () => {
    const environment = services[instances[0] ?? '']?.environment ?? {};
    const secret = 'a-secret-of-more-than-thirty-two-characters';
    const env = Object.fromEntries(
      Object.entries(environment).map(([key, value]) => [
        key,
        value.replace(/\$\{\w+:\?[^}]*\}/, `${secret}-${key}`).replace(/^\$\{\w+:-(.*)\}$/, '$1'),
      ]),
    );
    const configuration = loadConfiguration({ path: `${ROOT}docker/holystone.yaml` }, { env, handlers });
    expect(configuration).toMatchObject({ dryRun: true, serveRefuses: [], warnings: [] });
    expect(configuration.workConfigurations).not.toEqual([]);
  });
});

describe('Dockerfile', () => {
  const lines = read('docker/Dockerfile').replaceAll('\\\n', ' ').split('\n');
  const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')));
  const copied = lines
    .filter((line) => line.startsWith('COPY ') && !line.includes('--from='))
    .flatMap((line) => line.split(/\s+/).slice(1, -1));

  test('everything that it copies exists and is let through by .dockerignore', () => {
    const allowed = read('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'));
    expect(copied.filter((path) => !existsSync(`${ROOT}${path}`))).toEqual([]);
    expect([...new Set(copied)].sort()).toEqual(allowed.map((line) => line.slice(1)).sort());
  });

  test('the build has every file outside src/ that it needs', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: { build: string } };
    const named = scripts.build.split(/\s+/).filter((word) => existsSync(`${ROOT}${word}`) && word.includes('.'));
    expect(named.filter((path) => !copied.includes(path))).toEqual([]);
  });

  test('every stage is Node 24 slim, and the last one runs without root and is watched', () => {
    const argument = lines.find((line) => line.startsWith('ARG BASE='))?.replace('ARG BASE=', '') ?? '';
    const bases = lines
      .filter((line) => line.startsWith('FROM '))
      .map((line) => line.split(' ')[1]?.replace(/^\$\{BASE\}$/, argument));
    expect(new Set(bases)).toEqual(new Set(['node:24-slim']));
    expect(last).toContain('USER node');
    expect(last.some((line) => line.startsWith('HEALTHCHECK '))).toBe(true);
  });

  test('it brings no development tools', () => {
    expect(lines.some((line) => line.includes('npm ci --omit=dev'))).toBe(true);
    expect(last.filter((line) => line.includes('node_modules'))).toEqual([
      'COPY --from=dependencies /app/node_modules node_modules',
    ]);
  });
});
