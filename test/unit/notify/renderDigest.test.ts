import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { DigestRow } from '../../../src/core/notice/digest.ts';
import { namespaceOf } from '../../../src/core/resource/namespace.ts';
import { handlers } from '../../../src/handlers/index.ts';
import { chatBodies } from '../../../src/notify/chat/chat.ts';
import { slack } from '../../../src/notify/chat/slackBody.ts';
import { renderDigest } from '../../../src/notify/mail/renderDigest.ts';
import { ownerDate } from '../../../src/notify/message/dates.ts';
import { catalogueOf } from '../../../src/notify/texts/index.ts';
import { day, digest, preparedAt, prices, row, rows } from './digests.ts';

const from = 'Holystone <holystone@example.com>';
const render = (...args: Parameters<typeof digest>) => renderDigest(digest(...args), { from, language: 'en' });

/** The text that a mail client would show of it. */
function shownText(html: string): string {
  return html
    .replace(/<(style|title)>[\s\S]*?<\/\1>|<!--[\s\S]*?-->/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&#x27;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ');
}

/** The ISO dates of a text, as instants. */
function instantsIn(text: string): number[] {
  return (text.match(/\d{4}-\d\d-\d\dT[\d:.]+[+-]\d\d:\d\d/g) ?? []).map((iso) => Date.parse(iso));
}

describe('digest', () => {
  test.each([
    [
      'en',
      /^\[AWS test\] 1 resource could not be deleted yet: ci-runner$/,
      'has been refused since',
      'It detaches and forces nothing.',
    ],
    [
      'de',
      /^\[AWS test\] 1 Ressource konnte noch nicht gelöscht werden: ci-runner$/,
      'wird die Löschung abgelehnt',
      'Es trennt und erzwingt nichts.',
    ],
  ] as const)(
    'C12 a message about a resource that stays in use says so, and promises no date: %s',
    async (language, subject, since, nothing) => {
      const inUse = { since: preparedAt - 6 * 3_600_000 };
      const message = await renderDigest(digest([row({ reminder: true, inUse })]), { from, language });
      expect(message.subject).toMatch(subject);
      for (const part of [shownText(message.html), message.text.replace(/\s+/g, ' ')]) {
        expect(part).toContain(since);
        expect(part).toContain(nothing);
      }
    },
  );

  test.each([
    ['can carry the tag', {}, true],
    ['has a key of its own', { keepKey: 'holystone/keep' }, true],
    ['can carry none', { keepKey: null }, false],
  ] as const)(
    'P2 a resource that %s: the message advises a tag only where it helps',
    async (_name, given, isAdvised) => {
      const { text, html } = await render([row(given)]);
      for (const part of [shownText(html), text.replace(/\s+/g, ' ')])
        expect(part.includes(`give it the tag ${'keepKey' in given ? given.keepKey : 'holystone:keep'} with`)).toBe(
          isAdvised,
        );
    },
  );

  test('C12 beside others its own lines say that a resource stays in use', async () => {
    const inUse = { since: preparedAt - 6 * 3_600_000 };
    const { subject, text } = await render([row({ reminder: true, inUse }), row({ id: 'ami-2' })]);
    expect(subject).toMatch(/^\[[^\]]+\] 2 resources will be deleted/);
    expect(text.match(/has been refused since/g)).toHaveLength(1);
  });

  test('P2 name, id, type, account, location, age, reasons, date and link of a resource are in HTML and text', async () => {
    const { html, text } = await render([
      row({ reasons: ['Nothing uses it.', 'Last launched 93 days ago.'], group: 'ci' }),
    ]);
    const expected = [
      'ci-runner',
      'ami-1',
      'AMI in test, us-east-1',
      '412 days old',
      'ci',
      'Nothing uses it.',
      'Last launched 93 days ago.',
      'Thursday 12 November 2026, 09:00',
      'America/Los_Angeles',
    ];
    const missing = [shownText(html), text].flatMap((part) => expected.filter((words) => !part.includes(words)));
    expect(missing).toEqual([]);
    expect(html).toContain('href="https://holystone.example.com/keep/token-1"');
    expect(text).toContain('Keep it:  https://holystone.example.com/keep/token-1\n');
  });

  test('P2 each resource has its own link and its own date', async () => {
    const { html, text } = await render(rows(5));
    const links = (part: string) => part.match(/keep\/token-\d\b(?!#)/g);
    const reversed = [5, 4, 3, 2, 1].map((number) => `keep/token-${number}`);
    expect([links(html), links(text)]).toEqual([reversed, reversed]);
  });

  test('P2 the first to be deleted is the first to be read', async () => {
    const { text } = await render([row({ id: 'later', deletionAt: preparedAt + 20 * day }), row({ id: 'sooner' })]);
    expect(text.indexOf('sooner')).toBeLessThan(text.indexOf('later'));
  });

  test('L47 the message shows the very date of each mark, to the millisecond', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: preparedAt, max: preparedAt + 3650 * day }),
        fc.constantFrom('America/Los_Angeles', 'Europe/Berlin', 'Asia/Kathmandu', 'Pacific/Chatham', 'UTC'),
        async (deletionAt, timeZone) => {
          const { html, text } = await render([row({ deletionAt, timeZone })]);
          const { words, timeZone: zone } = ownerDate(deletionAt, timeZone);
          expect(instantsIn(html)).toEqual([deletionAt]);
          expect([shownText(html), text].filter((part) => part.includes(`${words} (${zone})`))).toHaveLength(2);
        },
      ),
      { numRuns: 50 },
    );
  });

  test('P2 people read no date as an ISO instant, neither of one resource nor of a group', async () => {
    const group = { group: 'ci', perGroup: true } as const;
    const { html, text } = await render([...rows(3).map((one) => ({ ...one, ...group })), row({ id: 'x' })]);
    expect(`${shownText(html)} ${text}`).not.toMatch(/\d{4}-\d\d-\d\d/);
  });

  test('P2 the sentence that the owner may do nothing stands directly under the button', async () => {
    const { html, text } = await render(rows(3), { keepAllUrl: 'https://holystone.example.com/m/token' });
    expect(shownText(html)).toContain('Keep all 3 If you no longer need them, do nothing.');
    expect(text).toContain('https://holystone.example.com/m/token\n\nIf you no longer need them, do nothing.\n\n1. ');
  });

  test('P2 the message says that an unknown age is unknown', async () => {
    const { createdAt: _, ...ageless } = row();
    expect((await render([ageless])).text).toContain('age unknown');
  });

  test('P2 the same digest gives the same message, in any order of its rows', async () => {
    expect(await render(rows(20).toReversed())).toEqual(await render(rows(20)));
  });

  test.each([
    ['en', 'If that is not you, follow “Keep it” or “Details” and press “It is not mine” there.', {}],
    ['de', 'folgen Sie „Behalten“ oder „Einzelheiten“ und drücken Sie dort „Sie gehört mir nicht“.', {}],
    ['en', 'If you know the owner, please write to holystone@example.com.', { unowned: true }],
  ] as const)('P2 %s: what to do when the owner is somebody else: %s', async (language, sentence, change) => {
    const { html, text } = await renderDigest(digest([row(change)]), { from, language });
    expect([shownText(html), text.replace(/\s+/g, ' ')].filter((part) => part.includes(sentence))).toHaveLength(2);
  });

  test('a digest without rows is not a message', async () => {
    await expect(render([])).rejects.toThrow(RangeError);
  });
});

describe('who writes', () => {
  const of = (namespace: string, account: string) => row({ namespace: namespace as DigestRow['namespace'], account });
  const [prod, lab] = [of('aws:prod:us-east-1:image', 'prod'), of('aws:lab:us-east-1:image', 'lab')];
  const hub = of('registry:hub:shop:tag', 'hub');

  test.each<[string, readonly DigestRow[], string, string]>([
    ['one account', [prod], '[AWS prod] ', 'Holystone cleans up the account AWS prod.'],
    ['two accounts', [prod, lab], '[AWS, 2 accounts] ', 'Holystone cleans up the accounts AWS prod and AWS lab.'],
    ['two providers', [prod, hub], '[2 accounts] ', 'Holystone cleans up the accounts AWS prod and Registry hub.'],
    [
      'many accounts',
      ['a', 'b', 'c', 'd', 'e'].map((name) => of(`aws:${name}:us-east-1:image`, name)),
      '[AWS, 5 accounts] ',
      'Holystone cleans up the accounts AWS a, AWS b, AWS c, and 2 more.',
    ],
  ])('P2 the subject and the first line name %s', async (_what, rows, subject, first) => {
    const message = await render(rows);
    expect(message.subject.startsWith(subject)).toBe(true);
    expect(message.text.split('\n')[3]).toBe(first);
    expect(shownText(message.html)).toContain(first);
  });

  test('P2 `mail.intro` and `mail.contact` say who writes, and whom to ask, in each language', async () => {
    const voice = { from, intro: 'Cloud Operations of Acme writes.', contact: '#cloud-ops <b>' };
    const { text, html } = await renderDigest(digest([prod]), { ...voice, language: 'en' });
    const first =
      'Cloud Operations of Acme writes. This message is about the account AWS prod. Questions: #cloud-ops <b>';
    expect(text).toContain(`\n${first}\n`);
    expect(shownText(html)).toContain(first);
    expect(html).not.toContain('<b>');
    const german = await renderDigest(digest([prod]), { ...voice, language: 'de' });
    expect(german.text).toContain('Es geht um das Konto AWS prod. Fragen: #cloud-ops <b>');
  });
});

describe('subject', () => {
  test('P2 it says how many and by when', async () => {
    expect((await render(rows(3))).subject).toBe('[AWS test] 3 resources will be deleted on Thu 12 Nov 2026');
  });

  test('P2 with several days it says the first', async () => {
    const later = row({ id: 'ami-9', deletionAt: preparedAt + 12 * day });
    expect((await render([later, row()])).subject).toBe(
      '[AWS test] 2 resources will be deleted, the first on Thu 12 Nov 2026',
    );
  });

  test('P2 for a single resource it says which', async () => {
    expect((await render([row()])).subject).toBe('[AWS test] 1 resource will be deleted on Thu 12 Nov 2026: ci-runner');
  });

  test('P3 a name cannot start another header', async () => {
    const { subject } = await render([row({ name: 'x\r\nBcc: everybody@example.com' })]);
    expect(subject).toBe(
      '[AWS test] 1 resource will be deleted on Thu 12 Nov 2026: x[U+000D][U+000A]Bcc: everybody@example.com',
    );
  });
});

describe('data in a digest', () => {
  const hostile = '</td><script>alert(1)</script><img src=x onerror=alert(2)>"\'\n\u202E\u0000';

  test('P3 markup in names, ids, groups and reasons is shown, never run', async () => {
    const plain = (await render([row({ group: 'g' })])).html;
    const { html } = await render([
      row({ name: hostile, id: hostile, account: hostile, location: hostile, group: hostile, reasons: [hostile] }),
    ]);
    const tags = (markup: string) => markup.match(/<[a-z]+/gi)?.length;
    expect(tags(html)).toBe(tags(plain));
    expect(shownText(html)).toContain(
      '<script>alert(1)</script><img src=x onerror=alert(2)>"\'[U+000A][U+202E][U+0000]',
    );
  });

  test('P3 R6 markup in the names of a repository, a tag and a project is shown in every part, never run', async () => {
    const location = `shop/${hostile}`;
    const namespace = namespaceOf({ provider: 'registry', account: 'hub', location, resourceType: 'tag' });
    const tag = (name: string) => row({ namespace, id: name, name, location, group: location });
    const { html, subject, text } = await render([tag(hostile), tag(`=cmd|' /C calc'!A0`)]);
    expect(html).not.toMatch(/<(script|img)\b/i);
    expect(shownText(html)).toContain('shop/</td><script>alert(1)</script>');
    expect(`${subject}${text}`).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
  });

  test('P3 no data can add a line, a tag or an attribute', async () => {
    const plain = await render([row()]);
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }), async (data) => {
        const shown = await render([row({ name: data, id: data, reasons: [data] })]);
        const shape = (markup: string) => markup.replace(/>[^<]*</g, '><').replace(/aria-label="[^"]*"/g, '');
        expect(shape(shown.html).match(/<[^>]*>/g)).toEqual(shape(plain.html).match(/<[^>]*>/g));
        expect(shown.text.split('\n').length).toBe(plain.text.split('\n').length);
      }),
    );
  });

  test('P3 an address in a name, a place, a group or a reason becomes no link in any part, subject included', async () => {
    const link = '<http://evil.example|click>';
    const hidden = { name: link, id: link, group: link, account: link, location: 'evil.example/x', reasons: [link] };
    const { subject, html, text, attachments } = await render([row(hidden)]);
    for (const part of [subject, text, shownText(html)]) {
      expect(part).not.toMatch(/https?:\/\/evil|evil\.example/);
      expect(part).toContain('<http[:]//evil[.]example|click>');
    }
    expect([/href="[^"]*evil/.test(html), attachments.length]).toEqual([false, 0]);
  });

  test('P3 a reason with a line break cannot pretend to be a link of ours', async () => {
    const { text } = await render([row({ reasons: ['old\n   Keep it:  https://evil.example'] })]);
    expect(text.match(/^ {3}Keep it: .*$/gm)).toEqual(['   Keep it:  https://holystone.example.com/keep/token-1']);
  });

  test('a very long name is cut', async () => {
    expect((await render([row({ name: 'x'.repeat(10_000) })])).text.length).toBeLessThan(3000);
  });
});

describe('more than fits', () => {
  test('L45 up to itemsPerMessage there is no attachment', async () => {
    expect((await render(rows(10), { itemsPerMessage: 10 })).attachments).toEqual([]);
  });

  test('L45 of 25 the first 10 are in the message, and it says where all are', async () => {
    const { html, text } = await render(rows(25), { itemsPerMessage: 10 });
    const sentence =
      'These are the first 10 of 25. All 25, with their dates and links, are in the attached resources.csv.';
    expect([html.match(/keep\/token-\d+"/g)?.length, text.match(/keep\/token-/g)?.length]).toEqual([10, 10]);
    expect(shownText(html)).toContain(sentence);
    expect(shownText(html)).not.toContain('See all');
    expect(text.replace(/\s+/g, ' ')).toContain(sentence);
  });

  test('L45 the attachment lists all 25 with their links and dates', async () => {
    const [attachment] = (await render(rows(25), { itemsPerMessage: 10 })).attachments;
    const content = attachment?.content ?? '';
    expect(new Set(content.match(/keep\/token-\d+/g)).size).toBe(25);
    expect(instantsIn(content).toSorted()).toEqual(
      rows(25)
        .map(({ deletionAt }) => deletionAt)
        .toSorted(),
    );
  });

  test('the subject counts all resources, not only those with room', async () => {
    expect((await render(rows(25), { itemsPerMessage: 10 })).subject).toMatch(/^\[[^\]]+\] 25 resources/);
  });
});

describe('the cost of a resource', () => {
  const stays = { upTo: true, stays: true } as const;
  const german = (...args: Parameters<typeof digest>) => renderDigest(digest(...args), { from, language: 'de' });
  const flat = (text: string) => text.replace(/\s+/g, ' ');

  test('P2 A13 the cost of each resource and the sum, with the date of the prices, in HTML and text', async () => {
    const all = [
      row({ monthlyCost: { amount: 1234.5 } }),
      row({ id: 'ami-2', monthlyCost: { amount: 5.4, upTo: true } }),
    ];
    const { html, text } = await render(all, { prices });
    for (const part of [shownText(html), flat(text)]) {
      expect(part).toContain('Saves: $1,234.50 a month');
      expect(part).toContain('Saves: up to $5.40 a month');
      expect(part).toContain('Deleting them saves up to $1,239.90 a month, at list prices of 1 May 2026.');
    }
  });

  test('P2 in German as Germans write it', async () => {
    const { html, text } = await german([row({ monthlyCost: { amount: 1234.5, upTo: true } })], { prices });
    for (const part of [shownText(html), flat(text)]) {
      expect(part).toMatch(/Spart: bis zu 1\.234,50\s\$ im Monat/);
      expect(part).toMatch(/Das Löschen spart bis zu 1\.234,50\s\$ im Monat, nach Listenpreisen vom 1\. Mai 2026\./);
      expect(part).not.toMatch(/\b(cost|month|price)/);
    }
  });

  test('A13 the sum does not add costs that stay', async () => {
    const all = [
      row({ monthlyCost: { amount: 5, ...stays } }),
      row({ id: 'snap-1', monthlyCost: { amount: 4, upTo: true } }),
    ];
    const [english, other] = await Promise.all([render(all, { prices }), german(all, { prices })]);
    expect(flat(english.text)).toContain(
      'Deleting them saves up to $4.00 a month, at list prices of 1 May 2026. Their snapshots stay and cost up to $5.00 a month.',
    );
    expect(flat(other.text)).toMatch(
      /Das Löschen spart bis zu 4,00 \$ im Monat, nach .* 2026\. Die Snapshots bleiben und kosten bis zu 5,00 \$ im Monat\./,
    );
    expect(flat(english.text)).toContain('Saves: nothing now; its snapshots, up to $5.00 a month, stay');
    expect(shownText(other.html)).toMatch(
      /Spart: im Moment nichts; die Snapshots bleiben und kosten bis zu 5,00\s\$ im Monat/,
    );
  });

  test('K15 a message about many assets begins with their number, their bytes and their cost; all hashes are in the list', async () => {
    const assets = rows(400).map((one) => ({
      ...one,
      perGroup: true as const,
      group: 'bucket/cdk-assets',
      freesBytes: 2_500_000,
      monthlyCost: { amount: 0.01, upTo: true as const },
    }));
    const { subject, text, attachments } = await render(assets, { prices });
    expect(subject).toMatch(/^\[[^\]]+\] 400 resources will be deleted/);
    const shown = flat(text);
    const totals = 'Deleting them frees up to 1 GB. Deleting them saves up to $4.00 a month';
    expect(shown).toContain(totals);
    expect(shown.indexOf(totals)).toBeLessThan(shown.indexOf('runner-400'));
    expect([shown.match(/runner-\d+/g)?.length, attachments[0]?.content.match(/"runner-\d+"/g)?.length]).toEqual([
      5, 400,
    ]);
  });

  test('A13 where only snapshots cost, the message says that the deletion saves nothing now, never zero', async () => {
    const all = [row({ monthlyCost: { amount: 5, ...stays } })];
    const [english, other] = await Promise.all([render(all, { prices }), german(all, { prices })]);
    expect(flat(english.text)).toContain(
      'Deleting it saves nothing now: its snapshots stay and cost up to $5.00 a month, at list prices of 1 May 2026.',
    );
    expect(flat(other.text)).toMatch(
      /spart im Moment nichts: Die Snapshots bleiben und kosten bis zu 5,00 \$ im Monat, /,
    );
    expect(`${english.text} ${other.text}`).not.toMatch(/[$ ]0[.,]00/);
  });

  test('A13 without a figure the message shows no cost, never zero; it counts resources without a figure', async () => {
    const none = await render(rows(2));
    expect(`${shownText(none.html)} ${none.text}`).not.toMatch(/\$|[Cc]ost/);
    const some = await render([...rows(2), row({ id: 'x', monthlyCost: { amount: 0.002 } })], { prices });
    expect(flat(some.text)).toContain(
      'Deleting them saves <$0.01 a month, at list prices of 1 May 2026. 2 resources have no list price.',
    );
  });

  test('A13 a type without costs of its own says so, and is not counted as without a figure', async () => {
    const all = [row({ id: 'lt-1', monthlyCost: { amount: 0 } }), row({ monthlyCost: { amount: 2 } })];
    const [english, other] = await Promise.all([render(all, { prices }), german(all, { prices })]);
    for (const part of [shownText(english.html), flat(english.text)]) {
      expect(part).toContain('Saves: nothing: it has no cost of its own');
      expect(part).toContain('Deleting them saves $2.00 a month, at list prices of 1 May 2026.');
    }
    expect(flat(other.text)).toContain('Spart: nichts: sie hat keine eigenen Kosten');
    const { text } = await render([...all, row({ id: 'x' })], { prices });
    expect(flat(text)).toContain('saves $2.00 a month, at list prices of 1 May 2026. 1 resource has no list price.');
  });

  test('A13 the message says that prices are old', async () => {
    const old = { ...prices, old: true } as const;
    const all = [row({ monthlyCost: { amount: 1 } })];
    const [english, other] = await Promise.all([render(all, { prices: old }), german(all, { prices: old })]);
    expect(flat(english.text)).toContain('at list prices of 1 May 2026 (out of date).');
    expect(flat(other.text)).toContain('nach Listenpreisen vom 1. Mai 2026 (veraltet).');
  });

  test('P4 the costliest are in the table, in the order of their dates, and all are in the attached CSV', async () => {
    // The last of the rows is deleted first; the first ones cost most.
    const all = rows(25).map((one, index) => ({ ...one, monthlyCost: { amount: 25 - index } }));
    const { html, text, attachments } = await render(all, { itemsPerMessage: 3, prices });
    const links = (part: string) => part.match(/keep\/token-\d+\b(?!#)/g);
    const costliest = [3, 2, 1].map((number) => `keep/token-${number}`);
    expect([links(html), links(text)]).toEqual([costliest, costliest]);
    expect(flat(text)).toContain('These are the most expensive 3 of 25.');
    expect(links(attachments[0]?.content ?? '')?.length).toBe(25);
    expect(flat((await german(all, { itemsPerMessage: 3, prices })).text)).toContain(
      'Dies sind die teuersten 3 von 25.',
    );
  });

  test('P4 of one date the costliest is named first, whatever its type', async () => {
    const all = rows(25).map((one, index) => ({
      ...one,
      deletionAt: preparedAt + 10 * day,
      monthlyCost: { amount: index },
    }));
    const { text } = await render(all, { itemsPerMessage: 3, prices });
    expect(text.match(/keep\/token-\d+\b(?!#)/g)).toEqual(['keep/token-25', 'keep/token-24', 'keep/token-23']);
  });

  test('P2 a folded group costs as much as its resources', async () => {
    const group = { group: 'ci', perGroup: true } as const;
    const all = rows(3).map((one, index) => ({ ...one, ...group, monthlyCost: { amount: index + 1 } }));
    expect((await render(all, { prices })).text).toContain('Saves:    $6.00 a month');
  });
});

test.each([
  ['en', 'Holystone found nothing that uses them, other than resources that are deleted first.'],
  ['de', 'Holystone hat nichts gefunden, das sie benutzt, außer Ressourcen, die vorher gelöscht werden.'],
] as const)(
  'a message in %s does not call a resource unused whose users are deleted first',
  async (language, words) => {
    const rows = [row(), row({ id: 'b', afterUsers: true })];
    const { text, html } = await renderDigest(digest(rows), { from, language });
    expect(text.replaceAll(/\s+/g, ' ')).toContain(words);
    expect(shownText(html)).toContain(words);
  },
);

describe('at a stage at which nothing is deleted', () => {
  const flat = (text: string) => text.replace(/\s+/g, ' ');
  const notifyOnly = true as const;
  const german = (...args: Parameters<typeof digest>) => renderDigest(digest(...args), { from, language: 'de' });
  const bob = (rows: readonly DigestRow[]) =>
    chatBodies(digest(rows), { dialect: slack, catalogue: catalogueOf('en'), whole: true });

  test('P2 at notify no date is called a date of deletion: mail, list and chat', async () => {
    const { subject, html, text } = await render([row({ notifyOnly })]);
    const { attachments } = await render([row({ notifyOnly }), row({ notifyOnly, id: 'b' })], { itemsPerMessage: 1 });
    expect(subject).toBe('[AWS test] 1 resource would be deleted on Thu 12 Nov 2026: ci-runner');
    for (const part of [shownText(html), flat(text)]) {
      expect(part).toContain(
        'Holystone deletes nothing at this stage. Unless you keep it, it would be deleted on Thursday 12',
      );
    }
    expect(attachments[0]?.content).toContain(
      'none at this stage; it would be on Thursday 12 November 2026, 09:00, or',
    );
    for (const part of [subject, shownText(html), flat(text), ...(await bob([row({ notifyOnly })]))])
      expect(part).not.toMatch(/will be deleted|will delete|is deleted on/);
    const shown = await render([row({ notifyOnly })]);
    for (const part of [shownText(shown.html), flat(shown.text)])
      expect(part).toContain('Deletion: none at this stage; it would be on Thursday 12 November 2026, 09:00, or later');
  });

  test('P2 in German', async () => {
    const { subject, html, text } = await german([row({ notifyOnly, reminder: true }), row({ notifyOnly, id: 'b' })]);
    expect(subject).toBe('[AWS test] 2 Ressourcen würden gelöscht, am Do 12. Nov 2026');
    for (const part of [shownText(html), flat(text)]) {
      expect(part).toContain(
        'Zurzeit löscht Holystone hier nichts. Wenn Sie sie nicht behalten, würden sie, die erste am',
      );
      expect(part).toContain('Löschung: zurzeit keine; sie wäre am Donnerstag, 12. November 2026, 09:00 Uhr, oder');
      expect(part).not.toMatch(/(wird|werden) gelöscht/);
    }
  });

  test('P2 at notify a quarantine is conditional, too', async () => {
    const { text } = await render([row({ notifyOnly, quarantine: { deletionAt: preparedAt + 20 * day } })]);
    expect(flat(text)).toContain('On that day it would only be disabled');
    expect(flat(text)).toContain('It would be deleted on Sunday 22 November 2026');
    const other = await german([row({ notifyOnly, quarantine: { deletionAt: preparedAt + 20 * day } })]);
    expect(flat(other.text)).toMatch(/An diesem Tag würde es nur .* Gelöscht würde am Sonntag/);
  });

  test.each(handlers.filter(({ quarantine, stops }) => quarantine && !stops).map((one) => one.resourceType))(
    'P2 owners read what is done some days before the deletion: %s',
    (type) => {
      for (const language of ['en', 'de'] as const) {
        const words = catalogueOf(language).quarantine(type, undefined, 'Sunday', false);
        expect(words).not.toMatch(/out of use|into use|außer Betrieb/);
      }
    },
  );

  test('P2 what frees no byte does not say that it frees some', async () => {
    const { text } = await render([row({ freesBytes: 0 })]);
    expect(text).not.toContain('frees');
  });

  test('P2 with resources that will be deleted: both are counted, and the date is of the latter', async () => {
    const certain = row({ id: 'ami-2', name: 'web', deletionAt: preparedAt + 12 * day });
    const { subject, text } = await render([row({ notifyOnly }), certain]);
    expect(subject).toBe('[AWS test] 1 of 2 resources will be deleted on Sat 14 Nov 2026');
    expect(flat(text)).toContain(
      'Holystone will delete 1 on Saturday 14 November 2026, 09:00 (America/Los_Angeles). It does not delete the other 1 for now',
    );
    const other = await german([row({ notifyOnly }), certain]);
    expect(flat(other.text)).toContain(
      'löscht Holystone 1 am Samstag, 14. November 2026, 09:00 Uhr (America/Los_Angeles). 1 weitere',
    );
  });
});

describe('a message in full', () => {
  const keepAllUrl = 'https://holystone.example.com/m/token';
  const preferencesUrl = 'https://holystone.example.com/preferences?t=token';

  test('P2 one link keeps all resources, one leads to the preferences page, in HTML and text', async () => {
    const { html, text } = await render(rows(3), { keepAllUrl, preferencesUrl });
    const missing = [keepAllUrl, preferencesUrl].flatMap((url) => [
      ...(html.includes(`href="${url}"`) ? [] : [`${url} in HTML`]),
      ...(text.includes(`\n${url}\n`) ? [] : [`${url} in text`]),
    ]);
    expect(missing).toEqual([]);
    expect(shownText(html)).toContain('Keep all 3');
  });

  test.each([
    ['en', /all (?:resources )?in this message/],
    ['de', /allen Ressourcen|Alles aus dieser Nachricht/],
  ] as const)('P2 a message speaks of a link for all only where it is about several: %s', async (language, words) => {
    const told = async (count: number) => {
      const { html, text } = await renderDigest(digest(rows(count), { keepAllUrl }), { from, language });
      return [shownText(html), text.replace(/\s+/g, ' ')].map((part) => words.test(part));
    };
    expect([await told(1), await told(2)]).toEqual([
      [false, false],
      [true, true],
    ]);
  });

  test('P2 a label in the text that is a question ends with its question mark', async () => {
    const { text } = await render(rows(3), { keepAllUrl, preferencesUrl });
    expect(text).toContain(`Why do I get these messages?\n${preferencesUrl}\n`);
    expect(text).not.toContain('?:');
  });

  test('P2 it has no link and no sentence about absent pages', async () => {
    const { html, text } = await render(rows(3));
    expect([html, text].filter((part) => /all in this message|Keep all|Why do I get/.test(part))).toEqual([]);
  });

  test('P2 the preview text of a mailbox names the first resource', async () => {
    const { html } = await render(rows(3));
    expect(shownText(html).trim().startsWith('runner-3 and 2 more: follow the links to keep what you need.')).toBe(
      true,
    );
  });

  test('P2 the message loads nothing: no image, no script, no style sheet, no font', async () => {
    const { html } = await render(rows(3), { keepAllUrl, preferencesUrl });
    expect(html.match(/<(img|script|link|iframe|object|form|video)\b|\bsrc=|url\(|@import/gi)).toBeNull();
    const addresses = [...html.matchAll(/\b(?:href|action)="([^"]*)"/g)].map(
      ([, address = '']) => new URL(address).host,
    );
    expect(new Set(addresses)).toEqual(new Set(['holystone.example.com']));
  });

  test('P2 colours and layout are inline, in tables, and there are dark ones', async () => {
    const { html } = await render([row()]);
    expect(html).toContain('<meta name="color-scheme" content="light dark"/>');
    expect(html).toContain('@media (prefers-color-scheme: dark)');
    expect(html.match(/<(a|p|h1|hr|body)\b(?![^>]*style=)[^>]*>/g)).toBeNull();
  });

  test('P3 right-to-left text does not reorder the words around it', async () => {
    const { text, subject } = await render([row({ name: 'שרת ישן' })]);
    expect(subject.endsWith('on Thu 12 Nov 2026: \u2068שרת ישן\u2069')).toBe(true);
    expect(text).toContain('1. \u2068שרת ישן\u2069\n');
  });

  test('P3 a million characters in every text make no large message', async () => {
    const huge = '<b>'.repeat(333_334);
    const change = {
      name: huge,
      id: huge,
      account: huge,
      location: huge,
      resourceType: huge,
      reasons: Array(50).fill(huge),
    };
    const { html, text, attachments, subject } = await render([
      row(change),
      row({ ...change, perGroup: true, group: huge }),
    ]);
    expect(Buffer.byteLength(html)).toBeLessThan(102_400);
    expect(text.length).toBeLessThan(50_000);
    expect(subject.length).toBeLessThan(150);
    expect(attachments.reduce((sum, { content }) => sum + content.length, 0)).toBeLessThan(200_000);
  });

  test('L45 the attached list has the rows that Gmail would cut off', async () => {
    const many = rows(1000).map((one) => ({ ...one, name: 'x'.repeat(200), reasons: ['y'.repeat(400)] }));
    const { html, attachments } = await render(many, { itemsPerMessage: 1000 });
    expect(Buffer.byteLength(html)).toBeLessThan(102_400);
    expect(new Set(attachments[0]?.content.match(/keep\/token-\d+/g)).size).toBe(1000);
  });
});

describe('groups', () => {
  const inGroup = (count: number) => rows(count).map((one) => ({ ...one, group: 'team/app', perGroup: true as const }));

  test('P2 a group is one entry with its first and its last date', async () => {
    const { text } = await render([...inGroup(7), row({ id: 'other', name: 'other' })]);
    expect(text.match(/^\d+\. .*$/gm)).toEqual(['1. team/app', '2. other']);
    expect(text).toContain('7 resources: runner-7, runner-6, runner-5, runner-4, runner-3, and 2 more');
    expect(text).toContain('the last on Thursday 12 November 2026, 09:00');
  });

  test('L63 the link of a group offers the group first, the link of a resource does not', async () => {
    const { text, html } = await render([...inGroup(3), row({ id: 'other', name: 'other' })]);
    expect(text.match(/keep\/token-\S+\?scope=group/g)).toHaveLength(1);
    expect(text.match(/keep\/token-\S+$/gm)).toHaveLength(2);
    expect(html).toMatch(/href="[^"]*keep\/token-[^"]*\?scope=group"/);
  });

  test('L45 each of a folded group is in the attached list with its own date and link', async () => {
    const { attachments, text } = await render(inGroup(7));
    const content = attachments[0]?.content ?? '';
    expect(new Set(content.match(/keep\/token-\d+/g)).size).toBe(7);
    expect(instantsIn(content).length).toBe(7);
    expect(text.replace(/\s+/g, ' ')).toContain(
      'All 7, with their dates and links, are in the attached resources.csv.',
    );
  });

  test('P2 the same group in two namespaces is two entries, and a group of one is its resource', async () => {
    const elsewhere = namespaceOf({ provider: 'aws', account: 'test', location: 'eu-west-1', resourceType: 'image' });
    const two = inGroup(3).map((one, at) => (at === 0 ? { ...one, namespace: elsewhere } : one));
    expect((await render(two)).text.match(/^\d+\. .*$/gm)).toEqual(['1. team/app', '2. runner-1']);
  });
});

describe('languages', () => {
  const german = async (...args: Parameters<typeof digest>) => renderDigest(digest(...args), { from, language: 'de' });

  test('P2 subject, dates, ages and links are in German', async () => {
    const { subject, text, html } = await german(rows(3));
    expect(subject).toBe('[AWS test] 3 Ressourcen werden gelöscht, am Do 12. Nov 2026');
    expect(text).toContain('Löschung: Donnerstag, 12. November 2026, 08:58 Uhr (America/Los_Angeles)');
    expect(text).toContain('412 Tage alt');
    expect(text).toContain('Behalten: https://holystone.example.com/keep/token-3');
    expect(html).toMatch(/<html[^>]* lang="de"/);
  });

  test('P2 no English is left in German, and one is one', async () => {
    const { subject, text } = await german([row({ reasons: [] })]);
    expect(subject).toBe('[AWS test] 1 Ressource wird am Do 12. Nov 2026 gelöscht: ci-runner');
    expect(text.match(/\b(will|deleted|keep it|resources?|the|why)\b/gi)).toBeNull();
  });

  test('P2 numbers are written as the language writes them', async () => {
    const heads = await Promise.all([render(rows(1200)), german(rows(1200))]);
    expect(heads.map(({ subject }) => /\d\S+/.exec(subject)?.[0])).toEqual(['1,200', '1.200']);
  });
});
