import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from '@jest/globals';
import { Surveyed } from '../support/graph/surveyed.ts';
import { installCustodian } from './custodian.ts';
import { AWS_NUKE, type GoProgram, goProgram } from './goPrograms.ts';
import { observed } from './money/observed.ts';
import { type Observed, page } from './money/page.ts';
import { MONEY_TYPES } from './money/types.ts';

const DOCUMENT = new URL('../../docs/compared-on-money.md', import.meta.url);

const custodian = await installCustodian();
// Building it takes minutes.
const awsNuke: GoProgram =
  process.env.HOLYSTONE_EXHAUSTIVE === 'true'
    ? await goProgram(AWS_NUKE, true)
    : { kind: 'unavailable', why: 'HOLYSTONE_EXHAUSTIVE=true builds and runs it' };
const surveyed = await Surveyed.start();
const seen: Observed[] = [];
const program = custodian.kind === 'installed' ? custodian.path : undefined;
const programs = { custodian: program, awsNuke: awsNuke.kind === 'there' ? awsNuke.path : undefined };
// Each of them has the account of its type alone.
for (const of of MONEY_TYPES) seen.push({ of, rows: await observed(surveyed, of, programs) });

afterAll(() => surveyed.stop());

describe('Compute Optimizer’s criteria, Cloud Custodian, aws-nuke and Holystone on the same accounts', () => {
  test.each(MONEY_TYPES.map(({ type }) => type))(
    'A1 of each %s Holystone selects the idle ones, and no other',
    (type) => {
      const rows = seen.find(({ of }) => of.type === type)?.rows ?? [];
      expect(rows.filter(({ holystone }) => holystone)).toEqual(rows.filter(({ isIdle }) => isIdle));
      expect(rows.some(({ isIdle }) => isIdle) && rows.some(({ isIdle }) => !isIdle)).toBe(true);
    },
  );

  if (custodian.kind === 'unavailable')
    process.stderr.write(`Cloud Custodian is not available: the page is skipped, not passed (${custodian.why})\n`);
  if (awsNuke.kind === 'unavailable')
    process.stderr.write(`aws-nuke is not available: its figures are skipped, not passed (${awsNuke.why})\n`);
  (awsNuke.kind === 'there' ? test : test.skip)('the dry run of aws-nuke has each of them', () => {
    const rows = seen.flatMap(({ rows }) => rows);
    expect(rows.filter((row) => !row.awsNuke)).toEqual([]);
  });

  (program ? test : test.skip)('docs/compared-on-money.md has the findings of this run', () => {
    const text = page(seen);
    if (process.env.WRITE_DOCS) writeFileSync(DOCUMENT, text);
    expect(readFileSync(DOCUMENT, 'utf8')).toBe(text);
  });
});
