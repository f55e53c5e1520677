import { Writable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { DEV, PROD } from '../../../sandbox/demo/accounts.ts';
import { keyOf } from '../../../sandbox/demo/truth.ts';
import { Journal, keyOfAudit } from '../../../src/cli/demo/journal.ts';
import { mailedWords } from '../../../src/cli/demo/narrator.ts';
import { createTerminal } from '../../../src/cli/demo/terminal.ts';
import { inShort } from '../../../src/cli/demo/words.ts';
import { namespaceOf } from '../../../src/core/resource/namespace.ts';
import { GROUP, IMAGE, mailAbout } from '../../support/demoLog.ts';

const namespace = namespaceOf({ provider: 'aws', account: PROD.name, location: 'eu-west-1', resourceType: 'image' });
const line = (event: string, id: string, actor = 'holystone') =>
  JSON.stringify({ level: 'info', msg: 'audit', at: 1, namespace, id, event, actor });

class Terminal extends Writable {
  text = '';
  readonly isTTY: boolean;
  readonly columns = 60;

  constructor(isTTY: boolean) {
    super();
    this.isTTY = isTTY;
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

describe('the journal', () => {
  test('counts resources, each once', () => {
    const journal = new Journal();
    for (const text of [line('marked', 'ami-1'), line('marked', 'ami-1'), line('marked', 'ami-2')])
      journal.add('one', text);
    expect(journal.count('marked')).toBe(2);
  });

  test('the narration distinguishes acts of Holystone and of persons', () => {
    const journal = new Journal();
    journal.add('one', line('unmarked', 'ami-1', 'somebody@acme.example'));
    journal.add('one', line('unmarked', 'ami-2'));
    expect(journal.count('unmarked', 'holystone')).toBe(1);
  });

  test("names a resource by the oracle's key", () => {
    const journal = new Journal();
    journal.add('two', line('deleted', 'ami-1'));
    const heard = journal.audits[0];
    expect({ instance: heard?.instance, key: heard && keyOfAudit(heard.entry) }).toEqual({
      instance: 'two',
      key: keyOf({ account: PROD.id, region: 'eu-west-1', type: 'image', id: 'ami-1' }),
    });
  });

  test('output that is no log line is kept until the instance ends', () => {
    const journal = new Journal();
    journal.add('one', 'TypeError: something is undefined');
    journal.add('two', JSON.stringify({ level: 'warn', msg: 'mail server', problem: 'it is away' }));
    expect([journal.lastWords('one'), journal.lastWords('two'), journal.lastWords('three')]).toEqual([
      'TypeError: something is undefined',
      'mail server: it is away',
      'no output',
    ]);
  });
});

describe('the terminal', () => {
  const said = (isTTY: boolean, env = {}) => {
    const out = new Terminal(isTTY);
    createTerminal(out, { env }).say('good', 'unmarked', 'word '.repeat(20).trim());
    return out.text;
  };

  test('gets colour', () => {
    expect(said(true)).toContain('\u001b[32m');
  });

  test('gets lines of its width, with the rest below the first', () => {
    const lines = stripVTControlCharacters(said(true)).trimEnd().split('\n');
    const below = ' '.repeat(21);
    expect(lines.map((line) => line.slice(0, 25))).toEqual([
      ' 0:00  unmarked      word',
      `${below}word`,
      `${below}word`,
    ]);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(60);
  });

  test('NO_COLOR takes its colour away, and FORCE_COLOR gives colour to a pipe', () => {
    expect(said(true, { NO_COLOR: '1' })).not.toContain('\u001b');
    expect(said(false, { FORCE_COLOR: '1' })).toContain('\u001b[32m');
  });

  test('slow, it explains the first event of each kind, in their order', async () => {
    const out = new Terminal(false);
    const terminal = createTerminal(out, { slow: { signal: new AbortController().signal, gapMs: 0 } });
    for (const text of ['one', 'two']) terminal.say('warn', 'marked', text);
    terminal.say('calm', 'waiting', 'three');
    await terminal.settled();
    expect(
      out.text
        .trimEnd()
        .split('\n')
        .map((line) => line.slice(21, 41)),
    ).toEqual(['one', 'A survey listed ever', 'two', 'three']);
  });

  test('slow, it prints no event that still waits when Ctrl-C comes', async () => {
    const out = new Terminal(false);
    const stop = new AbortController();
    const terminal = createTerminal(out, { slow: { signal: stop.signal } });
    for (const text of ['one', 'two']) terminal.say('calm', 'event', text);
    stop.abort();
    terminal.line('Stopped.');
    await terminal.settled();
    expect(out.text).toBe('Stopped.\n');
  });

  test('a pipe gets no colours and no line breaks', () => {
    expect(said(false)).toMatch(/^ 0:00 {2}unmarked {6}(word ?){20}\n$/);
  });
});

describe('a mail', () => {
  test('counts groups of one name in two accounts as two resources, and sums up the savings of their deletion', () => {
    const message = mailAbout([GROUP, { ...GROUP, account: DEV.id }]);
    const text = `${message.text}\nDeleting them saves $2.00 a month,\nat list prices of 1 May 2026.\n`;
    expect(mailedWords({ ...message, text })).toBe(
      'web-team@acme.example: 2 resources (saves $2.00 a month), to be deleted from 10:00:22 UTC on',
    );
  });

  test('about resources that cost nothing names no saving', () => {
    const message = mailAbout([IMAGE]);
    const text = `${message.text}\nDeleting it saves nothing now: its snapshots stay, at list prices of 1 May 2026.\n`;
    expect(mailedWords({ ...message, text })).toBe(
      'web-team@acme.example: 1 resource, to be deleted from 10:00:22 UTC on',
    );
  });
});

describe('a long sentence', () => {
  test('short ones stay as they are', () => {
    expect(inShort('nothing uses it')).toBe('nothing uses it');
  });

  test('of several causes the first is shown, and the number of resources that they block', () => {
    expect(inShort('this is denied; that is denied (55 resources are unknown)')).toBe(
      'this is denied (55 resources are unknown)',
    );
  });

  test('of a long chain of causes its end, which names the denied permission, is never cut', () => {
    const where = 'listing launch templates in acme-dev/eu-west-1';
    const sources = 'autoScalingGroups, fleets, launchTemplateVersions and ssmParameters could not be read';
    const denied = 'ec2:DescribeLaunchTemplates is denied';
    expect(inShort(`${sources}: ${where}: ${denied}; another (25 resources are unknown)`)).toBe(
      `${sources}: ${denied} (25 resources are unknown)`,
    );
    expect(inShort(`${'word '.repeat(100)}: ${where}: ${denied}`)).toMatch(
      /^word .*…: ec2:DescribeLaunchTemplates is denied$/,
    );
  });

  test('is cut in the end', () => {
    expect(inShort('word '.repeat(100)).length).toBe(170);
  });
});
