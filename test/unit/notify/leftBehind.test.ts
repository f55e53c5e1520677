import { describe, expect, test } from '@jest/globals';
import type { DigestRow } from '../../../src/core/notice/digest.ts';
import { renderDigest } from '../../../src/notify/mail/renderDigest.ts';
import { catalogueOf } from '../../../src/notify/texts/index.ts';
import { digest, prices, row } from './digests.ts';

const from = 'Holystone <holystone@example.com>';
const left = (change: Partial<DigestRow> = {}) =>
  row({
    id: 'lb-1',
    name: 'k8s-shop-web',
    group: 'cluster/shop-test',
    reasons: ['cluster shop-test is gone: no survey has found it for 3 days'],
    monthlyCost: { amount: 16.43 },
    ...change,
  });
const free = left({ id: 'tg-1', name: 'k8s-shop-tg', monthlyCost: { amount: 0 } });

async function subjectOf(rows: readonly DigestRow[], language: 'en' | 'de' = 'en', isCopy = false) {
  return (await renderDigest(digest(rows, { prices }), { from, language, isCopy })).subject;
}

describe('the message about one deleted cluster', () => {
  test('C10 the subject and the heading say that the cluster is gone and still costs money, a month', async () => {
    const { subject, html, text } = await renderDigest(digest([left(), free], { prices }), { from, language: 'en' });
    expect(subject).toBe(
      '[AWS test] Cluster shop-test is gone, but still costs $16.43 a month: 2 resources will be deleted on Thu 12 Nov 2026',
    );
    const heading = 'Cluster shop-test is gone, but still costs $16.43 a month: 2 resources of yours will be deleted';
    expect(html).toContain(heading);
    expect(text.replace(/\s+/g, ' ')).toContain(heading);
  });

  test('C10 the same in German, and for the reader of a copy', async () => {
    expect(await subjectOf([left(), free], 'de')).toBe(
      '[AWS test] Den Cluster shop-test gibt es nicht mehr, aber er kostet noch 16,43\u00a0$ im Monat: 2 Ressourcen werden gelöscht, am Do 12. Nov 2026',
    );
    expect(await subjectOf([left()], 'en', true)).toMatch(
      /^Cluster shop-test is gone, but still costs \$16\.43 a month: 1 r/,
    );
  });

  test.each<[string, readonly DigestRow[], string]>([
    ['no prices', [left({ monthlyCost: undefined as never })], ''],
    ['nothing that costs', [free], ''],
    [
      'a resource without a known price',
      [left(), left({ id: 'b', monthlyCost: undefined as never })],
      ', but still costs at least $16.43 a month',
    ],
    ['an upper limit', [left({ monthlyCost: { amount: 5, upTo: true } })], ', but still costs up to $5.00 a month'],
    [
      'an upper limit and an unknown price',
      [left({ monthlyCost: { amount: 5, upTo: true } }), left({ id: 'b', monthlyCost: undefined as never })],
      '',
    ],
  ])('C10 the subject does not promise more than is known: %s', async (_what, rows, money) => {
    expect((await subjectOf(rows)).split(': ')[0]).toBe(`[AWS test] Cluster shop-test is gone${money}`);
  });

  const of = (cluster: string) =>
    left({ id: `lb-${cluster}`, group: `cluster/${cluster}`, reasons: [`cluster ${cluster} is gone`] });

  test.each<[number, readonly DigestRow[], string, string]>([
    [
      2,
      [of('blog')],
      'Clusters blog and shop-test are gone, but still cost $32.86 a month: 2 resources',
      'Die Cluster blog und shop-test gibt es nicht mehr, aber sie kosten noch 32,86',
    ],
    [
      3,
      [of('blog'), of('mail'), free],
      '3 clusters are gone, but still cost $49.29 a month: 4 resources',
      '3 Cluster gibt es nicht mehr',
    ],
  ])('C10 the subject of a message about %i deleted clusters says so, with the total', async (_count, more, en, de) => {
    expect(await subjectOf([left(), ...more])).toMatch(en);
    expect(await subjectOf([left(), ...more], 'de')).toMatch(de);
  });

  test.each<[string, readonly DigestRow[]]>([
    ['a resource of a living cluster beside one of a gone one', [left(), left({ group: 'cluster/blog' })]],
    ['a resource without a group', [left(), row({ id: 'b' })]],
    ['a resource of a living cluster that nothing uses', [left(), left({ id: 'b', reasons: ['nothing uses it'] })]],
    ['a reason about another cluster', [left({ reasons: ['cluster shop-test.eu is gone'] })]],
  ])('C10 no subject speaks of deleted clusters beside %s', async (_what, rows) => {
    expect(await subjectOf(rows)).not.toMatch(/(is|are) gone/);
  });

  test('C10 a reminder begins with the word, and a reason with two parts counts', async () => {
    const rows = [left({ reminder: true, reasons: ['it is 9 days old, and cluster shop-test is gone'] })];
    expect(await subjectOf(rows)).toMatch(/^\[[^\]]+\] Reminder: Cluster shop-test is gone/);
  });

  test('C10 a name in a tag cannot break the line of the subject', async () => {
    const name = 'x\u0007\u202Ey';
    const rows = [left({ group: `cluster/${name}`, reasons: [`cluster ${name} is gone`] })];
    const subject = await subjectOf(rows);
    for (const character of name.slice(1, -1)) expect(subject).not.toContain(character);
  });

  test('C10 the page of a group names the cluster', () => {
    const [en, de] = [catalogueOf('en').pages.resource, catalogueOf('de').pages.resource];
    expect(en.askGroupTitle('cluster/shop-test')).toBe('Keep everything in cluster shop-test?');
    expect(de.askGroupTitle('cluster/shop-test')).toBe('Alles im Cluster shop-test behalten?');
    expect(en.askGroupTitle('web')).toBe('Keep everything in web?');
  });
});
