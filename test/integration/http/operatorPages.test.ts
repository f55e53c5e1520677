import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Checked } from '../../../src/core/evaluation/checked.ts';
import { recordNotice } from '../../../src/core/mark/mark.ts';
import { namespaceOf } from '../../../src/core/resource/namespace.ts';
import { passRecord, workConfiguration } from '../../support/queue.ts';
import { stateForAll } from '../state/support.ts';
import { configurationOf, DAY, IMAGES, mark, NOW, siteForAll, startOperator } from './fixture.ts';

const DRY = configurationOf(
  { account: 'test', location: 'us-east-1', resourceType: 'autoScalingGroup' },
  { live: false, notLiveBecause: 'evidence of scaling plans is not read yet' },
);

const MARKS_ONLY = configurationOf(
  { account: 'nameless', location: 'us-east-1', resourceType: 'image' },
  { neverDeletesBecause: 'the account "nameless" is declared without id' },
);

let configurations = [workConfiguration(), DRY];
const store = stateForAll();
const site = siteForAll(() =>
  startOperator(store, {
    workConfigurations: () => configurations,
    check: async () => checked,
    providerPage: (_namespace, id) =>
      id === 'ami-script' ? 'javascript:alert(1)' : `https://provider.example/#${encodeURIComponent(id)}`,
  }),
);
let checked: Checked;

beforeEach(async () => {
  configurations = [workConfiguration(), DRY];
  await store.redis.flush();
});

async function page(at: string): Promise<string> {
  const answer = await fetch(new URL(at, site.url), { headers: { accept: 'text/html' } });
  expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
  return (await answer.text()).replace(/<style>.*<\/style>/s, '');
}

/** The page without the script and the charts of ours. */
function withoutOurs(text: string): string {
  return text.replace(/<script src="[./]*console\.js" defer><\/script>|<svg class="(chart|i)".*?<\/svg>/gs, '');
}

/** An attribute as a browser reads it. */
function attribute(markup: string): string {
  return markup.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&');
}

test('P13 the page of a resource leads to the provider, by https alone', async () => {
  const at = (id: string) => page(`/resources/${encodeURIComponent(IMAGES)}/${encodeURIComponent(id)}`);
  for (const id of ['ami-"1', 'ami-script']) await mark(store, id);
  expect(attribute(await at('ami-"1'))).toContain('href="https://provider.example/#ami-%221"');
  expect(await at('ami-script')).not.toMatch(/javascript:|Open at the provider/);
});

describe('the first page and the page of marks', () => {
  test('P13 lists the marks with name, owner, reason and date', async () => {
    await mark(store, 'ami-1', { name: 'web-base', owner: 'ann@example.com', reasons: ['no instance uses it'] });
    const text = await page('/marks');
    for (const shown of ['web-base', 'ami-1', 'ann@example.com', 'no instance uses it', '2026-06-11 12:00'])
      expect(text).toContain(shown);
  });

  test('P13 a date that has passed is overdue, on the list and on the page of the resource', async () => {
    await mark(store, 'ami-1', { projectedDeletionAt: NOW - 5 * DAY });
    expect(await page('/marks')).toContain('overdue by 5 days');
    expect(await page(`/resources/${IMAGES}/ami-1`)).toContain('overdue by 5 days');
    expect(await page('/marks')).not.toContain('5 days ago');
  });

  test('P13 the page says that the owner is notified, in the words of the rest', async () => {
    const before = await mark(store, 'ami-1');
    const notified = { messageId: '<1@x>', recipient: 'ann@example.com', acceptedAt: NOW, shownAt: NOW + DAY };
    const after = recordNotice(
      before,
      { ...notified, generation: before.generation, validUntil: NOW + 30 * DAY },
      NOW + DAY,
    );
    const audit = { at: NOW, namespace: IMAGES, id: 'ami-1', event: 'noticed', actor: 'holystone' } as const;
    await store.marks.apply(IMAGES, [{ id: 'ami-1', before, after, audit }]);
    for (const text of [await page('/marks'), await page(`/resources/${IMAGES}/ami-1`)]) {
      expect(text).toContain('owner notified');
      expect(text.replaceAll('<option value="noticed">', '')).not.toContain('noticed');
    }
  });

  test('P13 blocked and incomplete passes come first, with what to do', async () => {
    const incomplete = { action: 'delete', outcome: 'incomplete', problem: 'ec2:DescribeImages was denied' } as const;
    await store.passes.record(passRecord({ passId: 'p1', outcome: 'blocked', blocked: { digest: 'd', size: 61 } }));
    await store.passes.record(passRecord({ passId: 'p2', ...incomplete }));
    const text = await page('/');
    const places = ['with 61 resources', 'Review</a>', 'ec2:DescribeImages was denied', 'Show why</a>'].map((shown) =>
      text.indexOf(shown),
    );
    expect(text).toContain(`href="./blocked/${encodeURIComponent(IMAGES)}/p1"`);
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  test('P13 the page lists a complete pass only if it left something out', async () => {
    await store.passes.record(passRecord({ passId: 'p1', outcome: 'complete' }));
    expect(await page('/')).toContain('Nothing needs you');
    const problem = 'instances could not be read in other/us-east-1 (3 resources are unknown)';
    await store.passes.record(passRecord({ passId: 'p2', outcome: 'complete', problem }));
    expect(await page('/')).toMatch(/Needs you: 1 cause.*3 resources are unknown/s);
  });

  test('P13 the page lists the namespaces that are not live, and why', async () => {
    expect(await page('/')).toMatch(/Dry run in 1 of 2 namespaces.*evidence of scaling plans is not read yet/s);
  });

  test('L11 P13 the page lists the namespaces that only mark, and why; so does the page of a resource there', async () => {
    configurations = [MARKS_ONLY];
    const target = { kind: 'id', value: 'ami-1' } as const;
    await store.optOuts.optOut(MARKS_ONLY.namespace, { target, until: 'forever', actor: 'ann@example.com', at: NOW });
    const why = 'the account &quot;nameless&quot; is declared without id';
    expect(await page('/namespaces')).toMatch(new RegExp(`marks only.*${why}`, 's'));
    expect(await page(`/resources/${MARKS_ONLY.namespace}/ami-1`)).toContain(
      `<strong>Marks only, never deletes.</strong> ${why}`,
    );
  });

  test('P14 a long list has pages, which keep the filter', async () => {
    for (let i = 0; i < 5; i++) await mark(store, `ami-${i}`, { projectedDeletionAt: NOW + i * DAY });
    let text = await page('/marks?limit=2&owner=ann%40example.com');
    const seen = new Set<string>();
    for (;;) {
      for (const [, id] of text.matchAll(/<span class="id quiet">(ami-\d)<\/span>/g)) seen.add(id as string);
      const next = /rel="next" href="([^"]+)"/.exec(text)?.[1];
      if (next === undefined) break;
      expect(next).toContain('owner=ann%40example.com');
      text = await page(attribute(next));
    }
    expect([...seen]).toEqual(['ami-0', 'ami-1', 'ami-2', 'ami-3', 'ami-4']);
  });

  test('the page shows the kill switch and an unready service', async () => {
    const audit = { at: NOW, namespace: 'fleet', event: 'control', actor: 'bob' } as const;
    await store.control.write({ killed: true }, audit);
    const unready = await startOperator(store, { readiness: () => [{ name: 'mail', ok: false, why: 'no answer' }] });
    const text = await (await fetch(unready.url)).text();
    await unready.app.close();
    expect(text).toContain('The kill switch is on');
    expect(text).toContain('mail: no answer');
  });

  test('P3 markup in the texts of strangers is shown, never run', async () => {
    await mark(store, '<script>1</script>', { name: '"><svg onload=alert(1)>', owner: '<b>@example.com' });
    for (const at of ['/', '/marks']) expect(withoutOurs(await page(at))).not.toMatch(/<script|<svg|<b>/);
  });

  test('P3 R6 markup in the names of a repository and its tag is shown, never run, in the list and on the page of the tag', async () => {
    const location = 'shop/"><svg onload=alert(1)><script>2</script>';
    const repository = namespaceOf({ provider: 'registry', account: 'hub', location, resourceType: 'tag' });
    configurations = [workConfiguration({ namespace: repository })];
    await mark(store, '<script>1</script>', { namespace: repository, name: '<svg onload=1>', group: location });
    const list = await page('/marks');
    const href = /<a href="(?:\.\/)?(resources\/[^"]+)"/.exec(list)?.[1] ?? '';
    for (const text of [list, await page(`/${attribute(href)}`)])
      expect(withoutOurs(text)).not.toMatch(/<script>|<svg/);
    expect(list).toMatch(/&lt;(script|svg)/);
  });

  test('P12 an invalid filter gives a page that names it', async () => {
    const answer = await fetch(`${site.url}/marks?limit=none`, { headers: { accept: 'text/html' } });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('query.limit');
  });
});

describe('the page of a resource', () => {
  test.each(['ami-1', 'Repo/App:{1}', '%2F?#&"<\'', '😀 b'])(
    'L66 is linked from the list, whatever the id: %s',
    async (id) => {
      await mark(store, id, { reasons: ['no instance uses it'] });
      const href = /<a href="(resources\/[^"]+)"/.exec(await page('/marks'))?.[1] ?? '';
      const text = await page(`/${attribute(href)}`);
      expect(text).toContain('no instance uses it');
      expect(text).toContain(`name of `);
      expect(text).toContain('<strong>marked</strong>');
    },
  );

  test('P13 evaluated on demand: the whole trace, every reference found', async () => {
    await mark(store, 'ami-1');
    const usedBy = [
      {
        alias: 'ami-1',
        says: 'used',
        by: 'instance i-1 (stopped)',
        source: 'instances',
        place: { account: 'test', location: 'us-east-1' },
      },
    ] as const;
    const trace = [{ step: 'use', says: 'keep', reasons: ['used by instance i-1'] }] as const;
    const verdict = {
      id: 'ami-1',
      kind: 'keep',
      decidedBy: 'use',
      reasons: ['used'],
      usedBy,
      trace,
      unread: [],
      waivedEvidence: [],
    } as const;
    const resource = { id: 'ami-1', identity: 'x', name: 'x', tags: {}, aliases: [] };
    checked = { kind: 'verdict', resource, verdict, owner: { via: 'nobody', unowned: true, invalid: [] } };
    const at = `/resources/${encodeURIComponent(IMAGES)}/ami-1`;
    expect(await page(at)).not.toContain('Evaluated now');
    const text = await page(`${at}?check=now`);
    expect(text).toContain('instance i-1 (stopped)');
    expect(text).toContain('used by instance i-1');
  });

  test('P13 the sentence on top promises no deletion where a stage or the kill switch forbids it, nor does the header', async () => {
    const before = await mark(store, 'ami-1');
    const notified = { messageId: '<1@x>', recipient: 'ann@example.com', acceptedAt: NOW, shownAt: NOW + DAY };
    const notice = { ...notified, generation: before.generation, validUntil: NOW + 30 * DAY };
    const audit = { at: NOW, namespace: IMAGES, id: 'ami-1', event: 'noticed', actor: 'holystone' } as const;
    const after = recordNotice(before, notice, NOW + DAY);
    await store.marks.apply(IMAGES, [{ id: 'ami-1', before, after, audit }]);
    const at = `/resources/${encodeURIComponent(IMAGES)}/ami-1`;
    expect(await page(at)).toMatch(/deletion is ON.*It will be deleted on Thursday 11 June 2026, 12:00/s);
    const change = { at: NOW, namespace: 'fleet', event: 'control', actor: 'bob' } as const;
    await store.control.write({ stages: { 'aws:test:*:image': 'notify' } }, change);
    expect(await page(at)).toMatch(/deletion is OFF.*It is marked, and nothing is deleted here/s);
    await store.control.write({ stages: { 'aws:test:*:image': null }, killed: true }, change);
    expect(await page(at)).toMatch(/deletion is OFF.*It is marked, and the kill switch is on/s);
  });

  test('L64 the page names all persons who keep the resource, longest first', async () => {
    const target = { kind: 'id', value: 'ami-1' } as const;
    await store.optOuts.optOut(IMAGES, { target, until: NOW + DAY, actor: 'ann@example.com', at: NOW });
    await store.optOuts.optOut(IMAGES, { target, until: 'forever', actor: 'bob@example.com', at: NOW });
    const text = await page(`/resources/${encodeURIComponent(IMAGES)}/ami-1`);
    const said = [
      'kept forever, by bob@example.com',
      'kept until Tuesday 2 June 2026, 12:00 (UTC), by ann@example.com',
    ];
    expect(said.map((words) => text.indexOf(words) > 0)).toEqual([true, true]);
    expect(text.indexOf('bob@')).toBeLessThan(text.indexOf('ann@'));
  });

  test('P12 an unknown one: a page, 404', async () => {
    const at = `${site.url}/resources/${encodeURIComponent(IMAGES)}/none`;
    expect((await fetch(at, { headers: { accept: 'text/html' } })).status).toBe(404);
  });
});
