/** The configuration of a first look: one account, every type, the built-in rules, a dry run. Pure. */
import { typeName } from '../../core/resource/typeName.ts';
import type { AccountHere, FirstLook } from '../../handlers/contract/firstLook.ts';
import type { Handler } from '../../handlers/contract/handler.ts';

/** The address that stands for "no owner"; no mail is ever sent to it (RFC 2606). */
export const NOBODY_ADDRESS = 'nobody@look.invalid';

/** The parts of a provider that a first look needs. */
export interface Looking {
  readonly name: string;
  readonly firstLook: FirstLook;
  /** The types to look at. */
  readonly handlers: readonly Handler[];
}

/** YAML, as a person would write it. */
export function configurationText(
  { name, locations, lines }: AccountHere,
  { name: provider, firstLook, handlers }: Looking,
): string {
  return `dryRun: true
redis: { url: embedded }
accounts:
${entry([`name: ${JSON.stringify(name)}`, `provider: ${provider}`, ...lines, `locations: ${JSON.stringify(locations)}`])}
defaults:
  notice: { fallback: ${NOBODY_ADDRESS} }
cleanup:
${handlers.map((handler) => entry(typeLines(handler, firstLook))).join('\n')}
`;
}

/**
 * A first look has no past: where only surveys would tell how long nothing used a resource, the present alone counts. Where
 * metrics tell it too, the span stays: no metric means that it is not used now.
 */
function typeLines(handler: Handler, firstLook: FirstLook): readonly string[] {
  const { resourceType, firstSeenIsUse, dated, measured } = handler;
  const seenOnly = (firstSeenIsUse && measured?.unusedForMs === undefined) || dated === 'byFirstSeen';
  return [
    `type: ${resourceType} # ${typeName(handler, 'en')}`,
    ...(seenOnly ? ['unusedFor: off'] : []),
    ...(firstLook.entryLines(resourceType) ?? ['when: [{ rule: unused }]']),
  ];
}

function entry(lines: readonly string[]): string {
  return lines.map((line, index) => `${index === 0 ? '  - ' : '    '}${line}`).join('\n');
}
