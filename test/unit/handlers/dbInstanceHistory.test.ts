/** What the events of a database instance prove: only what RDS alone does is nobody's act. */

import type { Event } from '@aws-sdk/client-rds';
import { describe, expect, test } from '@jest/globals';
import { historyOf, isStartOfRds } from '../../../src/handlers/aws/evidence/databases/history.ts';

const DUE = 'DB instance is being started due to it exceeding the maximum allowed time being stopped.';
const MINUTE = 60_000;

type Told = readonly [minute: number, text: string, category?: string];

const events = (...told: readonly Told[]): readonly Event[] =>
  told.map(([minute, Message, category = 'notification']) => ({
    Message,
    Date: new Date(minute * MINUTE),
    EventCategories: [category],
  }));
const happened = (...told: readonly Told[]) => historyOf(events(...told)).map((one) => one.happened);

describe('A32 an event', () => {
  test.each<[string, readonly Told[], readonly string[]]>([
    [
      'a stop, and a start by RDS after seven days',
      [
        [0, 'Backing up DB instance', 'backup'],
        [5, 'Finished DB Instance backup', 'backup'],
        [6, 'DB instance shutdown', 'availability'],
        [8, 'DB instance stopped'],
        [10_088, DUE],
        [10_090, 'DB instance restarted', 'availability'],
        [10_099, 'DB instance started'],
      ],
      ['ofRds', 'ofRds', 'ofRds', 'stop', 'startOfRds', 'ofRds', 'startOfRds'],
    ],
    [
      'a start by a person',
      [
        [0, 'DB instance stopped'],
        [60, 'DB instance started'],
      ],
      ['stop', 'act'],
    ],
    // Without the full stop, and in capitals: as other answers of RDS have it.
    [
      'one in other capitals',
      [
        [0, DUE.slice(0, -1).toUpperCase()],
        [5, 'DB Instance Started.'],
      ],
      ['startOfRds', 'startOfRds'],
    ],
    [
      'a start long after RDS tried to',
      [
        [0, DUE],
        [61, 'DB instance started'],
      ],
      ['startOfRds', 'act'],
    ],
    [
      'a start after RDS failed to',
      [
        [0, DUE],
        [5, 'Insufficient capacity'],
        [9, 'DB instance started'],
      ],
      ['startOfRds', 'unknown', 'act'],
    ],
    [
      'two starts after RDS did it',
      [
        [0, DUE],
        [5, 'DB instance started'],
        [9, 'DB instance started'],
      ],
      ['startOfRds', 'startOfRds', 'act'],
    ],
    [
      'a start by RDS, a stop, and a start',
      [
        [0, DUE],
        [5, 'DB instance started'],
        [9, 'DB instance stopped'],
        [12, 'DB instance started'],
      ],
      ['startOfRds', 'startOfRds', 'stop', 'act'],
    ],
    [
      'a restart',
      [
        [0, 'DB instance shutdown', 'availability'],
        [1, 'DB instance restarted', 'availability'],
      ],
      ['act', 'act'],
    ],
    [
      'a backup between shutdown and stop',
      [
        [0, 'DB instance shutdown'],
        [1, 'Backing up DB instance'],
        [9, 'DB instance stopped'],
      ],
      ['ofRds', 'ofRds', 'stop'],
    ],
    ['a change', [[0, 'Renamed instance from a to b', 'configuration change']], ['act']],
    ['a restore', [[0, 'Restored from snapshot x', 'restoration']], ['act']],
    ['a message of tomorrow', [[0, 'DB instance is dreaming']], ['unknown']],
    ['a failover', [[0, 'Multi-AZ instance failover started.', 'failover']], ['unknown']],
  ])('%s', (_name, told, is) => {
    expect(happened(...told)).toEqual(is);
    // The order of the answer says nothing.
    expect(happened(...told.toReversed())).toEqual(is);
  });

  test('without an instant or a text is not known', () => {
    const odd = [
      { Message: 'DB instance stopped' },
      { Date: new Date(0) },
      { Message: 'DB instance stopped', Date: new Date(Number.NaN) },
    ];
    expect(historyOf(odd).map((one) => one.happened)).toEqual(['unknown', 'unknown', 'unknown']);
  });
});

describe('A32 RDS started it', () => {
  const STOP: Told = [0, 'DB instance stopped'];
  const BY_RDS: readonly Told[] = [
    [10_080, DUE],
    [10_090, 'DB instance started'],
  ];
  test.each<[string, readonly Told[], boolean]>([
    ['only RDS', [STOP, ...BY_RDS], true],
    ['RDS is at it', [STOP, [10_080, DUE]], true],
    ['with a backup afterwards', [STOP, ...BY_RDS, [10_100, 'Backing up DB instance', 'backup']], true],
    ['a person, before its stop', [[-9, 'DB instance started'], STOP, ...BY_RDS], true],
    ['nobody', [STOP], false],
    ['a person', [STOP, [9, 'DB instance started']], false],
    [
      'RDS, and a person changed it',
      [STOP, ...BY_RDS, [10_100, 'Reset master credentials', 'configuration change']],
      false,
    ],
    ['RDS, and something happened', [STOP, ...BY_RDS, [10_100, 'Something']], false],
    ['RDS, and its stop is not told', BY_RDS, false],
    ['nothing is told', [], false],
  ])('%s', (_name, told, is) => {
    expect(isStartOfRds(historyOf(events(...told)))).toBe(is);
  });

  test('an event without an instant may be of any time', () => {
    const told = [...events(STOP, ...BY_RDS), { Message: 'DB instance started' }];
    expect(isStartOfRds(historyOf(told))).toBe(false);
  });
});

test('A75 the events of a cluster are told apart as those of an instance; a failover is none that this version knows', () => {
  const told: readonly Told[] = [
    [0, 'Automated cluster snapshot created', 'backup'],
    [5, 'DB cluster stopped'],
    [10_085, DUE.replace('instance', 'cluster')],
    [10_095, 'DB cluster started'],
    [10_200, 'Completed failover to DB instance: shop-2', 'failover'],
    [10_300, 'DB cluster started'],
    [10_400, 'Reset master credentials', 'configuration change'],
  ];
  expect(happened(...told)).toEqual(['ofRds', 'stop', 'startOfRds', 'startOfRds', 'unknown', 'act', 'act']);
});
