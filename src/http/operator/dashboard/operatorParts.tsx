import type { Mark } from '../../../core/mark/mark.ts';
import type { Namespace } from '../../../core/resource/namespace.ts';
import type { Html, HtmlContent } from '../../../core/text/html.ts';
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

/** Relative to the first page; ids may have any characters. */
export function resourcePath(namespace: Namespace, id: string): string {
  return `resources/${segment(namespace)}/${segment(id)}`;
}

export function StateTag({ mark: { state, nextAttemptAt } }: { readonly mark: Mark }): Html {
  if (state === 'deleting') return <Tag tone="bad">deleting</Tag>;
  if (nextAttemptAt !== undefined) return <Tag tone="warn">{`${state}, deferred`}</Tag>;
  return <Tag tone={state === 'noticed' ? 'warn' : 'plain'}>{state}</Tag>;
}

/** Half a surrogate pair cannot be encoded and would break the whole page: it becomes U+FFFD. */
function segment(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString());
}
