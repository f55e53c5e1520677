/** Files as people wrote them with only the docs at hand: what is refused says why, in words, with what to write. */
import { describe, expect, test } from '@jest/globals';
import { handlers } from '../../../src/handlers/index.ts';
import { ACCOUNTS, load, problemsOf } from './load.ts';

const file = (cleanup: string) => `${ACCOUNTS}cleanup: ${cleanup}\n`;
const said = (entry: string) => problemsOf(file(`[{ ${entry} }]`), { handlers });

describe('L5 refused, each word of another program or of the cloud by itself', () => {
  test.each<[kind: string, entry: string, why: readonly string[]]>([
    [
      'the name that EC2 has for an attribute, and a glob',
      'type: securityGroup, when: [{ all: [{ rule: unused }, { rule: attribute, where: { GroupName: "build_*" } }] }]',
      [
        'unknown attribute "GroupName"; allowed for securityGroup: aliases, description',
        'a part of a text is matched by a regex',
      ],
    ],
    [
      'an attribute that is misspelt, in what keeps',
      'type: elasticIp, when: [{ rule: unused }], keep: [{ attribute: { AssociatonID: "*" } }]',
      ['unknown attribute "AssociatonID"; allowed for elasticIp: '],
    ],
    [
      'spans of time in words, and none',
      'type: volume, when: [{ rule: unused }], unusedFor: 0d, retention: 14 days',
      [
        'unusedFor: found "0d"; allowed: a span of time above zero',
        'retention: found "14 days"; allowed: a span of time',
      ],
    ],
    [
      'a comparison within a text',
      'type: volume, when: [{ rule: attribute, where: { Size: "> 100" } }]',
      ['found "> 100"; allowed: a number, a size such as 100GiB'],
    ],
    [
      'a tag of one’s own beside the rule',
      'type: snapshot, when: [{ rule: expired, tag: endsOn }]',
      ['unknown key "tag"'],
    ],
    [
      'the filters of Cloud Custodian',
      'type: image, filters: [{ type: unused, value: true }], when: [{ rule: image-age, days: 30 }, { rule: not, of: [] }], keep: ["tag:owner"], exclude: []',
      [
        'unknown key "filters"; allowed: type, accounts',
        'found "image-age"; allowed: age, attribute',
        'found "not"; allowed: age, attribute',
        'keep[0]: found "tag:owner"; allowed: a mapping',
        'unknown key "exclude"; allowed: ',
      ],
    ],
    [
      'minutes that may be months',
      'type: volume, when: [{ rule: age, moreThan: 90m }], minimumAge: 90 m',
      ['minimumAge: found "90 m"; allowed: a span of time'],
    ],
  ])('%s', (_kind, entry, why) => {
    const problems = said(entry);
    for (const words of why) expect(problems).toContainEqual(expect.stringContaining(words));
  });
});

describe('valid as written', () => {
  test.each<[kind: string, cleanup: string, types: number]>([
    [
      'names and descriptions of groups, by the names of this program',
      '[{ type: securityGroup, when: [{ all: [{ rule: unused }, { rule: attribute, where: { Description: left by a build, name: "/^build_/" } }] }], retention: 5d }]',
      1,
    ],
    [
      'an exempting tag, ages, and a volume that was free only now',
      '[{ type: image, when: [{ all: [{ rule: unused }, { rule: age, moreThan: 30d }] }], keep: [{ tag: { exempt: "*" } }] }, { type: volume, when: [{ rule: unused }], unusedFor: off }]',
      2,
    ],
    [
      'numbers, dates, and what clusters left',
      '[{ type: volume, when: [{ rule: attribute, where: { Size: { above: 100 } } }] }, { type: image, when: [{ rule: attribute, where: { DeprecationTime: { olderThan: 30d } } }] }, { type: elasticIp, when: [{ rule: clusterGone }] }, { type: networkInterface, when: [{ rule: clusterGone }] }]',
      4,
    ],
  ])('%s', (_kind, cleanup, types) => {
    const { workConfigurations, warnings } = load(file(cleanup), { handlers });
    expect([new Set(workConfigurations.map(({ namespace }) => namespace.split(':').at(-1))).size, warnings]).toEqual([
      types,
      [],
    ]);
  });
});
