// The CPU of judging one namespace with one entry and with fifty, in turns: the entry of each resource is found anew.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { loadConfiguration } from '../dist/src/config/load/loader.js';
import { evidenceOf } from '../dist/src/core/common/finding.js';
import { evaluate } from '../dist/src/core/evaluation/evaluate.js';
import { handlers } from '../dist/src/handlers/index.js';
import { policyOf } from '../dist/src/lifecycle/survey/policy.js';
import { resourceAt } from './population.mjs';
import { table, whole } from './table.mjs';

const TURNS = 9;
const NOW = Date.UTC(2026, 10, 1);
const ENTRIES = 50;
const DAY = 86_400_000;
// What one kind leaves behind is not the work of the next one.
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');

export async function entries({ quick }) {
  const size = quick ? 20_000 : 100_000;
  const subjects = Array.from({ length: size }, (_, index) => volumeAt(index));
  const kinds = [
    ['one', [entry('')]],
    ['fifty, by the beginning of the name', many((n) => `match: { name: "/^team-${n}-/" }`)],
    ['fifty, by a tag', many((n) => `match: { tag: { team: team-${n} } }`)],
    ['fifty, by name, tag and attribute', many(mixed)],
  ].map(([name, list]) => ({ name, policy: policyFor(list), times: [] }));
  const backwards = [...kinds].reverse();
  const evidence = evidenceOf([]);
  for (let turn = 0; turn <= TURNS; turn++) {
    for (const { policy, times } of turn % 2 === 0 ? kinds : backwards) {
      collectGarbage();
      const before = process.cpuUsage();
      const verdicts = evaluate({ subjects, population: 'later', evidence, policy, now: NOW });
      const { user, system } = process.cpuUsage(before);
      const candidates = [...verdicts.values()].filter(({ kind }) => kind === 'candidate').length;
      if (candidates === 0) throw new Error('nothing is a candidate: the work is not that of a survey');
      // The first turn warms up.
      if (turn > 0) times.push((user + system) / 1000);
    }
  }
  const [{ times: ofOne }] = kinds;
  const rows = kinds.map(({ name, times }) => [
    name,
    `${whole(median(times))} ms`,
    `${ratio(times, ofOne).toFixed(2)} ×`,
  ]);
  console.log(table([`entries, ${whole(size)} volumes`, `CPU (median of ${TURNS})`, 'of one'], rows));
}

function volumeAt(index) {
  const resource = resourceAt(index);
  const tags = { ...resource.tags, team: `team-${index % 70}`, env: index % 3 === 0 ? 'prod' : 'dev' };
  return { ...resource, tags, size: index % 200, state: 'available', createdAt: new Date(NOW - 400 * DAY) };
}

function mixed(n) {
  const kinds = [`match: { name: "/^team-${n}-/" }`, `match: { tag: { team: team-${n}, env: prod } }`];
  return [...kinds, `match: { attribute: { size: { above: ${150 + n} } } }`][n % 3];
}

function many(matchOf) {
  return [...Array.from({ length: ENTRIES - 1 }, (_, n) => entry(matchOf(n))), entry('')];
}

function entry(match) {
  return `{ type: volume, when: [{ rule: unused }], unusedFor: off${match === '' ? '' : `, ${match}`} }`;
}

function policyFor(list) {
  const account = '{ name: test, provider: aws, id: "111111111111", locations: [us-east-1] }';
  const text = `accounts: [${account}]\nowner: { tags: [owner], domains: any }\ndefaults: { notice: { fallback: a@example.com } }\ncleanup:\n${list.map((one) => `  - ${one}`).join('\n')}\n`;
  const [wc] = loadConfiguration({ text }, { env: {}, handlers }).workConfigurations;
  const handler = handlers.find(({ resourceType }) => resourceType === 'volume');
  const stored = {
    optOuts: new Map(),
    lastUsed: new Map(),
    unobserved: [],
    firstSeen: new Map(),
    usersPendingDeletion: new Map(),
  };
  return policyOf(handler, wc, { ...stored, now: NOW });
}

function median(times) {
  return times.toSorted((a, b) => a - b)[times.length >> 1];
}

/** Of the turns: what else the machine does lasts longer than one. */
function ratio(times, ofOne) {
  return median(times.map((time, turn) => time / ofOne[turn]));
}
