/** Resources without a known owner: marks without an owner, and owner tags without a valid address. */
import type { Mark } from '../../../core/mark/mark.ts';
import type { Html } from '../../../core/text/html.ts';
import { shorten } from '../../../core/text/visible.ts';
import { ScrollTable } from '../../page/layout.tsx';
import { ownersTexts } from '../texts/owners.ts';
import type { FrameState } from './frameState.ts';
import { resourcePath } from './operatorParts.tsx';

export const UNOWNED_SHOWN = 50;
const LONGEST = 100;

/** The marks and namespaces whose owners a person should correct. */
export interface ToFix extends Pick<FrameState, 'namespaces'> {
  /** The marks without an owner of their own, or the first of them; absent: not known. */
  readonly unowned?: { readonly count: number; readonly marks: readonly Mark[] };
}

/** Marks without an owner, and namespaces whose tags name invalid owners. */
export function OwnersToFix({ namespaces, unowned }: ToFix): Html {
  const invalid = namespaces.flatMap(({ configuration, passes }) => {
    const count = passes.find(({ action }) => action === 'mark')?.counts.invalidOwner ?? 0;
    return count > 0 ? [{ namespace: configuration.namespace, count }] : [];
  });
  const total = invalid.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      <h2>{ownersTexts.toFix}</h2>
      {unowned?.count === 0 && invalid.length === 0 && <p class="quiet">{ownersTexts.nothingToFix}</p>}
      {unowned !== undefined && unowned.count > 0 && (
        <section class="card" aria-labelledby="unowned">
          <h3 id="unowned">{ownersTexts.unowned(unowned.count)}</h3>
          <p class="quiet">{ownersTexts.unownedWhy}</p>
          <ul>
            {unowned.marks.slice(0, UNOWNED_SHOWN).map(({ namespace, id, resource }) => (
              <li>
                <a href={`./${resourcePath(namespace, id)}`}>{shorten(resource.name || id, LONGEST)}</a>{' '}
                <span class="id quiet">{`${namespace} ${shorten(id, LONGEST)}`}</span>
              </li>
            ))}
          </ul>
          {unowned.count > UNOWNED_SHOWN && <p class="quiet">…</p>}
        </section>
      )}
      {invalid.length > 0 && (
        <section class="card" aria-labelledby="invalid">
          <h3 id="invalid">{ownersTexts.invalid(total)}</h3>
          <p class="quiet">{ownersTexts.invalidWhy}</p>
          <ScrollTable
            label={ownersTexts.invalid(total)}
            columns={[ownersTexts.namespace, ownersTexts.count, ownersTexts.command]}
            numbers={[ownersTexts.count]}
          >
            {invalid.slice(0, UNOWNED_SHOWN).map(({ namespace, count }) => (
              <tr>
                <td class="id">{namespace}</td>
                <td class="number" data-label={ownersTexts.count}>
                  {count}
                </td>
                <td data-label={ownersTexts.command}>
                  <code>{`holystone plan -n ${namespace}`}</code>
                </td>
              </tr>
            ))}
          </ScrollTable>
        </section>
      )}
    </>
  );
}
