/** Whom the policy of a repository of ECR lets pull its images. */
import type { Resource } from '../../../../core/resource/resource.ts';
import { ecr } from '../../calls/ecr.ts';
import { parsed } from '../../mentions/contents.ts';
import { unlessGone } from '../../wire/readError.ts';
import { read } from '../../wire/reading.ts';
import { eachSource, type FindingOfOne } from '../eachSource.ts';

type Statement = Readonly<Record<string, unknown>>;

/** What a statement lets in: accounts by their ids, and in words those that nobody can list. */
interface LetIn {
  readonly accounts: readonly string[];
  readonly others: readonly string[];
}

/**
 * Accounts that are not declared run what they pull, and nobody here sees it:
 * https://docs.aws.amazon.com/AmazonECR/latest/userguide/repository-policy-examples.html
 * @param repositoryOf the repository of a candidate
 */
export function repositoryPolicies<C extends Resource>(repositoryOf: (candidate: C) => string) {
  return eachSource<C>({
    name: 'repositoryPolicies',
    summary:
      'The policy of its repository: accounts that may pull from there and are not declared, organisations, everybody. It is unknown whether they run it.',
    calls: [ecr.getRepositoryPolicy],
    reading(target) {
      const own = target.accounts.flatMap(({ provider, id }) => (provider === 'aws' && id !== undefined ? [id] : []));
      const declared = new Set([...own, ...(target.account.id === undefined ? [] : [target.account.id])]);
      const found = new Map<string, Promise<readonly FindingOfOne[]>>();
      const policyOf = async (repositoryName: string): Promise<readonly FindingOfOne[]> => {
        const what = `reading the policy of ${repositoryName}`;
        const answer = await unlessGone(read(target, ecr.getRepositoryPolicy, what, { repositoryName }));
        return answer === undefined ? [] : saidBy(answer.policyText, declared);
      };
      return (candidate) => {
        const repository = repositoryOf(candidate);
        const known = found.get(repository) ?? policyOf(repository);
        found.set(repository, known);
        return known;
      };
    },
  });
}

function saidBy(text: string | undefined, declared: ReadonlySet<string>): readonly FindingOfOne[] {
  const document = text === undefined ? undefined : parsed(text);
  const statements = [(document as Statement | undefined)?.Statement].flat() as readonly unknown[];
  if (!statements.every((one): one is Statement => typeof one === 'object' && one !== null))
    return [{ says: 'unknown', by: 'the policy of its repository cannot be read, so it is unknown who runs it' }];
  const all = statements.filter(letsPull).map(letIn);
  const accounts = [...new Set(all.flatMap((one) => one.accounts))].filter((id) => !declared.has(id)).toSorted();
  const others = [...new Set(all.flatMap((one) => one.others))].toSorted();
  return [
    ...accounts.map((id) => unknown(`account ${id}, which is not declared`, '; declare it in accounts')),
    ...others.map((who) => unknown(who, '')),
  ];
}

function unknown(who: string, whatToDo: string): FindingOfOne {
  const by = `the policy of its repository lets in ${who}, so it is unknown whether it runs there${whatToDo}`;
  return { says: 'unknown', by };
}

/** An action that pulls, in whatever letters and with stars; one that cannot be read may be one. */
const PULLS = ['ecr:batchgetimage', 'ecr:getdownloadurlforlayer'];

function letsPull({ Effect, Action, NotAction }: Statement): boolean {
  if (Effect === 'Deny') return false;
  if (NotAction !== undefined || Action === undefined) return true;
  return [Action].flat().some((one) => {
    if (typeof one !== 'string') return true;
    const [start = '', ...more] = one.toLowerCase().split(/[*?]/);
    return PULLS.some((pull) => (more.length === 0 ? pull === start : pull.startsWith(start)));
  });
}

/** An id of twelve digits alone, or in an ARN. */
const ACCOUNT = /^(?:\d{12}|arn:[\w-]+:(?:iam|sts)::(\d{12}):.*)$/;

function letIn({ Principal, NotPrincipal, Condition }: Statement): LetIn {
  const limited = Condition === undefined || Condition === null ? undefined : limitedTo(Condition);
  const everybody = limited ?? { accounts: [], others: ['every account'] };
  if (NotPrincipal !== undefined || Principal === '*' || Principal === undefined) return everybody;
  if (typeof Principal !== 'object' || Principal === null) return { accounts: [], others: ['whom nobody can tell'] };
  const all = Object.entries(Principal).map(([kind, who]): LetIn => {
    // A service pulls for its own account; another one stands in the condition, as Lambda wants it.
    if (kind === 'Service') return limited ?? { accounts: [], others: [] };
    const names = [who].flat().map(String);
    if (kind !== 'AWS') return { accounts: [], others: names.map((name) => `${kind} ${name}`) };
    return joined(
      names.map((name) => {
        if (name === '*') return everybody;
        const [whole, ofArn] = ACCOUNT.exec(name) ?? [];
        return whole === undefined ? { accounts: [], others: [name] } : { accounts: [ofArn ?? whole], others: [] };
      }),
    );
  });
  return joined(all);
}

function joined(all: readonly LetIn[]): LetIn {
  return { accounts: all.flatMap(({ accounts }) => accounts), others: all.flatMap(({ others }) => others) };
}

/** Keys that say of which account somebody is: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_condition-keys.html */
const OF_ACCOUNT = /^aws:(?:principal(?:account|arn)|source(?:account|arn))$/i;
const OF_ORGANIZATION = /^aws:(?:principal|source)org(?:id|paths)$/i;

/** An id of twelve digits alone, or in its place of an ARN. */
const OF_VALUE = /^(?:(\d{12})|arn:[^:]{0,20}:[^:]{0,60}:[^:]{0,60}:(\d{12}):.*)$/;

/** Whom a condition leaves of everybody. One that says nothing of accounts, or whom it does not mean, leaves everybody. */
function limitedTo(condition: unknown): LetIn {
  const rest = { accounts: [], others: ['every account that its condition lets in'] };
  if (typeof condition !== 'object' || condition === null) return rest;
  for (const [operator, keys] of Object.entries(condition)) {
    if (!/^(?:ForAnyValue:)?(?:String|Arn)(?:Equals|Like)(?:IgnoreCase)?$/i.test(operator)) continue;
    for (const [key, value] of Object.entries((keys ?? {}) as object)) {
      const values = [value].flat().map(String);
      if (OF_ORGANIZATION.test(key)) return { accounts: [], others: values.map((id) => `organisation ${id}`) };
      const ids = values.map((one) => OF_VALUE.exec(one)?.slice(1).find(Boolean));
      if (OF_ACCOUNT.test(key) && ids.every((id) => id !== undefined)) return { accounts: ids, others: [] };
    }
  }
  return rest;
}
