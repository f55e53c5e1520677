/**
 * Uses that pass through links (docs/architecture.md, "Links"): a resource that only leads to another thing is used when
 * something uses that thing. It is the mirror of a hold: a hold looks at the user and asks whether it goes first, a link
 * looks at what is led to and asks who else uses it. Pure.
 */
import { type FindingsByAlias, findingsIn, type SourcedFinding } from '../common/finding.ts';

/** More links in a row than anything real has; what lies behind them is unknown, never unused. */
const LONGEST = 8;

/** What is said about a thing that is true of all that leads to it. */
const PASSES: ReadonlySet<string> = new Set(['used', 'unknown', 'lastUsed']);

interface Link {
  readonly link: SourcedFinding & { readonly to: readonly string[] };
  /** The things on the way, in words. */
  readonly through: readonly string[];
}

/**
 * The findings about a resource, and those about everything that it leads to, in words from the resource's side. Nothing
 * that is on the way, or that leads to the same thing, is a user of it: two load balancers in front of one target group
 * do not keep each other. A user found through a link holds nothing: it is an ordinary use.
 * @param self the aliases of the resource, its main one first
 */
export function withLinks(found: FindingsByAlias, self: readonly string[]): readonly SourcedFinding[] {
  const own = findingsIn(found, self);
  if (!own.some(isLink)) return own;
  let links = own.filter(isLink).map((link): Link => ({ link, through: [link.by] }));
  const passed = new Set(self);
  const all: SourcedFinding[] = [...own];
  for (let length = 0; links.length > 0; length++) {
    const next: Link[] = [];
    for (const { link, through } of links) {
      if (link.to.every((alias) => passed.has(alias))) continue;
      for (const alias of link.to) passed.add(alias);
      const { source, place, alias: ownAlias } = own.find(isLink) ?? link;
      if (length === LONGEST) {
        all.push({
          alias: ownAlias,
          says: 'unknown',
          by: `it leads further than ${through.join(', ')}`,
          source,
          place,
        });
        continue;
      }
      for (const one of findingsIn(found, link.to)) {
        if (isLink(one)) next.push({ link: one, through: [...through, one.by] });
        else if (PASSES.has(one.says) && !leadsThere(found, one, link.to, passed)) {
          const { byId: _id, byType: _type, ...rest } = one;
          all.push({ ...rest, alias: ownAlias, by: `${one.by}, through ${through.join(', ')}` });
        }
      }
    }
    links = next;
  }
  return all;
}

/** Its user is on the way, or only leads to the same thing. */
function leadsThere(
  found: FindingsByAlias,
  { says, byId }: SourcedFinding,
  to: readonly string[],
  passed: ReadonlySet<string>,
): boolean {
  if (says !== 'used' || byId === undefined) return false;
  return (
    passed.has(byId) ||
    findingsIn(found, [byId]).some((one) => isLink(one) && one.to.some((alias) => to.includes(alias)))
  );
}

function isLink(finding: SourcedFinding): finding is Link['link'] {
  return finding.says === 'leadsTo' && finding.to !== undefined;
}
