/** Reasons of every code, with any words of people in them. */
import fc from 'fast-check';
import type { Reason, ReasonCode, ReasonValues } from '../../src/core/common/reason.ts';

const span = fc.record({
  count: fc.nat({ max: 5_000 }),
  unit: fc.constantFrom('day' as const, 'hour' as const, 'minute' as const, 'second' as const),
});
const more = fc.nat({ max: 9 });
const none = fc.constant({});
const yes = fc.constant(true as const);

/** @param text the words of people */
export function anyReason(text: fc.Arbitrary<string>): fc.Arbitrary<Reason> {
  const names = fc.array(text, { minLength: 1, maxLength: 3 });
  const fact = fc.oneof(
    fc.record({ path: text }),
    fc.record({ path: text, value: text, compared: text }, { requiredKeys: ['path', 'value'] }),
  );
  const elsewhere = fc.record({ name: text, vpc: text, more, part: text, here: text });
  const asleep = fc.record({ name: text, part: text, more });
  const beside = fc.record({ name: text, part: text, others: fc.record({ names, more }) });
  const caution: fc.Arbitrary<Reason> = fc.oneof(
    elsewhere.map((values) => ({ code: 'clusterElsewhere', values }) as const),
    beside.map((values) => ({ code: 'clusterBeside', values }) as const),
    asleep.map((values) => ({ code: 'clusterAsleep', values }) as const),
  );
  const values = {
    words: fc.record({ words: text }),
    unused: fc.record({ isElse: yes, isByRecord: yes }, { requiredKeys: [] }),
    older: fc.record({ age: span, moreThan: span }),
    aged: fc.record({ age: span }),
    attributes: fc.record({ facts: fc.array(fact, { minLength: 1, maxLength: 3 }) }),
    expired: fc.record({ tag: text, value: text }),
    noInstances: none,
    noBalancer: none,
    disabled: fc.record({ age: span, moreThan: span }),
    madeForImage: fc.record({ image: text, goesFirst: yes }, { requiredKeys: ['image'] }),
    stackGone: fc.record({ stack: text }),
    notInState: fc.record({ workspace: text }),
    clustersGone: fc.record({
      clusters: fc.array(
        fc.record(
          { name: text, age: span, neverSeen: yes, cautions: fc.array(caution, { minLength: 1, maxLength: 2 }) },
          { requiredKeys: ['name'] },
        ),
        { minLength: 1, maxLength: 2 },
      ),
    }),
    clusterMayBeGone: none,
    clusterElsewhere: elsewhere,
    clusterBeside: beside,
    clusterAsleep: asleep,
    notInSource: none,
    selected: none,
    judged: fc.record({ match: text }, { requiredKeys: [] }),
    shared: fc.record({ names, count: fc.nat({ max: 9 }) }),
    followed: fc.record({ names, more }),
    markedElsewhere: fc.record({ on: fc.constantFrom('2026-01-31', '2026-02-01') }),
    after: fc.record({ users: names }),
    snapshotsStay: fc.record({ names, more }),
    snapshotsMayFollow: fc.record({ names, more }),
    snapshotsFollow: fc.record({ go: fc.record({ names, more }), others: fc.record({ names, more }) }),
    numberGone: fc.record({ number: fc.nat(), template: text }),
    versionsGo: fc.record({ latest: fc.nat() }),
    dataGoes: fc.record({ claim: text, gibibytes: fc.nat(), type: text, zone: text }, { requiredKeys: [] }),
    volumesGo: fc.record({ go: fc.record({ names, more }), stay: fc.record({ names, more }) }),
    onlyPauses: none,
    onlyStops: none,
    onlyStopsFor: fc.record({ days: fc.nat() }),
    tasksStop: none,
    listenersGo: none,
    hooksGo: none,
    policiesGo: none,
    finalDeletion: none,
    exportedFirst: fc.record({ address: fc.string({ minLength: 1 }) }),
    backupsGo: fc.oneof(none, fc.record({ days: fc.integer({ min: 1, max: 90 }) })),
    noTag: none,
    tagsGo: fc.record({ names }),
    objectsGo: fc.record({ names }),
    partsGo: none,
    imageGone: fc.record({ image: text }),
    databaseGone: fc.record({ name: text }),
    volumeGone: fc.record({ volume: text }),
    addressFree: fc.record({ address: text, subnet: text }, { requiredKeys: ['address'] }),
    addressReturned: fc.record({ address: text, provider: text }),
    addressesStay: fc.record({ names, more }),
    imageTagged: fc.record({ names, more, expires: yes }, { requiredKeys: ['names', 'more'] }),
    collectedLater: fc.record({ upTo: fc.constantFrom('1.2 GB', '7 kB') }, { requiredKeys: [] }),
  } satisfies { readonly [C in Exclude<ReasonCode, 'and'>]: fc.Arbitrary<ReasonValues[C] | object> };
  const one = fc.oneof(
    ...Object.entries(values).map(([code, of]) =>
      (of as fc.Arbitrary<object>).map((all) => ({ code, values: all }) as Reason),
    ),
  );
  const all = fc.array(one, { minLength: 2, maxLength: 3 });
  return fc.oneof(
    { weight: 9, arbitrary: one },
    all.map((parts) => ({ code: 'and', values: { all: parts } }) as const),
  );
}

/** The texts of people in a reason, each replaced. Units, dates and sizes of Holystone stay. */
export function withTexts<T>(value: T, replace: (text: string) => string, key = ''): T {
  if (typeof value === 'string') return (OURS.includes(key) ? value : replace(value)) as T;
  if (Array.isArray(value)) return value.map((one) => withTexts(one, replace, key)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withTexts(one, replace, name)])) as T;
}

const OURS = ['code', 'unit', 'on', 'upTo'];
