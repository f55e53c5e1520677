import { expect, test } from '@jest/globals';
import { Certificates } from '../../../src/http/public/ses/certificates.ts';

const GENUINE = 'https://sns.us-east-1.amazonaws.com/SimpleNotificationService-9e.pem';

function counting() {
  const read: string[] = [];
  const certificates = new Certificates(async (url) => {
    read.push(url);
    throw new Error('404');
  });
  const ask = (url: string, client: string, now: number) =>
    certificates.get(url, { client, now }).catch(() => undefined);
  return { read, ask };
}

test('the certificate of SNS is read although another client posts invented addresses without an end', async () => {
  const { read, ask } = counting();
  for (let minute = 0; minute < 5; minute++) {
    for (let i = 0; i < 400; i++) await ask(`invented ${minute} ${i}`, '192.0.2.1', minute * 60_000);
    await ask(GENUINE, '198.51.100.7', minute * 60_000 + 20_000);
    expect(read.filter((url) => url === GENUINE)).toHaveLength(minute + 1);
  }
  expect(read).toHaveLength(5 * (10 + 1));
});

test('all clients together have 300 certificates read a minute', async () => {
  const { read, ask } = counting();
  for (let i = 0; i < 400; i++) await ask(`invented ${i}`, `192.0.2.${i % 200}`, 0);
  expect(read).toHaveLength(300);
  await ask(GENUINE, '198.51.100.7', 60_000);
  expect(read).toContain(GENUINE);
});
