import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { notJudged } from '../../../src/handlers/aws/account/notJudged.ts';
import { ALL_CALLS } from '../../../src/handlers/aws/calls/index.ts';
import { handlers } from '../../../src/handlers/index.ts';

const PAGE = readFileSync(new URL('../../../docs/not-judged.md', import.meta.url), 'utf8');

test('A160 no type has the name of a kind that nothing judges, and listing one only reads', () => {
  const words = handlers.flatMap(({ called, alsoCalled = [] }) => [called?.en ?? '', ...alsoCalled]);
  const effects = new Map(ALL_CALLS.map(({ api, effect }) => [api, effect]));
  for (const { called, permissions } of notJudged) {
    expect(words.map((word) => word.toLowerCase())).not.toContain(called.toLowerCase());
    expect(permissions.map((permission) => effects.get(permission))).toEqual(['reads']);
  }
});

test.each(notJudged.map(({ called }) => called))(
  'docs/not-judged.md has %s among what is told beside the plan',
  (called) => {
    expect(PAGE).toContain(`| ${called}`);
  },
);
