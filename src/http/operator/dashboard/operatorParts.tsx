import { formatAge } from '../../../core/common/duration.ts';
import type { Mark } from '../../../core/mark/mark.ts';
import type { Namespace } from '../../../core/resource/namespace.ts';
import type { Html, HtmlContent } from '../../../core/text/html.ts';
import { relative } from '../../page/dates.tsx';
import { Tag } from '../../page/layout.tsx';

/** The top of an operator's page; `home` is the relative address of the first page. */
export function Brand({ home, children }: { readonly home: string; readonly children: HtmlContent }): Html {
  return (
    <>
      <a class="brand" href={home}>
        Holystone
      </a>{' '}
      <span class="quiet">{children}</span>
    </>
  );
}

/** A word of a command, as a shell takes it. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** Relative to the first page; ids may have any characters. */
export function resourcePath(namespace: Namespace, id: string): string {
  return `resources/${segment(namespace)}/${segment(id)}`;
}

/** In the words of the page; the API has the states themselves. */
const STATES: Readonly<Record<Mark['state'], string>> = {
  marked: 'marked',
  noticed: 'owner notified',
  deleting: 'deleting',
};

export function StateTag({ mark: { state, nextAttemptAt } }: { readonly mark: Mark }): Html {
  const words = STATES[state];
  if (state === 'deleting') return <Tag tone="bad">{words}</Tag>;
  if (nextAttemptAt !== undefined) return <Tag tone="warn">{`${words}, deferred`}</Tag>;
  return <Tag tone={state === 'noticed' ? 'warn' : 'plain'}>{words}</Tag>;
}

/** The time until the deletion of a resource that still exists: `in 3 days`, `overdue by 5 hours`. */
export function untilDeletion({ projectedDeletionAt: at }: Mark, now: number): string {
  return at >= now ? relative(at, now) : `overdue by ${formatAge(now - at)}`;
}

/** Half a surrogate pair cannot be encoded and would break the whole page: it becomes U+FFFD. */
export function segment(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString());
}
