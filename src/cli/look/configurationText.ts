/** The configuration of a first look: one account, every type, the built-in rules, a dry run. Pure. */
import { typeName } from '../../core/resource/typeName.ts';
import type { AccountHere } from '../../handlers/contract/firstLook.ts';
import type { Handler } from '../../handlers/contract/handler.ts';
import type { Starter } from '../../handlers/contract/starter.ts';

/** The address that stands for "no owner"; no mail is ever sent to it (RFC 2606). */
const NOBODY = 'nobody@look.invalid';

/** The parts of a provider that a first look needs. */
export interface Looking {
  readonly name: string;
  readonly starter: Starter;
  readonly handlers: readonly Handler[];
}

/** YAML, as a person would write it. */
export function configurationText(
  { id, name, locations }: AccountHere,
  { name: provider, starter, handlers }: Looking,
): string {
  return `dryRun: true
redis: { url: embedded }
accounts:
${entry([`name: ${JSON.stringify(name)}`, `provider: ${provider}`, ...starter.accountLines(id, locations), `locations: ${JSON.stringify(locations)}`])}
defaults:
  notice: { fallback: ${NOBODY} }
cleanup:
${handlers.map((handler) => entry(typeLines(handler, starter))).join('\n')}
`;
}

/** A first look has no past: where only surveys would tell how long nothing used a resource, the present alone counts. */
function typeLines(handler: Handler, starter: Starter): readonly string[] {
  const { resourceType, firstSeenIsUse, dated } = handler;
  return [
    `type: ${resourceType} # ${typeName(handler, 'en')}`,
    ...(firstSeenIsUse || dated === 'byFirstSeen' ? ['unusedFor: off'] : []),
    ...(starter.choice?.(resourceType) ?? [`when: ${starter.when(resourceType) ?? '[{ rule: unused }]'}`]),
  ];
}

function entry(lines: readonly string[]): string {
  return lines.map((line, index) => `${index === 0 ? '  - ' : '    '}${line}`).join('\n');
}
