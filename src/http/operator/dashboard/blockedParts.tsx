/** The changes of a blocked pass: in sums first, then a page of them. */
import { ageOf, costOf, familyOf, partsOf } from '../../../core/policy/blockedSums.ts';
import type { Html } from '../../../core/text/html.ts';
import { shorten } from '../../../core/text/visible.ts';
import { QuietLine, ScrollTable } from '../../page/layout.tsx';
import { blockedTexts } from '../texts/blocked.ts';
import { number } from '../texts/numbers.ts';
import { blockedPath } from './attentionItems.ts';
import type { BlockedPageView } from './blockedPageView.ts';
import { Address, resourcePath } from './operatorParts.tsx';

/** The largest parts of each sum that are shown. */
const PARTS = 6;

/** Of the changes that are on record: by owner, age, cost and family of names. */
export function Totals({ view: { changes, record, now } }: { readonly view: BlockedPageView }): Html | null {
  if (!changes) return null;
  const { totals } = blockedTexts;
  const all = changes.changes;
  const sums = [
    [totals.owner, partsOf(all, ({ owner }) => owner ?? totals.noOwner)],
    [totals.age, partsOf(all, (one) => ageOf(one, now))],
    [totals.cost, partsOf(all, costOf)],
    [totals.family, partsOf(all, familyOf)],
  ] as const;
  return (
    <section aria-label={totals.label}>
      {all.length < record.blocked.size && <p class="quiet">{totals.part(all.length, record.blocked.size)}</p>}
      <div class="grid4">
        {sums.map(([title, parts]) => (
          <section class="card" aria-label={title}>
            <h2>{title}</h2>
            <ul class="plain bars">
              {parts.slice(0, PARTS).map(({ name, count }) => (
                <li>
                  <span>{shorten(name, 60)}</span>
                  <span class="num">{number(count)}</span>
                  <svg class="share" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
                    <rect width={Math.max(1, (100 * count) / all.length)} height="6" />
                  </svg>
                </li>
              ))}
            </ul>
            {parts.length > PARTS && <p class="quiet">{totals.more(parts.length - PARTS)}</p>}
          </section>
        ))}
      </div>
    </section>
  );
}

/** Changes of one page. */
const PER_PAGE = 50;
const LONGEST = 100;

/** A page of the changes, and the way to all of them. */
export function Members({ view: { changes, record, frame, from = 0 } }: { readonly view: BlockedPageView }): Html {
  const { notOnRecord, changes: texts } = blockedTexts;
  if (!changes) return <p class="card quiet">{notOnRecord}</p>;
  const { namespace, blocked, passId } = record;
  const all = changes.changes;
  const to = Math.min(all.length, from + PER_PAGE);
  const own = `${frame.root}${blockedPath(namespace, passId)}`;
  return (
    <>
      <ScrollTable
        label={texts.label}
        caption={texts.caption(all.length, blocked.size)}
        columns={[texts.resource, texts.change, texts.owner, texts.why]}
      >
        {all.slice(from, to).map(({ id, name = id, change, owner, reason }) => (
          <tr>
            <td>
              <a data-row href={`${frame.root}${resourcePath(namespace, id)}?check=now`}>
                {shorten(name, LONGEST)}
              </a>
              {name !== id && <QuietLine id>{shorten(id, LONGEST)}</QuietLine>}
            </td>
            <td data-label={texts.change}>{texts.kinds[change]}</td>
            <td data-label={texts.owner}>{owner ? <Address address={shorten(owner, LONGEST)} /> : '–'}</td>
            <td data-label={texts.why}>{shorten(reason ?? '–', 300)}</td>
          </tr>
        ))}
      </ScrollTable>
      <p>
        {texts.page(Math.min(from + 1, all.length), to, all.length)}{' '}
        {to < all.length && (
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
