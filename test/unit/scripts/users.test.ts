/**
 * Who may use what, against the SDK: each member of an answer that can name a resource has a line in users.tsv, and what
 * the line says is true. Brought up to date by `npm run users -- --write`; what that cannot prove, a person decides.
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { UNREAD_USERS } from '../../../src/handlers/aws/evidence/unreadUsers.ts';
import { membersOf } from '../../support/users/allServices.ts';
import { broughtUp, DECIDE, keyOf, withEveryService } from '../../support/users/brought.ts';
import { ALL_KINDS, handlerOf } from '../../support/users/places.ts';
import { Answers } from '../../support/users/reading.ts';
import {
  ANSWERS,
  formatted,
  type Line,
  linesOf,
  namesIn,
  readTable,
  textOfTable,
  writeTable,
} from '../../support/users/table.ts';
import { unreadIn, writeUnread } from '../../support/users/unread.ts';
import { modelsIn } from '../../support/users/wheel.ts';

const WRITE = 'run `npm run users -- --write`, and decide what it asks in test/support/users/users.tsv';

/** A wheel of botocore, for `npm run users -- BOTOCORE_WHEEL`: the SDK's clients that Holystone has are a few of all. */
const wheel = process.env.HOLYSTONE_BOTOCORE;

let answers: Answers;
let table: readonly Line[];
let expected: readonly Line[];

beforeAll(async () => {
  const before = readTable();
  answers = await Answers.load();
  const known = wheel === undefined ? before : withEveryService(before, [...modelsIn(wheel)].flatMap(membersOf));
  const text = formatted(await broughtUp(answers, known));
  expected = linesOf(text);
  if (process.env.HOLYSTONE_USERS === 'write') {
    writeTable(text);
    writeUnread(expected);
  }
  table = readTable();
});

afterAll(() => answers.destroy());

const shown = ({ kind, service, members, where, answer }: Line) =>
  `${kind} ${service} ${members.join(' ')} ${where ?? '(no call of ours)'}: ${answer}`;

test('each member of an answer that can name a resource has its line, and no line is about anything else', () => {
  const known = new Set(table.map(keyOf));
  const there = new Set(expected.map(keyOf));
  const missing = expected.filter((line) => !known.has(keyOf(line))).map(shown);
  const left = table.filter((line) => !there.has(keyOf(line))).map(shown);
  expect({ missing, left, hint: missing.length + left.length > 0 ? WRITE : '' }).toEqual({
    missing: [],
    left: [],
    hint: '',
  });
});

test('what a line says to be read is what the sources find in an answer that says it, and nothing unread is found', () => {
  const answers = new Map(table.map((line) => [keyOf(line), line.answer]));
  const wrong = expected.flatMap((line) => {
    const written = answers.get(keyOf(line));
    return written === undefined || written === line.answer || line.where === undefined
      ? []
      : [`${shown(line)} is found now; the table says: ${written}`];
  });
  expect({ wrong, hint: wrong.length > 0 ? WRITE : '' }).toEqual({ wrong: [], hint: '' });
});

test('every answer is one of: read by, own description, refused by AWS, covered by, no use with its reason, unread', () => {
  const undecided = table.filter(({ answer }) => answer === DECIDE || !ANSWERS.test(answer)).map(shown);
  expect(undecided).toEqual([]);
});

test('whatever covers a member is a source or a safeguard of the type', () => {
  const unknown = ALL_KINDS.flatMap((kind) => {
    const { evidence, safeguards } = handlerOf(kind);
    const names = new Set([...evidence, ...safeguards].map(({ name }) => name));
    return table
      .filter((line) => line.kind === kind)
      .flatMap((line) =>
        namesIn(line.answer)
          .filter((name) => !names.has(name))
          .map((name) => `${name}: ${shown(line)}`),
      );
  });
  expect(unknown).toEqual([]);
});

test('whatever stays unread is what the documentation and each plan name', () => {
  // What was loaded is from before the write.
  expect(process.env.HOLYSTONE_USERS === 'write' ? unreadIn(expected) : UNREAD_USERS).toEqual(unreadIn(table));
});

test('the table is in its order, each member once', () => {
  const members = table.flatMap(({ kind, service, members: all, where }) =>
    all.map((member) => `${kind} ${service} ${member} ${where}`),
  );
  expect(members.filter((member, index) => members.indexOf(member) !== index)).toEqual([]);
  expect(textOfTable()).toBe(formatted(table));
});
