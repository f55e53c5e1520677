/** What the daemon itself knows about its messages: it lists, shows, previews and repeats them, and sees them opened. */
import { afterEach, expect, test } from '@jest/globals';
import { endAllDaemons, PATIENCE_MS } from '../support/daemon.ts';
import { until } from '../support/until.ts';
import { stageForAll } from './stage.ts';

const ANN = 'ann@example.com';

interface Listed {
  readonly items: readonly { readonly messageId: string; readonly openedAt?: string; readonly state: string }[];
}

const stage = stageForAll();
afterEach(() => endAllDaemons());

test('P10 a served fleet lists its message, sees that it is opened, sends it again once, and shows its own figures', async () => {
  stage.addImages(2, { tags: { owner: ANN } });
  const cleanup = '[{ type: image, live: true, when: [{ rule: unused }], keepNewest: off, retention: 14d }]';
  const one = stage.serveHere(stage.config({ cleanup, defaults: 'unusedFor: off' }));
  await one.logged('a notice was sent', () => true);
  const listed = () => one.api<Listed>(`/notices?owner=${encodeURIComponent(ANN)}`);
  await until('the message is listed', async () => (await listed()).items.length > 0, PATIENCE_MS);
  const [notice] = (await listed()).items;
  expect(notice).toMatchObject({ state: 'accepted', transport: 'smtp', resources: 2, isReminder: false });
  expect(notice?.openedAt).toBeUndefined();

  const [path = ''] = /\/m\/[\w.-]+/.exec(stage.mail.messages()[0]?.text ?? '') ?? [];
  expect((await fetch(`${one.publicUrl}${path}`)).status).toBe(200);
  await until('the opening is known', async () => (await listed()).items[0]?.openedAt !== undefined, PATIENCE_MS);

  const again = () =>
    fetch(`${one.operatorUrl}/api/v1/notices/${encodeURIComponent(notice?.messageId ?? '')}/again`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ reason: 'she lost it' }),
    });
  const answers = await Promise.all([again(), again()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(stage.mail.messages()).toHaveLength(2);
  expect((await listed()).items).toMatchObject([{ repeats: { messageId: notice?.messageId } }, {}]);

  const shown = await one.api<{ items: object[] }>(`/notices/${encodeURIComponent(notice?.messageId ?? '')}`);
  expect(shown.items).toMatchObject([{ mark: { state: 'noticed' } }, { mark: { state: 'noticed' } }]);
  expect(await one.api(`/notices/preview?owner=${encodeURIComponent(ANN)}`)).toEqual({ owner: ANN, message: null });
  const { items } = await one.api<{ items: object[] }>('/instances');
  expect(items).toMatchObject([{ version: expect.any(String), calls: expect.any(Array), concurrency: 2 }]);
});
