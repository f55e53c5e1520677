/**
 * What a text finds by a name in a filter or a query: `describe-images --filters Name=name,Values=web-*`,
 * `describe-security-groups --filters Name=group-name,Values=web`, ``FileSystems[?Name==`home`]``. Pure.
 */
import { filterAlias, type TaggedKind } from '../resources/tagAliases.ts';
import { forEachMatch } from './matches.ts';
import type { Tell } from './mention.ts';
import { valuesAt } from './valuesAt.ts';

/** The words of a filter or an argument, each before its values, and the member of an answer that a query compares. */
const WORDS: Partial<Readonly<Record<TaggedKind, { readonly before: readonly RegExp[]; readonly member: string }>>> = {
  // https://docs.aws.amazon.com/efs/latest/ug/API_DescribeFileSystems.html
  fileSystem: {
    before: [/--creation-token(?=[=\s])|\bcreation_?token(?=["'`]?\s{0,9}[:=(])/gi],
    member: 'Name|CreationToken',
  },
  // https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeImages.html; Ansible and Packer: `name: web-*`
  image: {
    before: [/(?<![\w:$-])name(?=[^\w$]{1,80}\b[Vv]alues?\b|["'`]?\s{0,9}(?:=>|[:=])\s{0,9}["'`]?[\w./-]{0,128}\*)/g],
    member: 'Name',
  },
  // https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeSecurityGroups.html
  securityGroup: {
    before: [
      /(?<![\w:$-])group-name(?=["'`,:=\s)])|--group-names(?=[=\s])|\bgroup_?names(?=["'`]?\s{0,9}(?:=>|[:=(]))/gi,
    ],
    member: 'GroupName',
  },
};
/** `[?Name=='web']`, `select(.Name == "web")`, `g['GroupName'] == 'web'`, `g.get('GroupName') == 'web'`. */
const isCompared = (member: string) =>
  new RegExp(`(?:[?(.[]|&&|\\|\\|)\\s{0,9}["']?(?:${member})["'\`]?[\\])]?\\s{0,9}(?=={2})`, 'g');
/** `starts_with(Name, 'web-')`, `contains(Name, 'web')`. */
const isLookedInto = (member: string) =>
  new RegExp(
    `\\b(starts_with|ends_with|contains)\\(\\s{0,9}\\.?(?:${member})\\s{0,9},\\s{0,9}["'\`\\\\]{0,4}([^"'\`\\\\]{0,128})`,
    'g',
  );
/** `g['GroupName'].startswith('web-')`, `.Name | startswith("web-")`. */
const isAsked = (member: string) =>
  new RegExp(`\\b(?:${member})["'\`]?\\]?\\s{0,9}[.|]\\s{0,9}(\\w{4,11})\\(\\s{0,9}["'\`]?([^"'\`)]{0,128})`, 'g');
/** Of other functions the whole of the name stays open. */
const STARTS = /^starts_?with$/i;
const LOOKS = /^(?:(?:starts|ends)_?with|contains|includes|match|test|index_?of)$/i;

const FORMS = Object.entries(WORDS).map(([kind, { before, member }]) => ({
  kind: kind as TaggedKind,
  exact: [...before, isCompared(member)],
  parts: [isLookedInto(member), isAsked(member)],
}));

/** Tells what a text that asks for resources of these kinds finds by a name; one that is known only when it runs may be any. */
export function tellByName(kinds: readonly TaggedKind[], text: string, tell: Tell): void {
  for (const { kind, exact, parts } of FORMS) {
    if (!kinds.includes(kind)) continue;
    const named = new Set<string>();
    for (const form of exact)
      forEachMatch(form, text, ({ 0: found, index }) => {
        if (named.size >= MOST_NAMES) return;
        for (const name of valuesAt(text, index + found.length, writingOf(found))) named.add(name);
      });
    for (const form of parts)
      forEachMatch(form, text, ([, call = '', part = '']) => {
        if (LOOKS.test(call)) named.add(STARTS.test(call) ? `${part}*` : '*');
      });
    if (named.size >= MOST_NAMES) named.add('*');
    for (const name of named) tell(kind, filterAlias(kind, name));
  }
}

function writingOf(found: string): 'flag' | 'program' | undefined {
  if (found.startsWith('--')) return 'flag';
  return /^(?:group-)?name$/i.test(found) ? undefined : 'program';
}

/** A text with more names than anybody writes may find anything. */
const MOST_NAMES = 100;
