/** Converts Swabbie's notification to `notice`. */
import { parseAddress } from '../../src/core/text/address.ts';
import { type Line, line, mapping } from '../import/commented.ts';
import type { PlanOnly } from './exclusion.ts';
import type { Count, Source } from './source.ts';

export interface Notice {
  readonly line: Line;
  /** The recipient for resources without an owner, in native form. */
  readonly fallback: string | undefined;
}

const OFF =
  'Swabbie notified nobody. Retention then runs from the mark. Better: `notice: { fallback: … }`, so that owners can object.';
const FITS =
  'Resources that do not fit go into a CSV and count as shown; Swabbie never notified owners about the rest.';
const UNOWNED =
  'Messages about resources without an owner go here, and these stay three times as long (`unownedRetention`).';
const LINKS =
  'Opt-out links now lead to Holystone (`http.public.url`), for each owner a signed one; opening it changes nothing.';
const NOBODY = 'There is no `fallback`: without one, a resource that nobody owns is never deleted.';

export function noticeOf(notification: Source, planOnly: PlanOnly): Notice {
  const enabled = notification.get('enabled').flag(true);
  if (enabled?.variable) planOnly(notification.get('enabled'), 'whether owners are notified depends on a variable');
  reportUnread(notification);
  if (!enabled?.on) return { line: line('notice', 'off', OFF), fallback: undefined };
  checkTypes(notification.get('types'), planOnly);
  const { fallback, says } = fallbackOf(notification.get('defaultDestination'));
  const lines = [
    ...(fallback === undefined ? [] : [line('fallback', fallback, UNOWNED, ...says)]),
    line('itemsPerMessage', itemsOf(notification.get('itemsPerMessage').count()), FITS),
  ];
  return {
    line: line('notice', mapping(...lines), LINKS, ...(fallback === undefined ? [NOBODY, ...says] : [])),
    fallback,
  };
}

function reportUnread(notification: Source): void {
  const url = notification.get('optOutBaseUrl');
  if (url.given && url.data !== '') {
    url.lost('opt-out links of Swabbie led there; those of Holystone begin with `http.public.url`, which must be set');
  }
  for (const key of ['resourceUrl', 'docsUrl']) {
    const source = notification.get(key);
    if (source.given && source.data !== '') source.lost('notices here have no such link');
  }
}

function checkTypes(types: Source, planOnly: PlanOnly): void {
  const names = types.items().map((type) => type.text()?.plain?.trim().toLowerCase());
  if (!types.given || (names.length === 1 && names[0] === 'email')) return;
  if (names.includes('email')) types.lost('only "email" is sent, here and there');
  else planOnly(types, 'Swabbie sent nothing but email, and deleted nothing that it could not send');
}

function fallbackOf(source: Source): { fallback: string | undefined; says: readonly string[] } {
  const text = source.text('address');
  if (!text || text.plain === '') return { fallback: undefined, says: [] };
  const { native, plain } = text;
  if (plain === undefined || parseAddress(plain) !== undefined) return { fallback: native, says: [] };
  const first = plain
    .split(',')
    .find((part) => parseAddress(part) !== undefined)
    ?.trim();
  source.lost(first === undefined ? 'it is no address' : `only one address can be said: ${first}`);
  return { fallback: first, says: first === undefined ? ['Swabbie’s defaultDestination was no address.'] : [] };
}

const MOST_ITEMS = 1000;

/** A number in native form; a variable stays a variable. */
function itemsOf(count: Count | undefined): number | string {
  if (!count) return 10;
  if (count.variable && (count.value === undefined || (count.value > 0 && count.value <= MOST_ITEMS)))
    return count.native;
  return Math.min(Math.max(count.value ?? 10, 1), MOST_ITEMS);
}
