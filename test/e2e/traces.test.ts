/** A process that traces: spans of its passes, calls and messages reach a collector. */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { spansAt } from '../support/collector.ts';
import { endAllDaemons } from '../support/daemon.ts';
import { until } from '../support/until.ts';
import { startWebhook, type WebhookServer } from '../support/webhookServer.ts';
import { Stage } from './stage.ts';

let stage: Stage;
let collector: WebhookServer;

beforeAll(async () => {
  [stage, collector] = await Promise.all([Stage.start(), startWebhook('')]);
});
afterEach(endAllDaemons);
afterAll(() => Promise.all([stage?.stop(), collector?.close()]));

const PATIENCE = 900_000;

test(
  'each pass is a span with its calls below it, and so is each message; no span names an owner',
  async () => {
    stage.addImages(2);
    const cleanup = '[{ type: image, live: true, when: [{ rule: unused }], keepNewest: off }]';
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_EXPORTER_OTLP_HEADERS: 'api-key=secret' };
    const daemon = stage.serve(stage.config({ cleanup }), 'one', env);
    const seen = (name: string) => spansAt(collector).filter((span) => span.name === name);
    await until('a message is sent', async () => seen('send message').length > 0, PATIENCE);
    await until('the call of a pass is seen', async () => seen('ec2:DescribeImages').length > 0, PATIENCE);
    expect(await daemon.stop()).toMatchObject({ code: 0 });
    const passes = seen('pass mark');
    expect(passes[0]?.attributes).toMatchObject({
      'holystone.namespace': 'aws:test:us-east-1:image',
      'holystone.outcome': 'complete',
      'holystone.count.listed': 2,
    });
    const ids = new Set(passes.map(({ id }) => id));
    expect(seen('ec2:DescribeImages').some(({ parent }) => ids.has(parent ?? ''))).toBe(true);
    expect(seen('send message')[0]?.attributes).toMatchObject({
      'holystone.answer': 'accepted',
      'holystone.resources': 2,
    });
    expect(collector.received[0]).toMatchObject({ path: '/v1/traces', headers: { 'api-key': 'secret' } });
    expect(JSON.stringify(collector.received)).not.toMatch(/@example\.com/);
  },
  PATIENCE,
);
