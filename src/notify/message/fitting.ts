/** Words of a reason for a message with little room: whoever reads them knows how many names are left out. Pure. */
import type { Named, Reason } from '../../core/common/reason.ts';
import { shorten } from '../../core/text/visible.ts';

/**
 * The words, with as many of its names as fit and the number of the others; a reason without names ends with `…`.
 * @param most characters
 */
export function fittingWords(reason: Reason, words: (reason: Reason) => string, most: number): string {
  const whole = words(reason);
  if (whole.length <= most) return whole;
  let few = 0;
  let many = longestList(reason);
  while (few < many) {
    const middle = Math.ceil((few + many) / 2);
    if (words(withNames(reason, middle)).length <= most) few = middle;
    else many = middle - 1;
  }
  return shorten(words(few === 0 ? reason : withNames(reason, few)), most);
}

/** What goes or stays by name, and notes of several. */
function longestList({ code, values }: Reason): number {
  if (code === 'and') return Math.max(0, ...values.all.map(longestList));
  return Math.max(0, ...listsIn(values).map(([, { names }]) => names.length));
}

function withNames(reason: Reason, count: number): Reason {
  const { code, values } = reason;
  if (code === 'and') return { code, values: { all: values.all.map((one) => withNames(one, count)) } };
  const cut = listsIn(values).map(([key, { names, more = 0 }]) => {
    const list = { names: names.slice(0, count), more: more + Math.max(0, names.length - count) };
    return key === undefined ? list : { [key]: list };
  });
  return { code, values: Object.assign({ ...values }, ...cut) } as Reason;
}

type List = Pick<Named, 'names'> & Partial<Named>;

/** The values themselves (no key), or some of them. */
function listsIn(values: object): readonly (readonly [string | undefined, List])[] {
  if (isList(values)) return [[undefined, values]];
  return Object.entries(values).flatMap(([key, value]) => (isList(value) ? [[key, value] as const] : []));
}

function isList(value: unknown): value is List {
  return typeof value === 'object' && value !== null && Array.isArray((value as List).names);
}
