/** Where the daemon's own listeners listen. */
import { beforeAll, expect, test } from '@jest/globals';
import { listen } from '../../../src/composition/listen.ts';
import { Releasers } from '../../../src/composition/releasers.ts';
import { RunningConfiguration } from '../../../src/composition/runningConfiguration.ts';
import { createMetrics } from '../../../src/telemetry/metrics.ts';
import { Readiness } from '../../../src/telemetry/readiness.ts';
import { worldForAll } from '../../support/awsWorld.ts';

const world = worldForAll();
beforeAll(async () => {
  await world.reset();
});

const WARNING = 'no tokens are configured: the operator listener is open to this machine only (http.operator.bind)';

/** @returns the host that the operator listener listens on, and the warnings in the log */
async function operatorHost(bind: string, readerTokens: { name: string; token: string }[]) {
  const { configuration, log, wired } = world;
  const { http } = configuration;
  const warned: string[] = [];
  const releasers = new Releasers(log);
  try {
    const { operator } = await listen({
      configuration: {
        ...configuration,
        http: {
          ...http,
          public: { ...http.public, port: 0, bind: '127.0.0.1' },
          operator: { ...http.operator, port: 0, bind, readerTokens },
        },
      },
      log: { ...log, warn: (_fields, message) => void warned.push(message) },
      running: new RunningConfiguration(configuration, () => configuration, log),
      wired,
      readiness: new Readiness(),
      metrics: createMetrics({ version: '0.0.0' }),
      releasers,
      reload: async () => ({ kind: 'replaced', changed: [], needsRestart: [] }),
      signal: new AbortController().signal,
    });
    return { host: new URL(operator).hostname, warned };
  } finally {
    await releasers.release();
  }
}

test('P11 without tokens the operator listener listens on loopback only, whatever `bind` says, and the log says so', async () => {
  expect(await operatorHost('0.0.0.0', [])).toEqual({ host: '127.0.0.1', warned: [WARNING] });
});

test('P11 with a token the operator listener keeps its address, and logs no warning', async () => {
  const token = { name: 'grafana', token: 'a reader’s secret' };
  expect(await operatorHost('127.0.0.2', [token])).toEqual({ host: '127.0.0.2', warned: [] });
});
