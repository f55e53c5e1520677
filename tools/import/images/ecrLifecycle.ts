// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables of the native file
/**
 * Converts lifecycle policies of Amazon ECR. Of several rules the one with the smallest priority claims an image, as the
 * first entry here; ECR counts images, and so does `keepImages` (ECR's documentation, "Lifecycle policy parameters").
 */
import type { Handler } from '../../../src/handlers/contract/handler.ts';
import { type ImportedFile, whyRefused, writeNative } from '../nativeFile.ts';
import { AWS_PLACE } from '../places.ts';
import { literal } from '../regex.ts';
import { isPlain, type Plain, type Row, readSourceFile, refused, type SourceFile } from '../sourceFile.ts';

interface OfRepository {
  /** Absent in a policy alone. */
  readonly repository?: string;
  readonly rules: readonly unknown[];
  readonly path: readonly (string | number)[];
}

/** @throws ConfigurationError if it has no lifecycle policy, or no rule of it can be carried over */
export function importEcrLifecycle(text: string, file: string, handlers: readonly Handler[]): ImportedFile {
  const source = readSourceFile(text, file);
  const policies = [source.data]
    .flat()
    .map((one, index) => policyIn(one, Array.isArray(source.data) ? [index] : [], file));
  const named = policies.flatMap(({ repository }) => repository ?? []);
  if (named.length < policies.length && policies.length > 1)
    throw refused(file, 'of several policies each needs its "repositoryName"');
  if (new Set(named).size < named.length) throw refused(file, 'it has two policies of one repository');
  const rows: Row[] = [];
  const account = named.length === 0 ? { ...AWS_PLACE } : AWS_PLACE;
  const entries = policies.flatMap((policy) => entriesOf(policy, named, { source, handlers, rows }));
  const says =
    named.length > 0
      ? SAYS
      : [...SAYS, 'The file does not say of which repository it is: replace `replace-me` in `repositories`.'];
  return writeNative(
    { of: 'Amazon ECR', source: 'ecr-lifecycle', file, says, accounts: [account], entries, rows },
    handlers,
  );
}

const SAYS = [
  'The first entry that matches a tag judges it, as the rule with the smallest priority does there. Holystone deletes the tags, ' +
    'each by itself: one goes though an earlier rule keeps another tag of its image. A tag stays while a workload runs its image.',
];

/** The policy itself, or the answer of GetLifecyclePolicy. */
function policyIn(given: unknown, path: OfRepository['path'], file: string): OfRepository {
  if (!isPlain(given)) throw refused(file, 'it is no lifecycle policy of ECR');
  const { lifecyclePolicyText: inner, repositoryName: repository } = given;
  const policy = typeof inner === 'string' ? readSourceFile(inner, file).data : given;
  const rules = isPlain(policy) ? policy.rules : undefined;
  if (!Array.isArray(rules)) throw refused(file, 'it has no "rules", as a lifecycle policy of ECR');
  return {
    ...(typeof repository === 'string' ? { repository } : {}),
    rules,
    path: typeof inner === 'string' ? path : [...path, 'rules'],
  };
}

interface Reading {
  readonly source: SourceFile;
  readonly handlers: readonly Handler[];
  readonly rows: Row[];
}

function entriesOf(
  { repository, rules, path }: OfRepository,
  named: readonly string[],
  reading: Reading,
): readonly Plain[] {
  const { source, handlers, rows } = reading;
  const ordered = rules
    .map((rule, index) => ({ rule: isPlain(rule) ? rule : {}, index }))
    .toSorted((a, b) => Number(a.rule.rulePriority) - Number(b.rule.rulePriority));
  const made: Plain[] = [];
  // An image that a rule claims is of no later rule: without that rule a later one would delete more.
  let claimed: string | undefined;
  for (const { rule, index } of ordered) {
    const what = `${repository === undefined ? '' : `${repository}: `}rule ${rule.rulePriority ?? index + 1}`;
    const no = (why: string) => rows.push(source.row('no', [...path, index], `${what}: ${why}`));
    const keys = keysOf(rule);
    if ('untagged' in keys)
      no('Holystone deletes tags; images without one go by the next lifecycle rule of ECR, or stay');
    else if (claimed !== undefined) no(`${claimed} claims images before it, and was not carried over`);
    else if ('why' in keys) {
      no(keys.why);
      claimed = `rule ${rule.rulePriority ?? index + 1}`;
    } else {
      const match = {
        ...(keys.name === undefined ? {} : { name: keys.name }),
        ...(repository === undefined ? {} : { attribute: { repository } }),
      };
      const repositories = named.length > 0 ? named : ['replace-me'];
      const entry = {
        type: 'ecrTag',
        ...(Object.keys(match).length > 0 ? { match } : {}),
        repositories,
        nameRegexDelete: '.*',
        keepLatest: false,
        ...keys.limits,
      };
      const why = whyRefused(entry, { accounts: [AWS_PLACE] }, handlers);
      if (why !== undefined) no(why);
      else made.push(entry);
      if (why !== undefined) claimed = what;
    }
  }
  return made;
}

type Keys = { readonly name?: string; readonly limits: Plain } | { readonly why: string } | { readonly untagged: true };

function keysOf({ selection, action, rulePriority, description: _description, ...others }: Plain): Keys {
  const [odd] = Object.keys(others);
  if (odd) return { why: `\`${odd}\` has no counterpart` };
  if (!isPlain(selection) || !Number.isInteger(rulePriority)) return { why: 'it has no selection or no priority' };
  const { tagStatus, tagPrefixList, tagPatternList, countType, countUnit, countNumber, ...more } = selection;
  if (tagStatus === 'untagged') return { untagged: true };
  const [unknown] = Object.keys(more);
  if (unknown) return { why: `\`${unknown}\` has no counterpart` };
  if (!isPlain(action) || action.type !== 'expire') return { why: `its action is no \`expire\`` };
  const limits = limitsOf(countType, countUnit, countNumber);
  if (!limits)
    return { why: `\`${countType}\` with ${JSON.stringify(countNumber)} ${countUnit ?? ''} has no counterpart` };
  if (tagStatus === 'any') return { limits };
  const patterns = [
    ...[tagPrefixList ?? []].flat().map((prefix) => `^${literal(String(prefix))}`),
    ...[tagPatternList ?? []].flat().map((pattern) => `^${String(pattern).split('*').map(literal).join('.*')}$`),
  ];
  const [only] = patterns;
  if (patterns.length > 1)
    return {
      why: 'of several prefixes or patterns an image must have a tag of each; here each tag is judged by itself',
    };
  return only === undefined ? { why: 'it names no prefix and no pattern' } : { name: `/${only}/`, limits };
}

function limitsOf(type: unknown, unit: unknown, number: unknown): Plain | undefined {
  if (!Number.isInteger(number) || Number(number) < 1) return undefined;
  if (type === 'imageCountMoreThan') return { keepImages: number };
  return type === 'sinceImagePushed' && unit === 'days' ? { olderThan: `${number}d`, allowDeleteAll: true } : undefined;
}
