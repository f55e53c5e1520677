import type { z } from 'zod';
import { EARLIER_NAMES } from '../../core/common/earlierNames.ts';
import { safeValueOf } from '../../core/evaluation/pattern.ts';
import type { Handler } from '../../handlers/contract/handler.ts';
import type { Known } from '../../handlers/contract/known.ts';
import type { Provider } from '../../handlers/contract/provider.ts';
import { fullName, namesOf } from '../../handlers/contract/types.ts';
import { parseRedisUrl } from '../../state/redis/redisUrl.ts';
import { unknownTypeSchema } from '../schema/cleanup.ts';
import { checkDefinitions } from '../schema/definitionsSection.ts';
import { createSchema } from '../schema/schema.ts';
import { coerce, setAt } from '../yaml/coerce.ts';
import { allowedInWords } from '../yaml/explain.ts';
import { foldMergeKeys } from '../yaml/mergeKeys.ts';
import { plainWord, type Synonyms } from '../yaml/nearest.ts';
import { listAt, valueAt } from '../yaml/plain.ts';
import type { Problems } from '../yaml/problems.ts';
import { quote } from '../yaml/quote.ts';
import { reportIssues } from '../yaml/reportIssues.ts';
import type { Path, Tree } from '../yaml/tree.ts';
import { checkAccounts } from './accountChecks.ts';
import { checkAttributes } from './attributeChecks.ts';
import { crossCheck } from './crossChecks.ts';
import { checkListed } from './discoveredAccounts.ts';
import { checkSecrets } from './secretChecks.ts';
import { foldStops } from './stopWord.ts';

/**
 * Checks the document against the schema, and its values against each other; reports all problems.
 * @param mayDisable a value that may stand for a safe one is a warning, and its entry deletes nothing
 */
export function validate(tree: Tree, known: Known, problems: Problems, mayDisable: boolean): unknown {
  const { handlers, providers } = known;
  const schema = createSchema(known);
  foldMergeKeys(tree.data, problems);
  shortenTypes(tree, handlers);
  foldStops(tree, handlers);
  const parse = () => schema.safeParse(tree.data, { error: allowedInWords });
  const first = parse();
  const again = () => {
    foldStops(tree, handlers);
    return parse();
  };
  const coerced = !first.success && coerce(first.error.issues, tree) ? again() : first;
  const isSafer = mayDisable && !coerced.success && disable(coerced.error.issues, tree, problems);
  const result = isSafer ? parse() : coerced;
  if (!result.success) {
    reportIssues(result.error.issues, tree, problems, {
      synonyms: new Map([...synonymsOf(handlers), ...EARLIER_WORDS]),
    });
    for (const path of entriesOfUnknownType(tree, handlers)) {
      const strange = unknownTypeSchema(handlers).safeParse(valueAt(tree.data, path), { error: allowedInWords });
      if (!strange.success) reportIssues(strange.error.issues, tree, problems, { base: path });
    }
  }
  crossCheck(
    (path) => valueAt(tree.data, path),
    listAt(tree.data, 'cleanup').length,
    listAt(tree.data, 'accounts').length,
    problems,
  );
  checkListed(tree.data, providers, problems);
  oneNamePerAccount(tree.data, providers, problems);
  checkAccounts(tree, providers, problems);
  checkAttributes(tree, handlers, problems);
  warnOfEarlierKinds(tree, handlers, problems);
  checkDefinitions(valueAt(tree.data, ['definitions']), providers, problems);
  checkSecrets(tree.data, problems);
  checkRedis(tree.data, problems);
  return result.data;
}

const EARLIER_WORDS = [...EARLIER_NAMES].map(([before, now]) => [plainWord(before), now] as const);

function entriesOfUnknownType(tree: Tree, handlers: Known['handlers']): readonly Path[] {
  const known = new Set<unknown>(handlers.map((handler) => namesOf(handler, handlers)[0]));
  return Array.from({ length: listAt(tree.data, 'cleanup').length }, (_, index): Path => ['cleanup', index]).filter(
    (path) => !known.has(valueAt(tree.data, [...path, 'type'])),
  );
}

/** Other words for the types; a word that two types claim belongs to neither. */
function synonymsOf(handlers: Known['handlers']): Synonyms {
  const words = handlers.flatMap((handler) =>
    (handler.alsoCalled ?? []).map((word) => [plainWord(word), namesOf(handler, handlers)[0]] as const),
  );
  const isShared = (word: string) => words.filter(([other]) => other === word).length > 1;
  return new Map(words.filter(([word]) => !isShared(word)));
}

/** Replaces `provider.type` by the short name where the schema has the short name. */
function shortenTypes(tree: Tree, handlers: Known['handlers']): void {
  const names = new Map<unknown, string>(handlers.map((handler) => [fullName(handler), namesOf(handler, handlers)[0]]));
  listAt(tree.data, 'cleanup').forEach((entry, index) => {
    const name = names.get(valueAt(entry, ['type']));
    if (name !== undefined) setAt(tree.data, ['cleanup', index, 'type'], name);
  });
}

/**
 * Puts the safe value of an issue in place of the given one, with a warning at its place.
 * @returns whether anything changed
 */
function disable(issues: readonly z.core.$ZodIssue[], tree: Tree, problems: Problems): boolean {
  let changed = false;
  for (const issue of issues) {
    const safe = safeValueOf(issue);
    if (safe === undefined || !setAt(tree.data, issue.path, safe)) continue;
    problems.warn(issue.path, `${issue.message}; this entry deletes nothing until it is corrected`);
    changed = true;
  }
  return changed;
}

/** Warns about `evidence.off` and `evidence.acceptUnread` with a name that a kind had, or that a kind took over. */
function warnOfEarlierKinds({ data }: Tree, handlers: readonly Handler[], problems: Problems): void {
  listAt(data, 'cleanup').forEach((_, index) => {
    const type = valueAt(data, ['cleanup', index, 'type']);
    const sources = handlers.find((handler) => namesOf(handler, handlers)[0] === type)?.evidence ?? [];
    for (const key of ['off', 'acceptUnread']) {
      const given = valueAt(data, ['cleanup', index, 'evidence', key]);
      if (!Array.isArray(given)) continue;
      given.forEach((one: unknown, at) => {
        const kind = typeof one === 'string' ? one : (one as { kind?: unknown } | null)?.kind;
        if (typeof kind !== 'string' || sources.some(({ name, group }) => name === kind || group === kind)) return;
        const now = sources.filter(({ earlier }) => earlier?.includes(kind)).map(({ name }) => `\`${name}\``);
        if (now.length === 0) return;
        problems.warn(
          ['cleanup', index, 'evidence', key, at],
          `\`${kind}\` is ${now.join(' and ')} now, and means that`,
        );
      });
    }
  });
}

/**
 * With two names, the same resources have two namespaces: two marks, notices and paces, and opt-outs that only one of them
 * knows. Messages omit the ids.
 * @param data plain data that may be invalid
 */
function oneNamePerAccount(data: unknown, providers: readonly Provider[], problems: Pick<Problems, 'report'>): void {
  const accounts = listAt(data, 'accounts');
  const ids = accounts.map((account) => {
    const [id, named] = [valueAt(account, ['id']), valueAt(account, ['provider'])];
    if (typeof id !== 'string') return undefined;
    const sameId = providers.find(({ name }) => name === named)?.account.sameId;
    return JSON.stringify([named, sameId?.(id) ?? id]);
  });
  const nameOf = (index: number) => quote(String(valueAt(accounts[index], ['name'])));
  ids.forEach((id, index) => {
    const first = ids.indexOf(id);
    if (id === undefined || first === index) return;
    const what = `${nameOf(first)} and ${nameOf(index)} have the same id; declare an account once, under one name`;
    for (const place of [first, index]) problems.report(['accounts', place, 'id'], what);
  });
}

/** Warns where replicas may be promoted, and no decision waits for them. */
function checkRedis(data: unknown, problems: Pick<Problems, 'warn'>): void {
  const url = valueAt(data, ['redis', 'url']);
  const replicas = valueAt(data, ['redis', 'replicas']) ?? 0;
  if (typeof url !== 'string' || replicas !== 0 || !mayFailOver(url)) return;
  problems.warn(
    ['redis', 'replicas'],
    'no replica must have a decision before it counts: a failover loses what it had not copied, and then owners are notified anew; set redis.replicas: 1 (docs/operations.md)',
  );
}

/** Another check reports an invalid URL. */
function mayFailOver(url: string): boolean {
  if (url === 'embedded') return false;
  try {
    return parseRedisUrl(url).kind !== 'single';
  } catch {
    return false;
  }
}
