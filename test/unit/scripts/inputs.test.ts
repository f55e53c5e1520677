/**
 * What people write in maps that AWS's models have no names for, against the SDK: each has a line in inputs.tsv, and what the line
 * says to be read is found. `npm run users -- --write [BOTOCORE_WHEEL]` adds what is new as DECIDE.
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ALL_CALLS } from '../../../src/handlers/aws/calls/index.ts';
import { UNREAD_INPUTS } from '../../../src/handlers/aws/evidence/unreadInputs.ts';
import { means } from '../../support/mentioning/told.ts';
import type { Path } from '../../support/users/answers.ts';
import { DECIDE } from '../../support/users/brought.ts';
import {
  INPUT_ANSWERS,
  type InputLine,
  inputsIn,
  inputsOf,
  readInputs,
  writeInputs,
} from '../../support/users/inputs.ts';
import { handlerOf, type Place, readersOf } from '../../support/users/places.ts';
import { Answers } from '../../support/users/reading.ts';
import { namesIn } from '../../support/users/table.ts';
import { unreadInputsIn, writeUnreadInputs } from '../../support/users/unreadInputs.ts';
import { modelsIn } from '../../support/users/wheel.ts';

const wheel = process.env.HOLYSTONE_BOTOCORE;

let answers: Answers;
let table: readonly InputLine[];
/** By service and member: all places of it in answers of ours. */
const places = new Map<string, Place[]>();

beforeAll(async () => {
  answers = await Answers.load();
  for (const call of ALL_CALLS.filter(({ effect }) => effect === 'reads')) {
    const { service, operation } = answers.of(call);
    for (const { member, path } of inputsIn(operation)) {
      const place: Place = { kind: 'image', service, member, call, path, where: '' };
      places.set(`${service} ${member}`, [...(places.get(`${service} ${member}`) ?? []), place]);
    }
  }
  if (process.env.HOLYSTONE_USERS === 'write') writeInputs(broughtUp(readInputs()));
  table = readInputs();
  if (process.env.HOLYSTONE_USERS === 'write') writeUnreadInputs(table);
});

afterAll(() => answers.destroy());

/** With what is new, and with a wheel without what no service has any longer. */
function broughtUp(before: readonly InputLine[]): readonly InputLine[] {
  const known = new Map(
    before.flatMap(({ service, members, answer }) => members.map((one) => [`${service} ${one}`, answer])),
  );
  const models = wheel === undefined ? [] : [...modelsIn(wheel)].flatMap(inputsOf);
  const there = new Set([...models.map(({ service, member }) => `${service} ${member}`), ...places.keys()]);
  if (wheel === undefined) for (const one of known.keys()) there.add(one);
  return [...there].map((one) => {
    const [service = '', member = ''] = one.split(' ');
    return { service, members: [member], answer: known.get(one) ?? DECIDE };
  });
}

test('each map without names in an answer of ours has its line', () => {
  const known = new Set(table.flatMap(({ service, members }) => members.map((one) => `${service} ${one}`)));
  expect([...places.keys()].filter((one) => !known.has(one))).toEqual([]);
});

test('every answer is one of: read by, covered by, no use with its reason, not read with what may break', () => {
  expect(table.filter(({ answer }) => answer === DECIDE || !INPUT_ANSWERS.test(answer))).toEqual([]);
});

test('A110 what is not read stands in the documentation, with what breaks', () => {
  const told = unreadInputsIn(table);
  const rows = told.map(({ what, breaks, services }) => [what, breaks, services.join(', ')]);
  if (process.env.HOLYSTONE_USERS !== 'write') expect(UNREAD_INPUTS).toEqual(rows);
  const services = (lines: readonly { readonly services: readonly string[] }[]) => lines.flatMap((one) => one.services);
  const unread = table.filter(({ answer }) => answer.startsWith('not read'));
  expect(new Set(services(told))).toEqual(new Set(unread.map(({ service }) => service)));
});

test('each source that reads or covers one reads it for an image, a table and a container image', () => {
  const named = new Set(table.flatMap(({ answer }) => namesIn(answer)));
  const missing = (['image', 'table', 'containerImage'] as const).flatMap((kind) => {
    const known = new Set(handlerOf(kind).evidence.map(({ name }) => name));
    return [...named].filter((name) => !known.has(name)).map((name) => `${kind}: ${name}`);
  });
  expect(missing).toEqual([]);
});

test('what a line says to be read is what its source finds in an answer that says it', async () => {
  const wrong: string[] = [];
  for (const { service, members, answer } of table.filter((line) => line.answer.startsWith('read by'))) {
    for (const member of members) {
      const all = places.get(`${service} ${member}`) ?? [];
      const readers = new Set((await Promise.all(all.map((place) => readersOf(answers, place)))).flat());
      for (const name of namesIn(answer))
        if (!readers.has(name)) wrong.push(`${service} ${member}: ${name} does not find it`);
    }
  }
  expect(wrong).toEqual([]);
});

/** Maps in which a word alone means nothing that a program opens; what has a form of its own is told in them, too. */
const NAMES_NOTHING = new Map([
  ['CodeConfigurationValues.RuntimeEnvironmentSecrets', 'ARNs or names of secrets and parameters'],
  ['ImageConfiguration.RuntimeEnvironmentSecrets', 'ARNs or names of secrets and parameters'],
  ['DockerVolumeConfiguration.labels', 'what a volume is called'],
  ['Integration.ResponseParameters', 'headers of a response'],
  ['InputTransformer.InputPathsMap', 'paths in an event'],
  ['JDBCConnectorOptions.DataTypeMapping', 'types of columns'],
  ['AssociationDescription.TargetMaps', 'the instances that it works on, by tags or groups'],
]);

/** An answer with a value at one place, in maps behind a key that says nothing. */
function answerWith(path: Path): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return 'prod-orders';
  const inner = answerWith(rest);
  return first === '[]' ? [inner] : { [first === '{}' ? 'source' : first]: inner };
}

test('A168 each value of a map that a line says to be read names what is called so', () => {
  const untold = new Set<string>();
  for (const { service, members } of table.filter(({ answer }) => answer.startsWith('read by')))
    for (const member of members)
      for (const { path, call } of places.get(`${service} ${member}`) ?? [])
        if (path.includes('{}') && !NAMES_NOTHING.has(member) && !means(answerWith(path), 'table prod-orders'))
          untold.add(`${call.api} ${member} ${path.join('.')}`);
  expect([...untold]).toEqual([]);
});

test('whatever is in the table is there once', () => {
  const all = table.flatMap(({ service, members }) => members.map((one) => `${service} ${one}`));
  expect(all.filter((one, index) => all.indexOf(one) !== index)).toEqual([]);
});
