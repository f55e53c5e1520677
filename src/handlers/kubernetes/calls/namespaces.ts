/** The namespaces of an environment, where a kind may be listed only in each of them: from source, and all that ever were. */
import { z } from 'zod';
import { DAY_MS } from '../../../core/common/duration.ts';
import type { CallScope } from '../wire/call.ts';
import { remembered } from './remembered.ts';

const REMEMBERED_FOR_MS = 365 * DAY_MS;
/** More are no environment; the newest stay. */
const MOST = 1_000;

const names = z.array(z.string());

/**
 * Those that were seen before, by any instance, and before any restart.
 * @throws ReadError
 */
export function rememberedNamespaces(target: CallScope, location: string): Promise<readonly string[]> {
  const key = keyOf(target.account.name, location);
  return remembered(target, { key, what: `the earlier namespaces of ${location}`, schema: names });
}

/** @param now in source or with objects of the environment; those of before stay remembered */
export async function rememberNamespaces(target: CallScope, location: string, now: readonly string[]): Promise<void> {
  const before = await rememberedNamespaces(target, location);
  const all = [...new Set([...before, ...now.filter((one) => one !== '')])].slice(-MOST);
  if (all.length === 0) return;
  await target.io.learnt?.put(keyOf(target.account.name, location), JSON.stringify(all), REMEMBERED_FOR_MS);
}

function keyOf(account: string, location: string): string {
  return `kubernetes/${account}/${location}/namespaces`;
}
