/** The claims of deploy/ about a running daemon, checked on one with the configuration of the manifests. */
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { parse, stringify } from 'yaml';
import { type MailSink, startMailSink } from '../../sandbox/mail/mailSink.ts';
import { askRedis } from '../support/askRedis.ts';
import { Daemon, endAllDaemons } from '../support/daemon.ts';
import { configurationText, containerOf, deployText, manifest, variables } from '../support/deployFiles.ts';
import { startRedis, type TestRedis } from '../support/redis.ts';
import { until } from '../support/until.ts';

let dir: string;
let redis: TestRedis;
let mail: MailSink;
let daemon: Daemon;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'holystone-deploy-'));
  [redis, mail] = await Promise.all([startRedis(), startMailSink()]);
  const given = parse(configurationText);
  const { public: pages, operator } = given.http;
  const config = join(dir, 'holystone.yaml');
  const http = { public: { ...pages, port: 0 }, operator: { ...operator, port: 0, bind: '127.0.0.1' } };
  // No cloud is asked: it stays paused.
  writeFileSync(
    config,
    stringify({ ...given, http, work: { capacity: 0 }, definitions: { dir: join(dir, 'definitions') } }),
  );
  daemon = new Daemon({
    config,
    name: 'here',
    env: { ...variables, REDIS_URL: redis.url, SMTP_URL: mail.smtpUrl },
    here: true,
  });
  await daemon.readiness(200);
});
afterAll(async () => {
  await endAllDaemons();
  await Promise.all([redis?.stop(), mail?.close()]);
  await rm(dir, { recursive: true, force: true });
});

test.each(['startupProbe', 'livenessProbe', 'readinessProbe'] as const)(
  'the %s of Kubernetes succeeds',
  async (probe) => {
    const { path, port } = containerOf(manifest('Deployment'))[probe].httpGet;
    expect(port).toBe('public');
    expect((await fetch(`${daemon.publicUrl}${path}`)).status).toBe(200);
  },
);

test('Redis of compose and of the manifests takes its password from no command line', async () => {
  const { services } = parse(readFileSync('docker/compose.yaml', 'utf8'), { merge: true });
  const folder = mkdtempSync(join(dir, 'redis-'));
  const words: readonly string[] = services.redis.command;
  const own = words.map((word) => word.replaceAll('$$', '$').replaceAll('/tmp/users.acl', join(folder, 'users.acl')));
  const [command = '', ...args] = own;
  const env = { PATH: process.env.PATH ?? '', HOLYSTONE_REDIS_PASSWORD: 'hunter2 $x "q"' };
  const port = randomInt(20_000, 32_000);
  const more = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder];
  const server = spawn(command, [...args, ...more], { env, stdio: 'ignore' });
  try {
    await until('Redis refuses who has no password', () => askRedis(port, 'PING').then(isRefused, () => false));
    expect([
      await askRedis(port, 'AUTH holystone "hunter2 $x \\"q\\""'),
      JSON.stringify(own).includes('hunter2'),
    ]).toEqual(['+OK', false]);
  } finally {
    server.kill();
    await once(server, 'exit');
  }
});

const isRefused = (answer: string) => answer.startsWith('-NOAUTH');

const monitor = deployText('helm/holystone/templates/servicemonitor.yaml');

test('the ServiceMonitor reads the metrics with the reader token', async () => {
  const path = /path: (\S+)/.exec(monitor)?.[1] ?? '';
  const key = /key: (\w+)/.exec(monitor)?.[1] ?? '';
  const headers = { authorization: `Bearer ${variables[key]}` };
  expect((await fetch(`${daemon.operatorUrl}${path}`)).status).toBe(401);
  expect((await fetch(`${daemon.operatorUrl}${path}`, { headers })).status).toBe(200);
});

/** Every expression of PromQL. */
const expressions = (['alerts.yaml', 'grafana.json'] as const).flatMap((file) => {
  const found: string[] = [];
  parse(deployText(file), (key, value: unknown) => {
    if (key === 'expr') found.push(String(value));
    return value;
  });
  return found.map((expression) => [file, expression] as const);
});

test('every metric of the alerts and the dashboard is one that the daemon shows, with these labels', async () => {
  const headers = { authorization: `Bearer ${variables.HOLYSTONE_READER_TOKEN}` };
  const text = await (await fetch(`${daemon.operatorUrl}/metrics`, { headers })).text();
  const shown = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
  // The labels that Prometheus adds, and the series of a histogram.
  const labels = new Map(
    [...deployText('../docs/metrics.md').matchAll(/^\| `(\w+)` \|.*?\|.*?\| (.*?) \|/gm)].map(([, name, list = '']) => [
      name,
      new Set(['instance', 'le', ...[...list.matchAll(/`(\w+)`/g)].map(([, label]) => label)]),
    ]),
  );
  const unknown = expressions.flatMap(([file, expression]) => {
    const metrics = [...expression.matchAll(/holystone_\w+/g)].map(([name]) => name.replace(/_bucket$/, ''));
    const used = [...expression.matchAll(/(\w+)\s*(?:=~|!=|=)\s*"|by \(([^)]*)\)/g)].flatMap(([, matched, grouped]) =>
      matched === undefined ? (grouped ?? '').split(',').map((label) => label.trim()) : [matched],
    );
    return [
      ...metrics.filter((name) => !shown.has(name)).map((name) => `${file}: ${name}`),
      ...used
        .filter((label) => !metrics.some((name) => labels.get(name)?.has(label)))
        .map((label) => `${file}: ${label} of ${metrics}`),
    ];
  });
  expect(expressions.length).toBeGreaterThan(30);
  expect(unknown).toEqual([]);
});
