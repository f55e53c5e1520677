/** A look in ten lines, for a terminal. Pure. */
import { visible } from '../../core/text/visible.ts';
import { type Page, put } from '../text/page.ts';
import type { Look } from './look.ts';
import type { Sum } from './sums.ts';
import {
  byOwner,
  byType,
  callsWords,
  costWords,
  headline,
  manyOf,
  nextWords,
  notJudgedWords,
  rightsCommandWords,
  unknownWords,
} from './words.ts';

/** The lines of the two columns. */
const MOST = 4;

/** Where the two files are; absent: none was written. */
export interface Written {
  readonly html?: string;
  readonly json?: string;
}

/** @param written the names of the files, as the last lines tell them */
export function lookText(look: Look, { html, json }: Written, page: Page): string {
  const [wasted, inUse] = headline(look);
  const { color } = page;
  const tell = `${inUse}: ${html === undefined ? 'something uses each' : 'the report says who still uses each'}.`;
  const unknown = unknownWords(look, rightsCommandWords(look, json));
  const beside = notJudgedWords(look);
  const files = [
    ...(html === undefined ? [] : [`${html} has each with its reason`]),
    ...(json === undefined ? [] : [`${json} is for programs`]),
  ];
  return [
    ...put(wasted, page, 0, color.bold),
    ...(inUse === undefined ? [] : put(tell, page, 0)),
    ...(look.called.unseen === undefined ? [] : put(look.called.unseen, page, 0)),
    ...columns(look, page),
    ...(look.prices ? [] : put('No price list has these locations: there is no figure.', page, 0, color.dim)),
    ...(unknown === undefined ? [] : put(`${unknown}.`, page, 0, color.yellow)),
    ...(beside === undefined ? [] : put(`${beside}.`, page, 0, color.dim)),
    ...put(`${[...files, callsWords(look)].join('; ')}.`, page, 0, color.dim),
    ...(json === undefined ? [] : put(`Next: ${nextWords(look, json)}`, page, 0)),
  ].join('\n');
}

/** The types on the left, the owners on the right. */
function columns(look: Look, page: Page): readonly string[] {
  const types = shortened(
    byType(look),
    ({ count }) => `${count} more`,
    (sum) => manyOf(sum.count, sum.title),
  );
  const owners = shortened(
    byOwner(look),
    ({ parts }) => `${parts} more`,
    ({ title }) => title,
  );
  const cells = [types, owners].map((rows) =>
    rows.map(([title, sum]) => [visible(title), costWords(sum.cost, look, '≤ ') || '–'] as const),
  );
  const [left = [], right = []] = cells;
  const width = (rows: typeof left, at: 0 | 1) => Math.max(0, ...rows.map((row) => row[at].length));
  return Array.from({ length: Math.max(left.length, right.length) }, (_, index) => {
    const half = (rows: typeof left) => {
      const [title = '', cost = ''] = rows[index] ?? [];
      return `${title.padEnd(width(rows, 0))}  ${cost.padStart(width(rows, 1))}`;
    };
    return `  ${half(left)}      ${half(right)}`.trimEnd();
  }).flatMap((line) => (line.length <= page.width ? [line] : put(line.trim().replace(/ {2,}/g, '  '), page, 2)));
}

function shortened(
  sums: readonly Sum[],
  more: (rest: { readonly count: number; readonly parts: number }) => string,
  titleOf: (sum: Sum) => string,
): readonly (readonly [string, Sum])[] {
  const shown = sums.slice(0, sums.length > MOST ? MOST - 1 : MOST).map((sum) => [titleOf(sum), sum] as const);
  const rest = sums.slice(shown.length);
  if (rest.length === 0) return shown;
  const sum = rest.reduce<Sum>(
    (all, { count, cost }) => ({
      title: '',
      count: all.count + count,
      cost: { amount: all.cost.amount + cost.amount, upTo: all.cost.upTo || cost.upTo },
    }),
    { title: '', count: 0, cost: { amount: 0, upTo: false } },
  );
  return [...shown, [more({ count: sum.count, parts: rest.length }), sum] as const];
}
