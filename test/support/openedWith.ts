import { type OpenedParts, openParts, type Parts, type PartsOptions } from '../../src/composition/parts.ts';

/** The daemon's own parts, some of them replaced. */
export function openedWith(options: PartsOptions, replaced: (parts: Parts) => Parts): OpenedParts {
  const opened = openParts(options);
  return { ...opened, parts: replaced(opened.parts) };
}
