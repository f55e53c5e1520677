// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables of the native file
/**
 * Converts a tag retention policy of Harbor (its API, `GET /retentions/ID`). A rule retains; what no rule of a repository
 * retains goes, also what no rule names. An artifact that any of them retains stays.
 */
import type { Handler } from '../../../src/handlers/contract/handler.ts';
import { type ImportedFile, writeNative } from '../nativeFile.ts';
import { isPlain, type Plain, type Row, readSourceFile, refused } from '../sourceFile.ts';
import { doublestar, namesApart } from './doublestar.ts';

/** What one rule retains among the tags of its selector. */
interface Retains {
  readonly index: number;
  /** Patterns of tags, alternatives; `**` alone is all. */
  readonly tags: string;
  readonly excludes: boolean;
  readonly repositories: string;
  readonly keepImages?: number;
  readonly days?: number;
  readonly always?: true;
}

/** @throws ConfigurationError if it is no policy of Harbor, or cannot be carried over as a whole */
export function importHarborRetention(text: string, file: string, handlers: readonly Handler[]): ImportedFile {
  const source = readSourceFile(text, file);
  const rules = isPlain(source.data) ? source.data.rules : undefined;
  if (!isPlain(source.data) || !Array.isArray(rules))
    throw refused(file, 'it has no "rules", as a retention policy of Harbor');
  const rows: Row[] = [];
  const active = rules
    .map((rule, index) => ({ rule: isPlain(rule) ? rule : {}, index }))
    .filter(({ rule }) => rule.disabled !== true);
  const read = active.map(({ rule, index }) => {
    const one = retainsOf(rule, index);
    if ('why' in one)
      rows.push(
        source.row(
          'no',
          ['rules', index],
          `rule ${index + 1}: ${one.why}; without it more would go, so the policy is not carried over`,
        ),
      );
    return one;
  });
  const retains = read.flatMap((one) => ('why' in one ? [] : [one]));
  const isRead = rows.length === 0 && retains.length > 0;
  const scopes = new Set(retains.map(({ repositories }) => repositories));
  if (isRead && scopes.size > 1)
    rows.push(source.row('no', ['rules'], 'its rules name different repositories, whose rests go by other rules'));
  const unsafe = isRead ? whyUnsafe(retains) : undefined;
  if (unsafe) rows.push(source.row('no', ['rules', unsafe.index], unsafe.why));
  const entries = isRead && rows.length === 0 ? entriesOf(retains) : [];
  if (source.data.trigger !== undefined) rows.push(source.row('narrower', ['trigger'], '`trigger`: see `every`'));
  const [scope = '**'] = scopes;
  const accounts = [
    {
      name: 'harbor',
      provider: 'registry',
      url: '${REGISTRY_URL}',
      credentials: { username: '${REGISTRY_USER}', password: '${REGISTRY_PASSWORD}' },
      locations: [`\${HARBOR_PROJECT}/${scope}`],
    },
  ];
  return writeNative({ of: 'Harbor', source: 'harbor-retention', file, says: SAYS, accounts, entries, rows }, handlers);
}

const SAYS = [
  'Harbor retains the artifacts pushed last (`orderBy: push`). It says when only with `deletesThrough: { harbor: … }` at the account; ' +
    'without, every tag that such a rule counts stays.',
  'HARBOR_PROJECT is the name of the project; the policy has only its number. Where Harbor cannot delete one tag of an artifact, ' +
    'a tag goes when all tags of its artifact go. An artifact without a tag stays: Harbor collects it.',
  'With `deletesThrough: { harbor: … }` at the account each tag goes by itself, also one of an artifact that Harbor retains for another tag of it.',
];

function retainsOf(
  {
    template,
    params,
    action,
    tag_selectors: tags,
    scope_selectors: scopes,
    priority: _priority,
    disabled: _off,
    id: _id,
    ...others
  }: Plain,
  index: number,
): Retains | { readonly why: string } {
  const [odd] = Object.keys(others);
  if (odd) return { why: `\`${odd}\` has no counterpart` };
  if (action !== undefined && action !== 'retain') return { why: `its action is \`${action}\`` };
  const tag = selectorOf(tags, ['matches', 'excludes']);
  const repository = selectorOf(isPlain(scopes) ? scopes.repository : undefined, ['repoMatches']);
  if (!tag || !repository) return { why: 'a selector is no pattern of tags or of repositories that match' };
  if (/[{}[\]?]/.test(repository.pattern))
    return { why: `the pattern of repositories ${JSON.stringify(repository.pattern)} has no counterpart` };
  const at = { index, tags: tag.pattern, excludes: tag.decoration === 'excludes', repositories: repository.pattern };
  if (doublestar(tag.pattern) === undefined)
    return { why: `the pattern ${JSON.stringify(tag.pattern)} has no counterpart` };
  if (template === 'always') return { ...at, always: true };
  const number = isPlain(params) ? Number(params[String(template)]) : Number.NaN;
  if (!Number.isInteger(number) || number < 1) return { why: `the template \`${template}\` has no number above zero` };
  if (template === 'latestPushedK') return { ...at, keepImages: number };
  if (template === 'nDaysSinceLastPush') return { ...at, days: number };
  return { why: `the template \`${template}\` has no counterpart` };
}

function selectorOf(given: unknown, decorations: readonly string[]) {
  const [one, ...others] = [given].flat();
  if (!isPlain(one) || others.length > 0 || (one.kind ?? 'doublestar') !== 'doublestar') return undefined;
  const { decoration, pattern } = one;
  return typeof pattern === 'string' && pattern !== '' && decorations.includes(String(decoration))
    ? { decoration, pattern }
    : undefined;
}

const LEFT_OUT = 'a tag that Harbor retains could go, so the policy is not carried over';

/**
 * Why entries might select what Harbor retains; `undefined`: they never do. The first entry that matches a tag judges it, and
 * its count is that of the rule only if all its tags are tags of the rule. So selectors are apart, the same, or all tags.
 */
function whyUnsafe(retains: readonly Retains[]): { readonly index: number; readonly why: string } | undefined {
  const words = ({ index, tags }: Retains) => `rule ${index + 1} (${JSON.stringify(tags)})`;
  const all = retains.find(({ always, tags, excludes }) => always && tags === '**' && !excludes);
  if (all) return { index: all.index, why: `rule ${all.index + 1} always retains all tags, so nothing ever goes` };
  const [, second] = retains.filter(({ always, excludes }) => always && excludes);
  if (second) return { index: second.index, why: `two rules always retain what they do not exclude: ${LEFT_OUT}` };
  const counted = retains.find(({ excludes, keepImages }) => excludes && keepImages !== undefined);
  if (counted) {
    const why = `${words(counted)} counts the tags that it does not exclude; here the others would be counted, too, and ${LEFT_OUT}`;
    return { index: counted.index, why };
  }
  const narrower = retains.filter((one) => !one.always && !isGeneral(one));
  for (const one of narrower) {
    const other = narrower.find(({ tags }) => tags !== one.tags && !namesApart(tags, one.tags));
    if (!other) continue;
    const why = `${words(one)} and ${words(other)} may name the same tag; here the first entry alone counts it, and ${LEFT_OUT}`;
    return {
      index: other.index,
      why: `${why}. Write patterns that begin differently, up to their first sign of \`*?{\``,
    };
  }
  return undefined;
}

function isGeneral({ tags, excludes }: Retains): boolean {
  return tags === '**' || excludes;
}

/**
 * An entry for the tags of each narrower selector, and one for the rest. Each keeps by the numbers of all rules that may
 * retain one of its tags: the newest of few tags are at least the newest of many among them, see {@link whyUnsafe}.
 */
function entriesOf(retains: readonly Retains[]): readonly Plain[] {
  const ofSome = retains.filter((one) => !one.always && !isGeneral(one));
  const patterns = [...new Set(ofSome.map(({ tags }) => tags))];
  const kept = retains.filter(({ always }) => always);
  const keep = kept.filter(({ excludes }) => !excludes).map(({ tags }) => doublestar(tags) ?? '[\\s\\S]*');
  const regexKeep = keep.length > 0 ? { nameRegexKeep: keep.map((one) => `(?:${one})`).join('|') } : {};
  const [but] = kept.filter(({ excludes }) => excludes).map(({ tags }) => doublestar(tags));
  const entry = (mayRetain: readonly Retains[], name?: string): Plain => {
    const images = Math.max(0, ...mayRetain.map(({ keepImages = 0 }) => keepImages));
    const days = Math.max(0, ...mayRetain.map(({ days: some = 0 }) => some));
    return {
      type: 'tag',
      ...(name === undefined ? {} : { match: { name: `/^(?:${name})$/` } }),
      nameRegexDelete: but ?? '[\\s\\S]*',
      ...regexKeep,
      keepLatest: false,
      ...(images > 0 ? { keepImages: images, orderBy: 'push' } : {}),
      ...(days > 0 ? { olderThan: `${days}d` } : {}),
      ...(images === 0 && keep.length === 0 ? { keepN: 1 } : {}),
    };
  };
  const general = retains.filter(isGeneral);
  return [
    ...patterns.map((pattern) =>
      entry([...general, ...ofSome.filter(({ tags }) => tags === pattern)], doublestar(pattern)),
    ),
    entry(general),
  ];
}
