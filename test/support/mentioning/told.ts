import { mentionsIn } from '../../../src/handlers/aws/mentions/scan.ts';
import { nameAlias } from '../../../src/handlers/aws/resources/nameAlias.ts';

/** Types whose resources no value means by itself. */
const BY_WORDS_ONLY = /^(?:containerImage|fargateService|securityGroup) /;

/** The mentions of an answer, each as `kind alias`; without values that may be a name. */
export function told(answer: unknown): readonly string[] {
  return mentionsIn(answer).flatMap(({ kind, alias }) => (kind === 'name' ? [] : [`${kind} ${alias}`]));
}

/** Does an answer mean a resource, by its kind or by a value that is its name? @param mention `table table/orders` */
export function means(answer: unknown, mention: string): boolean {
  const name = mention.replace(/^\w+ (?:\w+\/)?/, '');
  const all = mentionsIn(answer).map(({ kind, alias }) => `${kind} ${alias}`);
  return all.includes(mention) || (!BY_WORDS_ONLY.test(mention) && all.includes(`name ${nameAlias(name)}`));
}

/** Findings without values that may be a name. */
export function withoutNames<F extends { readonly alias: string }>(findings: readonly F[]): readonly F[] {
  return findings.filter(({ alias }) => !alias.startsWith('name/'));
}
