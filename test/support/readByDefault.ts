import type { EvidenceSource, Handler } from '../../src/handlers/contract/handler.ts';
import { scopeOf } from '../integration/handlers/fixture.ts';

/** Types that launch templates name: with `protects: used` their entries read who uses templates (protectedByVersions.test.ts). */
const NAMED_BY_TEMPLATES: ReadonlySet<string> = new Set(['image', 'networkInterface', 'securityGroup', 'snapshot']);

/** `false`: only `protects: used` of an entry lets it read the source. */
export function isReadByDefault(handler: Handler, source: EvidenceSource): boolean {
  if (!NAMED_BY_TEMPLATES.has(handler.resourceType) || source.permissions.length === 0) return true;
  const scope = scopeOf(handler.parameters.parse({}));
  const used = { evidence: { launchTemplateVersions: { protects: 'used' } } };
  const isForTemplates = source.places(scopeOf(handler.parameters.parse(used))).length > 0;
  return !isForTemplates || source.places(scope).length > 0;
}
