/** The price table: list prices by region, each with a date and a source, read and checked like the configuration. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { messageOf } from '../../core/common/errors.ts';
import type { PriceList } from '../../core/resource/prices.ts';
import { allowedInWords } from '../yaml/explain.ts';
import { Problems } from '../yaml/problems.ts';
import { quote } from '../yaml/quote.ts';
import { reportIssues } from '../yaml/reportIssues.ts';
import { readTree } from '../yaml/tree.ts';
import { parseYaml } from '../yaml/yamlSource.ts';

/** `config/prices.yaml`, at the top of the repository and of `dist/`. */
const PACKAGED = fileURLToPath(new URL('../../../config/prices.yaml', import.meta.url));
/** The same as a build writes it (`scripts/copy-assets.mjs`): a test has checked it, and JSON needs no time. */
const BUILT = new URL('../../../config/prices.json', import.meta.url);

const PRICE = 'a price a month above zero, such as 0.08';
const ITEM = 'an item such as ebs.gp3.gibibyte: words of letters and digits, with dots between';
const REGION = 'a region such as us-east-1';
const DATE = 'a day, such as "2026-11-20"';
const SOURCE = 'the URL of the page with these prices';

const day = z.iso.date({ error: DATE });
const source = z.url({ protocol: /^https?$/, error: SOURCE });

const tableSchema = z.strictObject({
  currency: z.literal('USD', { error: '"USD": sums need one currency, and all known prices are in US dollars' }),
  regions: z.record(
    z.string().regex(/^[a-z]+(-[a-z]+)+-\d+$/, { error: REGION }),
    z.strictObject({
      date: day,
      source,
      /** The page where the figures were read, if not `source`: never shown, only for people who check the table. */
      copy: source.optional(),
      items: z.record(
        z.string().regex(/^[A-Za-z][A-Za-z0-9]*(\.[A-Za-z0-9]+)+$/, { error: ITEM }),
        z.number({ error: PRICE }).positive({ error: PRICE }),
      ),
    }),
  ),
});

/** The prices of a location, case-insensitive; `undefined` = the table has none. */
export type PricesOf = (location: string) => PriceList | undefined;

/** The outcome of reading a price list. */
export type PricesRead =
  | { readonly kind: 'read'; readonly of: PricesOf }
  /** The file itself cannot be read; problems inside it are a `ConfigurationError`. */
  | { readonly kind: 'unreadable'; readonly why: string };

/**
 * @param file the operator's own table; `undefined` = the packaged one
 * @param staleAfterMs counted from the date of a region
 * @throws ConfigurationError with all problems of the table, with its own lines
 */
export function readPrices(file: string | undefined, staleAfterMs: number): PricesRead {
  const built = file === undefined ? builtTable() : undefined;
  if (built) return { kind: 'read', of: lookUp(built, staleAfterMs) };
  const path = file ?? PACKAGED;
  let text: string;
  try {
    text = readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    return { kind: 'unreadable', why: `${quote(path)} cannot be read: ${messageOf(error)}` };
  }
  return { kind: 'read', of: lookUp(tableOf(text, path), staleAfterMs) };
}

type Table = z.output<typeof tableSchema>;

/** The last parsed table. Parsing costs more than the rest of a configuration, and the text seldom changes. */
let lastRead: { readonly text: string; readonly table: Table } | undefined;

function tableOf(text: string, file: string): Table {
  if (lastRead?.text !== text) lastRead = { text, table: parsePrices(text, file) };
  return lastRead.table;
}

/** `undefined` outside of a build, as in tests. */
function builtTable(): Table | undefined {
  return existsSync(BUILT) ? (JSON.parse(readFileSync(BUILT, 'utf8')) as Table) : undefined;
}

/** @throws ConfigurationError with all problems of the table */
function parsePrices(text: string, file: string): Table {
  const yaml = parseYaml(text);
  const problems = new Problems(file, yaml.lines);
  problems.addAt(yaml.problems);
  if (!yaml.document) throw problems.error();
  // A table has no variables: prices come only from the file.
  const tree = readTree(yaml.document, {});
  problems.place(tree);
  problems.addAt(tree.problems);
  const parsed = tableSchema.safeParse(tree.data, { error: allowedInWords });
  if (!parsed.success) reportIssues(parsed.error.issues, tree, problems);
  if (!parsed.success || !problems.none()) throw problems.error();
  return parsed.data;
}

function lookUp({ currency, regions }: Table, staleAfterMs: number): PricesOf {
  const lists = new Map<string, PriceList>();
  for (const [region, { date, source, items }] of Object.entries(regions)) {
    const prices = new Map(Object.entries(items));
    const staleAt = Date.parse(date) + staleAfterMs;
    lists.set(region.toLowerCase(), { currency, date, source, staleAt, of: (item) => prices.get(item) });
  }
  return (location) => lists.get(location.toLowerCase());
}
