/** Types whose last use only our own surveys know: `unusedFor` is all that protects them. */
import { describe, expect, test } from '@jest/globals';
import { DAY_MS } from '../../../src/core/common/duration.ts';
import { handlers } from '../../../src/handlers/index.ts';
import { LIVE, load, problemsOf } from './load.ts';

const TYPES = ['volume', 'launchTemplate'];
const text = (type: string, entry: string, defaults = '{}') =>
  `${LIVE}accounts: [{ name: test, provider: aws, id: "123456789012", locations: [us-east-1] }]
definitions: { dir: ./definitions }
defaults: ${defaults}
cleanup:
  - type: ${type}
    when: [{ rule: unused }]
    ${entry}
`;
const problems = (type: string, entry: string, defaults?: string) =>
  problemsOf(text(type, entry, defaults), { handlers });
const unusedForOf = (type: string, entry: string, defaults?: string) => {
  const [wc] = load(text(type, entry, defaults), { handlers }).workConfigurations;
  return wc?.unusedForMs === undefined ? 'off' : wc.unusedForMs / DAY_MS;
};

test.each(TYPES)('Law 1 %s: `unusedFor: off` of a live entry is refused where it is written', (type) => {
  expect(problems(type, 'live: true\n    unusedFor: off')).toEqual([
    expect.stringMatching(/^h\.yaml:\d+:16: cleanup\[0\]\.unusedFor: .*only surveys show .*`unusedFor: \d+d`/),
  ]);
});

test.each(TYPES)('Law 1 %s: shorter than two surveys are apart is refused, as long as that is not', (type) => {
  const found = [expect.stringMatching(/cleanup\[0\]\.unusedFor: .*at least 12h, twice `every\.mark`/)];
  expect(problems(type, 'live: true\n    unusedFor: 11h')).toEqual(found);
  expect(problems(type, 'live: true\n    unusedFor: 12h')).toEqual([]);
  expect(problems(type, 'live: true\n    unusedFor: 1d\n    every: { mark: 13h }')).toEqual([
    expect.stringMatching(/at least 26h/),
  ]);
});

test('a planned type may look at present use alone, because it deletes nothing', () => {
  expect(unusedForOf('volume', 'unusedFor: off')).toBe('off');
});

test('Law 1 less than the type’s own is taken from the entry alone, never from `defaults`', () => {
  expect([unusedForOf('volume', 'live: true'), unusedForOf('launchTemplate', 'live: true')]).toEqual([14, 90]);
  expect(unusedForOf('launchTemplate', 'live: true', '{ unusedFor: 14d }')).toBe(90);
  expect(unusedForOf('launchTemplate', 'live: true', '{ unusedFor: off }')).toBe(90);
  expect(unusedForOf('launchTemplate', 'live: true', '{ unusedFor: 200d }')).toBe(200);
  expect(unusedForOf('launchTemplate', 'live: true\n    unusedFor: 30d', '{ unusedFor: 200d }')).toBe(30);
});

test('for a type whose provider reports the last use, both settings apply', () => {
  expect(unusedForOf('image', 'live: true\n    unusedFor: off')).toBe('off');
  expect(unusedForOf('image', 'live: true', '{ unusedFor: 1h }')).toBe(1 / 24);
});

describe('a type whose use only metrics show', () => {
  test.each([
    ['live: true\n    unusedFor: off', /only metrics show when one was last used, so an entry needs at least 2d/],
    ['unusedFor: off', /only metrics show/],
    ['live: true\n    unusedFor: 47h', /needs at least 2d/],
    ['unusedFor: { days: 14, below: 100 }', /any measured use of this type is one: write a span of time/],
    ['live: true\n    unusedFor: 456d', /last 455d only/],
    ['evidence: { off: [gatewayTraffic] }', /evidence\.off\[0\]/],
    [
      'evidence: { acceptUnread: [{ kind: gatewayTraffic, accounts: [test], until: 2030-01-01, reason: later }] }',
      /evidence\.acceptUnread\[0\]\.kind/,
    ],
  ])('Law 1 natGateway: %s is refused', (entry, message) => {
    expect(problems('natGateway', entry)).toEqual([expect.stringMatching(message)]);
  });

  test('Law 1 less than 32 days is taken from the entry alone, never from `defaults`', () => {
    expect(unusedForOf('natGateway', 'live: true')).toBe(32);
    expect(unusedForOf('natGateway', 'live: true', '{ unusedFor: 14d }')).toBe(32);
    expect(unusedForOf('natGateway', 'live: true', '{ unusedFor: off }')).toBe(32);
    expect(unusedForOf('natGateway', 'live: true', '{ unusedFor: { days: 90, below: 100 } }')).toBe(90);
    expect(unusedForOf('natGateway', 'live: true\n    unusedFor: 7d')).toBe(7);
  });
});

describe('how much traffic is a use', () => {
  const trafficOf = (type: string, entry: string, defaults?: string) => {
    const [wc] = load(text(type, entry, defaults), { handlers }).workConfigurations;
    return [wc?.unusedForMs === undefined ? 'off' : wc.unusedForMs / DAY_MS, wc?.traffic];
  };
  const LIMITS = { requests: 100, bytes: 1_000_000 };

  test.each(['loadBalancer', 'loadBalancerV2'])(
    'L9 %s: a number is requests a day, with 10,000 bytes for each',
    (type) => {
      expect(trafficOf(type, 'unusedFor: { days: 30, below: 100 }')).toEqual([30, LIMITS]);
      expect(trafficOf(type, 'unusedFor: { days: 30, below: { requests: 7, bytes: 9 } }')).toEqual([
        30,
        { requests: 7, bytes: 9 },
      ]);
      expect(trafficOf(type, 'unusedFor: 30d')).toEqual([30, undefined]);
      expect(trafficOf(type, 'unusedFor: off')).toEqual(['off', 'off']);
    },
  );

  test('`defaults` may have limits for types without traffic too: there the days count', () => {
    const defaults = '{ unusedFor: { days: 20, below: 100 } }';
    expect(trafficOf('loadBalancerV2', 'live: false', defaults)).toEqual([20, LIMITS]);
    expect(trafficOf('image', 'live: false', defaults)).toEqual([20, undefined]);
    expect(trafficOf('launchTemplate', 'live: false', defaults)).toEqual([90, undefined]);
    expect(trafficOf('loadBalancerV2', 'unusedFor: 30d', defaults)).toEqual([30, undefined]);
  });

  test.each([
    ['image', '{ days: 14, below: 100 }', /the traffic of this type is not measured: write a span of time/],
    ['loadBalancerV2', '{ days: 14 }', /"below" is missing/],
    ['loadBalancerV2', '{ below: 100 }', /"days" is missing/],
    ['loadBalancerV2', '{ days: 14, below: 0 }', /unusedFor\.below/],
    ['loadBalancerV2', '{ days: 14, below: { requests: 100 } }', /unusedFor\.below\.bytes/],
    ['loadBalancerV2', '{ days: 14, below: { requests: 100, bytes: 5, packets: 1 } }', /packets/],
    ['loadBalancerV2', '{ days: 500, below: 100 }\n    live: true', /last 455d only/],
  ])('Law 15 %s: %s is refused', (type, unusedFor, message) => {
    expect(problems(type, `unusedFor: ${unusedFor}`)).toEqual([expect.stringMatching(message)]);
  });
});

describe('how much is a use', () => {
  const limitsOf = (type: string, entry: string, defaults?: string) =>
    load(text(type, entry, defaults), { handlers }).workConfigurations[0]?.traffic;
  const IDLE = 'unusedFor: { days: 32, below: { percent: 5, bytes: 5000000 } }';
  const REQUESTS = 'unusedFor: { days: 14, below: { requests: 100, bytes: 1000000 } }';

  test('each type has limits of its own, and takes those of `defaults` as far as they are its own', () => {
    expect(limitsOf('runningInstance', IDLE)).toEqual({ percent: 5, bytes: 5_000_000 });
    expect(limitsOf('runningInstance', IDLE, `{ ${REQUESTS} }`)).toEqual({ percent: 5, bytes: 5_000_000 });
    expect(limitsOf('runningInstance', '', `{ ${REQUESTS} }`)).toBeUndefined();
    expect(limitsOf('loadBalancer', '', `{ ${IDLE} }`)).toBeUndefined();
    expect(limitsOf('loadBalancer', REQUESTS, `{ ${IDLE} }`)).toEqual({ requests: 100, bytes: 1_000_000 });
  });

  test.each([
    ['runningInstance', REQUESTS, /`below` of this type needs percent and bytes, and nothing else/],
    ['runningInstance', 'unusedFor: { days: 32, below: 100 }', /needs percent and bytes/],
    ['runningInstance', 'unusedFor: { days: 32, below: { percent: 5 } }', /below/],
    ['runningInstance', 'unusedFor: { days: 32, below: { percent: 0, bytes: 5 } }', /below/],
    ['runningInstance', 'unusedFor: { days: 32, below: { bytes: 5 } }', /percent: 5/],
    ['loadBalancer', IDLE, /needs requests and bytes/],
    ['volume', IDLE, /the traffic of this type is not measured/],
    ['natGateway', IDLE, /any measured use of this type is one/],
  ])('Law 15 %s refuses %s', (type, entry, problem) => {
    expect(problems(type, entry)).toEqual([expect.stringMatching(problem)]);
  });
});
