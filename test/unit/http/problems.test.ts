/** Problems as the core and the lifecycle word them, in the language of a page. */
import { describe, expect, test } from '@jest/globals';
import { describeOverrun } from '../../../src/core/policy/surveyBudget.ts';
import { dueTrips, markTrips, shrunkTrips } from '../../../src/core/policy/tripwires.ts';
import { type Piece, problemIn } from '../../../src/http/operator/texts/problems.ts';
import { describeUnreadable } from '../../../src/lifecycle/mark/unreadable.ts';
import { IMAGES } from '../../integration/http/fixture.ts';
import { workConfiguration } from '../../support/queue.ts';

const { tripwires } = workConfiguration();
const SETTINGS = {
  ...tripwires,
  newMarks: 25,
  markedShare: 0.25,
  unmarkedShare: 0.25,
  dueShare: 0.1,
  shrunkBy: 0.5,
  sharesFrom: 40,
};
const said = (pieces: readonly Piece[]) =>
  pieces.map(({ text, language }) => (language === 'de' ? text : `[${text}]`)).join('');
const german = (problem: string) => said(problemIn('de', problem));

describe('P13 a tripwire in German, with its figures', () => {
  test.each([
    [
      markTrips({ listed: 80, marked: 0, newMarks: 71, unmarks: 0 }, SETTINGS).join('; '),
      'newMarks: 71 neue Markierungen, mehr als 25; markedShare: 71 von 80 (88,8 %) würden neu markiert, mehr als 25 %',
    ],
    [
      markTrips({ listed: 80, marked: 40, newMarks: 0, unmarks: 11 }, SETTINGS).join('; '),
      'unmarkedShare: 11 von 40 (27,5 %) Markierungen würden entfernt, mehr als 25 %',
    ],
    [
      dueTrips(101, 1000, SETTINGS).join('; '),
      'dueShare: 101 von 1000 (10,1 %) wurden ohne Nachricht für dieses Datum fällig, mehr als 10 %',
    ],
    [
      shrunkTrips(
        { listed: 3, findings: { 'instances@shop/eu-west-1': 0 } },
        { listed: 90, findings: { 'instances@shop/eu-west-1': 9 } },
        SETTINGS,
      ).join('; '),
      'shrunkBy: die Aufzählung fiel von 90 auf 3, um mehr als 50 %; shrunkBy: Nachweis instances@shop/eu-west-1 fiel von 9 auf 0, um mehr als 50 %',
    ],
  ])('%s', (english, expected) => {
    expect(german(english)).toBe(expected);
    expect(said(problemIn('en', english))).toBe(`[${english}]`);
  });
});

describe('P13 the problem of a pass in German', () => {
  const unread = new Map(['a', 'b', 'c', 'd'].map((id) => [id, 'it is no JSON']));
  test.each([
    describeOverrun({ budgetMs: 250_000, isLongest: false }),
    describeOverrun({ budgetMs: 4_000_000, isLongest: true }),
    'the window is closed',
    'pace: 100 deletes in this pass',
    'overdue: its owner has no valid notice yet',
    'dryRun is not false; the entry does not set live: true',
    'dryRun is not false; the account "shop" is declared without id',
  ])('no English is left: %s', (english) => {
    expect(problemIn('de', english).map(({ language }) => language)).toEqual(['de']);
  });

  test('names and commands stay', () => {
    expect(german(describeUnreadable(IMAGES, unread) ?? '')).toBe(
      `4 gespeicherte Markierungen sind nicht lesbar (a, b, c und 1 weitere): Holystone entscheidet darüber nichts; siehe [\`holystone repair ${IMAGES}\`]`,
    );
  });

  const DENIED =
    'listing launch templates in shop/eu-west-1: ec2:DescribeLaunchTemplates is denied; allow it for the role arn:aws:iam::1:role/reader (readRole of account shop)';
  const VERWEIGERT =
    '[listing launch templates in shop/eu-west-1]: ec2:DescribeLaunchTemplates ist verweigert; erlauben Sie es für die Rolle arn:aws:iam::1:role/reader (readRole des Kontos shop)';
  test.each([
    [`${IMAGES} could not be listed: ${DENIED}`, `${IMAGES} war nicht aufzuzählen: ${VERWEIGERT}`],
    [
      `fleets and ssmParameters could not be read in shop/eu-west-1: ${DENIED} (25 resources are unknown)`,
      `fleets und ssmParameters nicht lesbar in shop/eu-west-1: ${VERWEIGERT} (25 Ressourcen sind unbekannt)`,
    ],
    [
      `fleets could not be read in shop/eu-west-1: ${DENIED} (1 resource is unknown); fleets could not be read in a/b: ${DENIED} (2 resources are unknown)`,
      `fleets nicht lesbar in shop/eu-west-1: ${VERWEIGERT} (1 Ressource ist unbekannt); fleets nicht lesbar in a/b: ${VERWEIGERT} (2 Ressourcen sind unbekannt)`,
    ],
    [`the read by id failed: ${DENIED}`, `das Lesen nach der Id schlug fehl: ${VERWEIGERT}`],
    [
      'smtp://mail:25 did not accept the message to ann@example.com: 550 no such user',
      'smtp://mail:25 nahm die Nachricht an ann@example.com nicht an: [550 no such user]',
    ],
  ])('the remedy is in German, the words of a provider are marked: %s', (english, expected) => {
    expect(german(english)).toBe(expected);
  });

  test.each([
    ['a new sentence', 'something new'],
    ['markup', '<b>the window is closed</b>'],
    ['a text beyond the limit', 'the window is closed; '.repeat(400)],
    ['nothing', ''],
  ])('what no pattern knows stays in English, whole: %s', (_name, english) => {
    expect(
      problemIn('de', english)
        .map(({ text }) => text)
        .join(''),
    ).toBe(english);
    expect(problemIn('de', english).every(({ language }) => language === 'en')).toBe(true);
  });

  test('frames in frames end', () => {
    const nested = 'the read by id failed: '.repeat(100);
    expect(german(`${nested}x`)).toContain('[the read by id failed: ');
  });
});
