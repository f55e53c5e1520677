/**
 * The property behind "a mention is a use", over the schemas of all read calls: whatever an answer says more, and wherever,
 * a resource that it names is never nearer to its deletion than without it. Answers are in memory, so a case costs milliseconds.
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { evidenceOf } from '../../../src/core/common/finding.ts';
import { ALL_CALLS } from '../../../src/handlers/aws/calls/index.ts';
import { resource, verdict } from '../../support/evaluation.ts';
import { EXHAUSTIVE, runsOf, within } from '../../support/sampled.ts';
import { FORMS, OTHERS } from '../../support/users/forms.ts';
import { textsIn, written } from '../../support/users/members.ts';
import { ALL_KINDS, handlerOf, type Place, placesOf } from '../../support/users/places.ts';
import { Answers } from '../../support/users/reading.ts';
import { readTable } from '../../support/users/table.ts';

/** How near a verdict is to the deletion. */
const NEARNESS = { keep: 0, unknown: 1, held: 2, candidate: 3 } as const;
const LIMIT_MS = 8_000;

let answers: Answers;
/** Those where a table says that a source reads it. */
let read: readonly Place[];
/** Every text of every answer, of whatever kind it is said to be. */
let anywhere: readonly Omit<Place, 'kind'>[];

beforeAll(async () => {
  answers = await Answers.load();
  const table = readTable();
  const lines = new Set(
    table.filter(({ answer }) => answer.startsWith('read by')).map(({ kind, where }) => `${kind} ${where}`),
  );
  read = placesOf(answers, table).filter(({ kind, where }) => lines.has(`${kind} ${where}`));
  anywhere = ALL_CALLS.filter(({ effect }) => effect === 'reads').flatMap((call) => {
    const { service, operation } = answers.of(call);
    return textsIn(operation).map(({ shape, member, path }) => {
      return { service, call, path, member: `${shape}.${member}`, where: `${call.operation} ${written(path)}` };
    });
  });
});

afterAll(() => answers.destroy());

/** The verdict about a resource named as in `form`, where the place says `value`, by all sources that ask for it. */
async function judged(place: Place, variant: 0 | 1, aliases: readonly string[], value: string) {
  const { evidence: sources, parameters } = handlerOf(place.kind);
  const subject = resource(aliases[0] ?? '', { aliases });
  const all = [];
  const gaps = [];
  for (const source of sources) {
    if (source.optional || !source.permissions.includes(place.call.permission ?? place.call.api)) continue;
    const { found, failed } = await answers.tried(source, parameters.parse({}), subject, variant, { ...place, value });
    const where = { source: source.name, place: { account: 'here', location: 'us-east-1' } };
    all.push(...found.map((finding) => ({ ...finding, ...where })));
    if (failed) gaps.push({ ...where, why: failed });
  }
  return (await verdict(subject, {}, evidenceOf(all, gaps))).kind;
}

test('whatever an answer says more never moves a resource towards its deletion', async () => {
  const cases = fc.tuple(fc.nat(), fc.constantFrom(...ALL_KINDS), fc.nat(), fc.constantFrom<0 | 1>(0, 1));
  await fc.assert(
    fc.asyncProperty(
      cases,
      within(LIMIT_MS, async ([at, kind, form, variant]) => {
        const place = { ...anywhere[at % anywhere.length], kind } as Place;
        const { value, aliases } = FORMS[kind][form % FORMS[kind].length] as (typeof FORMS)[typeof kind][number];
        const without = await judged(place, variant, aliases, OTHERS[kind]);
        const said = await judged(place, variant, aliases, value);
        expect({ where: place.where, kind, value, nearer: NEARNESS[said] > NEARNESS[without] }).toMatchObject({
          nearer: false,
        });
      }),
    ),
    { numRuns: runsOf(400, 20_000) },
  );
});

test('what a source reads keeps the resource, in an answer that says nothing else of it', async () => {
  const some = EXHAUSTIVE ? read : read.filter((_, index) => index % 4 === 0);
  const lost: string[] = [];
  for (const place of some) {
    let isKept = false;
    for (const variant of [0, 1] as const) {
      for (const { value, aliases } of FORMS[place.kind])
        isKept ||= (await judged(place, variant, aliases, value)) === 'keep';
    }
    if (!isKept) lost.push(`${place.kind} ${place.where}`);
  }
  expect(lost).toEqual([]);
});
