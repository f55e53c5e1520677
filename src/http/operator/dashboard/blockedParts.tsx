/** The changes of a blocked pass: in sums first, then a page of them. */
import { SUMS } from '../../../core/policy/blockedSums.ts';
import type { BlockedChanges } from '../../../core/policy/pastPass.ts';
import type { Html } from '../../../core/text/html.ts';
import { shorten } from '../../../core/text/visible.ts';
import { QuietLine, ScrollTable } from '../../page/layout.tsx';
import { blockedTexts } from '../texts/blocked.ts';
import { number } from '../texts/numbers.ts';
import { blockedPath } from './attentionItems.ts';
import { type BlockedPageView, CHANGES_PER_PAGE } from './blockedPageView.ts';
import { Address, resourcePath } from './operatorParts.tsx';

/** Of all changes: by owner, age, cost and family of names. Absent: an earlier version stopped the pass. */
export function Totals({ changes }: { readonly changes: BlockedChanges | undefined }): Html | null {
  if (!changes?.sums) return null;
  const { size, sums } = changes;
  const { totals } = blockedTexts;
  return (
    <section aria-label={totals.label}>
      <div class="grid4">
        {SUMS.map((sum) => (
          <section class="card" aria-label={totals[sum]}>
            <h2>{totals[sum]}</h2>
            <ul class="plain bars">
              {sums[sum].parts.map(({ name, count }) => (
                <li>
                  <span>{name === '' ? totals.noName[sum] : shorten(name, 60)}</span>
                  <span class="num">{number(count)}</span>
                  <svg class="share" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
                    <rect width={Math.max(1, (100 * count) / size)} height="6" />
                  </svg>
                </li>
              ))}
            </ul>
            {sums[sum].others > 0 && <p class="quiet">{totals.more(sums[sum].others)}</p>}
          </section>
        ))}
      </div>
    </section>
  );
}

/** A page of the changes, and the way to all of them. */
export function Members({
  view: { changes, rows, record, frame, from = 0 },
}: {
  readonly view: BlockedPageView;
}): Html {
  const { notOnRecord, changes: texts } = blockedTexts;
  if (!changes) return <p class="card quiet">{notOnRecord}</p>;
  const { namespace, blocked, passId } = record;
  const all = changes.paged ?? changes.changes.length;
  const to = Math.min(all, from + rows.length);
  const own = `${frame.root}${blockedPath(namespace, passId)}`;
  return (
    <>
      <ScrollTable
        label={texts.label}
        caption={texts.caption(all, blocked.size)}
        columns={[texts.resource, texts.change, texts.owner, texts.why]}
      >
        {rows.map(({ id, name = id, change, owner, reason }) => (
          <tr>
            <td>
              <a data-row href={`${frame.root}${resourcePath(namespace, id)}?check=now`}>
                {shorten(name, LONGEST)}
              </a>
              {name !== id && <QuietLine id>{shorten(id, LONGEST)}</QuietLine>}
            </td>
            <td data-label={texts.change}>{texts.kinds[change]}</td>
            <td class="address" data-label={texts.owner}>
              {owner ? <Address address={shorten(owner, LONGEST)} /> : '–'}
            </td>
            <td data-label={texts.why}>{shorten(reason ?? '–', 300)}</td>
          </tr>
        ))}
      </ScrollTable>
      <p>
        {from > 0 && (
          <a rel="prev" href={`${own}?from=${Math.max(0, from - CHANGES_PER_PAGE)}`}>
            {texts.previous}
          </a>
        )}{' '}
        {texts.page(Math.min(from + 1, all), to, all)}{' '}
        {to < all && rows.length > 0 && (
          <a rel="next" href={`${own}?from=${to}`}>
            {texts.next}
          </a>
        )}{' '}
        <a href={`${own}/changes.csv`} download>
          {texts.csv}
        </a>
      </p>
    </>
  );
}

const LONGEST = 100;
