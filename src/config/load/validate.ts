import { EARLIER_NAMES } from '../../core/common/earlierNames.ts';
import type { Known } from '../../handlers/contract/known.ts';
import { fullName, namesOf } from '../../handlers/contract/types.ts';
import { unknownTypeSchema } from '../schema/cleanup.ts';
import { checkDefinitions } from '../schema/definitionsSection.ts';
import { createSchema } from '../schema/schema.ts';
import { coerce, setAt } from '../yaml/coerce.ts';
import { allowedInWords } from '../yaml/explain.ts';
import { foldMergeKeys } from '../yaml/mergeKeys.ts';
import { plainWord, type Synonyms } from '../yaml/nearest.ts';
import { listAt, valueAt } from '../yaml/plain.ts';
import type { Problems } from '../yaml/problems.ts';
import { reportIssues } from '../yaml/reportIssues.ts';
import type { Path, Tree } from '../yaml/tree.ts';
import { checkAccounts } from './accountChecks.ts';
import { checkAttributes } from './attributeChecks.ts';
import { crossCheck } from './crossChecks.ts';
import { disable } from './disable.ts';
import { checkListed } from './discoveredAccounts.ts';
import { warnOfEarlierKinds } from './earlierKinds.ts';
import { oneNamePerAccount } from './oneNamePerAccount.ts';
import { checkRedis } from './redisChecks.ts';
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
