/** Two people, or one before two screens, who decide differently at the same moment. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { recordNotice } from '../../../src/core/mark/mark.ts';
import { inForce } from '../../../src/core/owner/optOut.ts';
import { workConfiguration } from '../../support/queue.ts';
import { stateForAll } from '../state/support.ts';
import { DAY, IMAGES, link, mark, NOW, post, siteForAll, startPublic } from './fixture.ts';

const store = stateForAll();
const site = siteForAll(() =>
  startPublic(store, {
    workConfigurations: () => [workConfiguration({ notice })],
    // Many rounds by the same links.
    rateLimit: { max: 10_000, changesPerLink: 10_000, windowMs: 60_000 },
  }),
);

const ANN = 'ann@example.com';
const BOB = 'bob@example.com';
const FALLBACK = 'cloud@example.com';
const notice = { enabled: true, fallback: FALLBACK, itemsPerMessage: 50, per: 'item', validForMs: 14 * DAY } as const;
const ROUNDS = 6;

beforeEach(() => store.redis.flush());

/** Marked, and ANN was notified. */
async function notified(): Promise<void> {
  const before = await mark(store, 'ami-1');
  const { generation } = before;
  const shownAt = NOW + 10 * DAY;
  const accepted = { messageId: '<1@x>', recipient: ANN, acceptedAt: NOW - DAY, shownAt, generation };
  const after = recordNotice(before, { ...accepted, validUntil: NOW + 30 * DAY }, shownAt);
  const audit = { at: NOW - DAY, namespace: IMAGES, id: 'ami-1', event: 'noticed', actor: 'holystone' } as const;
  await store.marks.apply(IMAGES, [{ id: 'ami-1', before, after, audit }]);
}

const urlOf = (owner: string) => `${site.url}${link('ami-1', { owner, generation: 'generation of ami-1' })}`;
const WORDS = {
  keep: (owner: string) => post(urlOf(owner), { keep: 'forever' }),
  snooze: (owner: string) => post(urlOf(owner), { keep: '7d' }),
  early: (owner: string) => post(`${urlOf(owner)}/say`, { statement: 'deleteEarly', sure: 'yes' }),
  notMine: (owner: string) => post(`${urlOf(owner)}/say`, { statement: 'notMine' }),
  undo: (owner: string) => post(`${urlOf(owner)}/undo`, { scope: 'id' }),
} as const;
type Word = keyof typeof WORDS;
/** Its entry in the audit log: done, or refused because of another's decision. */
const EVENTS: Readonly<Record<Word, RegExp>> = {
  keep: /^optedOut/,
  snooze: /^optedOut/,
  early: /^expedite(d|Refused)/,
  notMine: /^disclaim(ed|Refused)/,
  undo: /^optOutUndone/,
};

async function outcome() {
  const decisions = await store.optOuts.list(IMAGES, { kind: 'id', value: 'ami-1' });
  const stored = await store.marks.get(IMAGES, 'ami-1');
  const audit = (await store.audit.history(IMAGES, 'ami-1')).map(({ event, actor }) => `${event} ${actor}`);
  const kept = decisions.filter((one) => inForce(one, NOW)).map(({ actor, until }) => `${actor} ${until}`);
  return { kept: kept.sort(), mark: stored, audit };
}

/** Both at once; which one begins takes turns. */
async function atOnce(first: () => Promise<Response>, second: () => Promise<Response>, round: number) {
  const answers = round % 2 === 0 ? [first(), second()] : [second(), first()];
  return (await Promise.all(answers)).map(({ status }) => status);
}

const FOREVER = 'forever';
const WEEK = NOW + 7 * DAY;

describe('P7 two people decide differently at once', () => {
  test.each<[ann: Word, bob: Word, kept: readonly string[]]>([
    ['keep', 'snooze', [`${ANN} ${FOREVER}`, `${BOB} ${WEEK}`]],
    ['snooze', 'keep', [`${ANN} ${WEEK}`, `${BOB} ${FOREVER}`]],
    ['early', 'keep', [`${BOB} ${FOREVER}`]],
    ['early', 'snooze', [`${BOB} ${WEEK}`]],
    ['notMine', 'keep', [`${BOB} ${FOREVER}`]],
    ['notMine', 'snooze', [`${BOB} ${WEEK}`]],
  ])('%s and %s: a decision to keep wins, and both are in the audit log', async (ann, bob, kept) => {
    for (let round = 0; round < ROUNDS; round++) {
      await store.redis.flush();
      await notified();
      const answers = await atOnce(
        () => WORDS[ann](ANN),
        () => WORDS[bob](BOB),
        round,
      );
      expect(answers.filter((status) => status !== 200 && status !== 409)).toEqual([]);
      const after = await outcome();
      expect({ kept: after.kept, mark: after.mark }).toEqual({ kept, mark: undefined });
      expect(after.audit.filter((entry) => EVENTS[ann].test(entry) && entry.endsWith(ANN))).toHaveLength(1);
      expect(after.audit.filter((entry) => EVENTS[bob].test(entry) && entry.endsWith(BOB))).toHaveLength(1);
    }
  });

  test.each<[word: Word, kept: readonly string[]]>([
    ['keep', [`${ANN} ${FOREVER}`]],
    ['snooze', [`${ANN} ${WEEK}`]],
    ['undo', []],
  ])('%s, while another takes back: only that one’s decision goes', async (word, kept) => {
    for (let round = 0; round < ROUNDS; round++) {
      await store.redis.flush();
      await notified();
      await WORDS.keep(BOB);
      if (word === 'undo') await WORDS.keep(ANN);
      const answers = await atOnce(
        () => WORDS[word](ANN),
        () => WORDS.undo(BOB),
        round,
      );
      expect(answers).toEqual([200, 200]);
      const { audit, ...after } = await outcome();
      expect(after).toEqual({ kept, mark: undefined });
      expect(audit).toEqual(expect.arrayContaining([`optOutUndone ${BOB}`, expect.stringMatching(EVENTS[word])]));
    }
  });

  test('an early deletion, while another person withdraws: no kept resource is deleted early', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await store.redis.flush();
      await notified();
      await WORDS.keep(BOB);
      const answers = await atOnce(
        () => WORDS.early(ANN),
        () => WORDS.undo(BOB),
        round,
      );
      expect([...answers].sort()).toEqual([200, 409]);
      const { audit, ...after } = await outcome();
      expect(after).toEqual({ kept: [], mark: undefined });
      expect(audit).toContain(`optOutUndone ${BOB}`);
      expect(audit).not.toContain(`expedited ${ANN}`);
    }
  });
});

describe('P7 one person before two screens', () => {
  test('keep and snooze: the last that was stored counts, and both are in the audit log', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await store.redis.flush();
      await notified();
      await atOnce(
        () => WORDS.keep(ANN),
        () => WORDS.snooze(ANN),
        round,
      );
      const { kept } = await outcome();
      const said = (await store.audit.history(IMAGES, 'ami-1')).filter(({ event }) => event === 'optedOut');
      expect(said).toHaveLength(2);
      expect(kept).toEqual([said.at(-1)?.reason === 'kept forever' ? `${ANN} ${FOREVER}` : `${ANN} ${WEEK}`]);
    }
  });

  test('keep and take back: whichever came last counts, and both are in the audit log', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await store.redis.flush();
      await notified();
      await WORDS.snooze(ANN);
      await atOnce(
        () => WORDS.keep(ANN),
        () => WORDS.undo(ANN),
        round,
      );
      const { kept, audit } = await outcome();
      const last = audit.filter((entry) => /^opt/.test(entry)).at(-1);
      expect(audit.filter((entry) => /^opt/.test(entry))).toHaveLength(3);
      expect(kept).toEqual(last === `optedOut ${ANN}` ? [`${ANN} ${FOREVER}`] : []);
    }
  });

  test('early and not mine: law 3, the fallback is asked and has its whole time, whichever came first', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await store.redis.flush();
      await notified();
      await atOnce(
        () => WORDS.early(ANN),
        () => WORDS.notMine(ANN),
        round,
      );
      const after = await outcome();
      expect(after.mark).toMatchObject({ owner: FALLBACK, unowned: true, projectedDeletionAt: NOW + 30 * DAY });
      expect(after.audit).toContain(`disclaimed ${ANN}`);
    }
  });
});
