/** Types with users that no source can list: live only where an entry accepts that, until a date. */
import { expect, test } from '@jest/globals';
import { refuseUnaccepted } from '../../../src/config/load/incomplete.ts';
import { atStage } from '../../../src/core/policy/rollout.ts';
import type { WorkConfiguration } from '../../../src/core/policy/workConfiguration.ts';
import { handlers } from '../../../src/handlers/index.ts';
import { leftOut } from '../../../src/lifecycle/evidence/evidenceReads.ts';
import { LIVE, load, problemsOf } from './load.ts';

const TYPES = handlers.flatMap(({ resourceType, unlistedUsers }) => (unlistedUsers ? [resourceType] : []));
const FINAL = handlers.flatMap(({ resourceType, finalBecause }) => (finalBecause ? [resourceType] : []));
const isFinal = (type: string) => FINAL.includes(type);
const ACCEPTED = 'acceptIncomplete: { until: 2027-03-31, reason: no allowlist names them }';
const ACCEPTED_FINAL = 'acceptFinal: { until: 2027-06-30, reason: the data is in the archive }';
const END = Date.parse('2027-03-31T23:59:59.999Z');

const text = (type: string, entry: string) =>
  `${LIVE}accounts: [{ name: test, provider: aws, id: "123456789012", locations: [us-east-1] }]
definitions: { dir: ./definitions }
cleanup:
  - type: ${type}
    when: [{ rule: unused }]
    ${entry}
`;
const configured = (type: string, entry: string) =>
  load(text(type, entry), { handlers }).workConfigurations[0] as WorkConfiguration;
const handlerOf = (type: string) =>
  handlers.find(({ resourceType }) => resourceType === type) as (typeof handlers)[number];

test.each(TYPES)('Law 1 %s: `live: true` alone is refused where it is written, and names the keys to add', (type) => {
  const ofUsers = /^h\.yaml:\d+:11: cleanup\[0\]\.live: .*no source can list all users.*`acceptIncomplete: \{/;
  const ofFinal = /^h\.yaml:\d+:11: cleanup\[0\]\.live: a deletion is final .*`acceptFinal: \{/;
  const problems = problemsOf(text(type, 'live: true'), { handlers });
  expect(problems).toEqual([ofUsers, ...(isFinal(type) ? [ofFinal] : [])].map((one) => expect.stringMatching(one)));
});

test.each(TYPES)('%s: a plan needs nothing more', (type) => {
  expect(configured(type, '').live).toBe(false);
});

test.each(TYPES)('Law 1 %s: accepted until a date → live until then, and a plan only from then on', (type) => {
  const wc = configured(type, `live: true\n    ${ACCEPTED}${isFinal(type) ? `\n    ${ACCEPTED_FINAL}` : ''}`);
  expect(wc.live).toBe(handlerOf(type).missingEvidence.length === 0);
  const live = { ...wc, live: true };
  expect(atStage(live, 'live', END - 1).live).toBe(true);
  expect(atStage(live, 'live', END)).toMatchObject({
    live: false,
    notLiveBecause: 'its acceptIncomplete ended at 2027-03-31T23:59:59.999Z',
  });
});

test.each(TYPES)('%s: every verdict names the users that were not looked for', (type) => {
  const handler = handlerOf(type);
  const said = (entry: string, now: number) =>
    leftOut({ handler, settings: configured(type, entry).evidence, now }).join();
  const live = `live: true\n    ${ACCEPTED}${isFinal(type) ? `\n    ${ACCEPTED_FINAL}` : ''}`;
  expect([said('', 0), said(live, END - 1), said(live, END)]).toEqual([
    `users that no source can list (${handler.unlistedUsers}): a plan only`,
    `users that no source can list (${handler.unlistedUsers}), accepted until 2027-03-31T23:59:59.999Z: no allowlist names them`,
    `users that no source can list (${handler.unlistedUsers}): accepted only until 2027-03-31T23:59:59.999Z, so a plan only`,
  ]);
});

test.each(FINAL)('Law 12 %s: a final deletion is accepted until a date, and a plan only from then on', (type) => {
  expect(problemsOf(text(type, `live: true\n    ${ACCEPTED}`), { handlers })).toEqual([
    expect.stringMatching(/a deletion is final .*`acceptFinal: \{/),
  ]);
  const wc = configured(type, `live: true\n    ${ACCEPTED.replace('2027-03-31', '2028-01-01')}\n    ${ACCEPTED_FINAL}`);
  const end = Date.parse('2027-06-30T23:59:59.999Z');
  expect(atStage(wc, 'live', end - 1).live).toBe(true);
  expect(atStage(wc, 'live', end)).toMatchObject({
    live: false,
    notLiveBecause: 'its acceptFinal ended at 2027-06-30T23:59:59.999Z',
  });
});

test('a type with a way back has no such key', () => {
  expect(problemsOf(text('image', ACCEPTED_FINAL), { handlers })).toEqual([expect.stringContaining('acceptFinal')]);
});

test('a type whose users can all be listed has no such key', () => {
  expect(problemsOf(text('image', ACCEPTED), { handlers })).toEqual([expect.stringContaining('acceptIncomplete')]);
});

test('Law 1 users that no source reads yet make a type need the key, until one reads them', () => {
  const unread = { unreadUsers: { 'flows of a new service': 'the next start needs it' } };
  expect(() => refuseUnaccepted(unread, { live: true })).toThrow('flows of a new service');
  const acceptIncomplete = { until: END, reason: 'we have none' };
  expect(() => refuseUnaccepted(unread, { live: true, acceptIncomplete })).not.toThrow();
  expect(() => refuseUnaccepted({ unreadUsers: {} }, { live: true })).not.toThrow();
});

test('Law 1 no type of this version has unread users without needing the key', () => {
  const unread = handlers.filter(({ unreadUsers = {} }) => Object.keys(unreadUsers).length > 0);
  expect(TYPES).toEqual(expect.arrayContaining(unread.map(({ resourceType }) => resourceType)));
});
