import type { Mark } from '../../../core/mark/mark.ts';
import type { End } from '../../../core/resource/ends.ts';
import type { Namespace } from '../../../core/resource/namespace.ts';
import type { Html, HtmlContent } from '../../../core/text/html.ts';
import { relative } from '../../page/dates.tsx';
import { Tag } from '../../page/layout.tsx';
import { sharedWords } from '../texts/words.ts';

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

/** Relative to the first page; ids may have any characters. */
export function resourcePath(namespace: Namespace, id: string): string {
  return `resources/${segment(namespace)}/${segment(id)}`;
}

interface StateTag {
  readonly mark: Mark;
  /** What happens to it. */
  readonly end: End;
}

/** In the words of the page; the API has the states themselves. */
export function StateTag({ mark: { state, nextAttemptAt }, end }: StateTag): Html {
  const { deferred } = sharedWords;
  const words = sharedWords.state(state, end);
  if (state === 'deleting') return <Tag tone="bad">{words}</Tag>;
  if (nextAttemptAt !== undefined) return <Tag tone="warn">{deferred(words)}</Tag>;
  return <Tag tone={state === 'noticed' ? 'warn' : 'plain'}>{words}</Tag>;
}

/** The time until the deletion of a resource that still exists: `in 3 days`, `overdue by 5 hours`. */
export function untilDeletion({ projectedDeletionAt: at }: Mark, now: number): string {
  return at >= now ? relative(at, now) : sharedWords.overdue(now - at);
}

/** In characters: a longer problem of a pass or a resource is cut. */
export const LONGEST_PROBLEM = 4_000;

/** A namespace breaks after its colons before it breaks in a word. */
export function NamespaceName({ namespace }: { readonly namespace: string }): Html {
  return <Parts of={namespace.split(/(?<=:)/)} />;
}

/** A mail address breaks before its `@` before it breaks in a word. */
export function Address({ address }: { readonly address: string }): Html {
  return <Parts of={address.split(/(?=@)/)} />;
}

/** A line may break between the parts. */
function Parts({ of: parts }: { readonly of: readonly string[] }): Html {
  return (
    <>
      {parts.map((part, at) => (
        <>
          {at > 0 && <wbr />}
          {part}
        </>
      ))}
    </>
  );
}

/** Half a surrogate pair cannot be encoded and would break the whole page: it becomes U+FFFD. */
export function segment(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString());
}
