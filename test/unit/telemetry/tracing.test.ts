/** Spans at a real HTTP collector, and the variables that say where it is. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createLogger } from '../../../src/telemetry/logger.ts';
import { tracingSettings } from '../../../src/telemetry/tracing/settings.ts';
import { openTracing } from '../../../src/telemetry/tracing/tracing.ts';
import { spansAt } from '../../support/collector.ts';
import { startWebhook, status, type WebhookServer } from '../../support/webhookServer.ts';

function captureLog() {
  let text = '';
  const log = createLogger({ level: 'info', destination: { write: (line) => (text += line) } });
  return { log, text: () => text };
}

describe('the variables of OpenTelemetry', () => {
  test.each([
    [{}],
    [{ OTEL_SERVICE_NAME: 'x' }],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: ' ' }],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318', OTEL_SDK_DISABLED: 'TRUE' }],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318', OTEL_TRACES_EXPORTER: 'none' }],
  ])('%j traces nothing', (env) => {
    expect(tracingSettings(env)).toBeUndefined();
  });

  test.each([
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318' }, { url: 'http://c:4318/v1/traces', share: 1, headers: {} }],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'https://c/otlp/' }, { url: 'https://c/otlp/v1/traces' }],
    [
      { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://c/own', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://other' },
      { url: 'https://c/own' },
    ],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c', OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20b, x=1==' },
      { headers: { 'api-key': 'a b', x: '1==' } },
    ],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c', OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment=prod' },
      { resource: { 'service.name': 'holystone', 'deployment.environment': 'prod' } },
    ],
    [
      {
        OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c',
        OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
        OTEL_TRACES_SAMPLER_ARG: '0.1',
      },
      { share: 0.1 },
    ],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c', OTEL_TRACES_SAMPLER: 'always_off' }, { share: 0 }],
  ])('%j', (env, settings) => {
    expect(tracingSettings(env)).toMatchObject(settings);
  });

  test.each([
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, 'OTEL_EXPORTER_OTLP_ENDPOINT is no URL'],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, 'set http/json'],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c', OTEL_TRACES_EXPORTER: 'zipkin' }, 'knows otlp and none'],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c', OTEL_EXPORTER_OTLP_HEADERS: 'secret' },
      'OTEL_EXPORTER_OTLP_HEADERS is no list',
    ],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c', OTEL_EXPORTER_OTLP_HEADERS: 'k=%zz' }, 'not percent-encoded'],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c', OTEL_TRACES_SAMPLER: 'jaeger_remote' }, 'OTEL_TRACES_SAMPLER'],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c', OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '2' },
      'no number from 0 to 1',
    ],
  ])('%j is refused, and its secret is not shown', (env, why) => {
    expect(() => tracingSettings(env)).toThrow(why);
    expect(() => tracingSettings(env)).not.toThrow(/secret\b|%zz/);
  });
});

describe('a collector', () => {
  let collector: WebhookServer;
  beforeEach(async () => {
    collector = await startWebhook('/v1/traces');
  });
  afterEach(() => collector.close());

  const settings = () => ({
    url: collector.url,
    headers: { key: 'k' },
    resource: { 'service.name': 'holystone' },
    share: 1,
  });

  test('it gets work within work, results, and failures without their words', async () => {
    const { tracer, close } = await openTracing(settings(), captureLog().log);
    const answer = await tracer.trace(
      { name: 'pass mark', attributes: { a: 1 }, resultOf: (count: number) => ({ count }) },
      async () => {
        await tracer.trace({ name: 'ec2:DescribeImages', leaves: true, attributes: {} }, async () => undefined);
        return 7;
      },
    );
    expect(answer).toBe(7);
    const failing = tracer.trace({ name: 'digest', attributes: {} }, () => Promise.reject(new TypeError('a secret')));
    await expect(failing).rejects.toThrow('a secret');
    await close();
    const [call, pass, digest] = spansAt(collector);
    expect(pass).toMatchObject({ name: 'pass mark', attributes: { a: 1, count: 7 }, parent: undefined });
    expect(call).toMatchObject({ name: 'ec2:DescribeImages', parent: pass?.id, trace: pass?.trace, kind: 3 });
    expect(digest).toMatchObject({ name: 'digest', attributes: { 'error.type': 'TypeError' }, failed: true });
    expect(collector.received.every(({ headers }) => headers.key === 'k')).toBe(true);
    expect(JSON.stringify(collector.received)).not.toContain('a secret');
  });

  test('one that refuses is named once, and holds up nothing', async () => {
    collector.answers.push(status(403));
    const { log, text } = captureLog();
    const { tracer, close } = await openTracing(settings(), log);
    expect(await tracer.trace({ name: 'pass mark', attributes: {} }, async () => 'done')).toBe('done');
    await close();
    expect(text().match(/spans could not be sent, and are lost/g)).toHaveLength(1);
  });

  test('with a share of nothing it hears nothing, and the work is done', async () => {
    const { tracer, close } = await openTracing({ ...settings(), share: 0 }, captureLog().log);
    expect(await tracer.trace({ name: 'pass mark', attributes: {} }, async () => 'done')).toBe('done');
    await close();
    expect(collector.received).toEqual([]);
  });
});
