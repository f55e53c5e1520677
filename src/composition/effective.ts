import type { Redact } from '../config/yaml/redact.ts';
import type { WorkConfiguration } from '../core/policy/workConfiguration.ts';

/**
 * The settings of one namespace as Holystone uses them, with all defaults. Left out: the settings of its account and the
 * headers of the owner registry, which have credentials, the other accounts, the price table, and the settings of what
 * goes with its resources or is led to, which have namespaces of their own.
 */
export function effectiveOf(wc: WorkConfiguration, redact: Redact): Readonly<Record<string, unknown>> {
  const { account, accounts: _others, owner, prices: _prices, parts: _parts, linked: _linked, ...settings } = wc;
  const { settings: _credentials, ...where } = account;
  const { registry, ...order } = owner;
  const { headers: _headers, ...source } = registry ?? {};
  return redactedIn({ ...settings, account: where, owner: registry ? { ...order, registry: source } : order }, redact);
}

/** The same value; each text in it is redacted, keys are not. */
function redactedIn<T>(value: T, redact: Redact): T {
  const walk = (part: unknown): unknown => {
    if (typeof part === 'string') return redact(part);
    if (Array.isArray(part)) return part.map(walk);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([key, item]) => [key, walk(item)]));
  };
  return walk(value) as T;
}
