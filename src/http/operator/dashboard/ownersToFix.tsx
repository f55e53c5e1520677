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
export interface ToFix extends Pick<FrameState, 'frame' | 'namespaces'> {
  /** The marks without an owner of their own, or the first of them; absent: not known. */
  readonly unowned?: { readonly count: number; readonly marks: readonly Mark[] };
}

/** Marks without an owner, and namespaces whose tags name invalid owners. */
export function OwnersToFix({ frame: { language }, namespaces, unowned }: ToFix): Html {
  const texts = ownersTexts[language];
  const invalid = namespaces.flatMap(({ configuration, passes }) => {
    const count = passes.find(({ action }) => action === 'mark')?.counts.invalidOwner ?? 0;
    return count > 0 ? [{ namespace: configuration.namespace, count }] : [];
  });
  const total = invalid.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      <h2>{texts.toFix}</h2>
      {unowned?.count === 0 && invalid.length === 0 && <p class="quiet">{texts.nothingToFix}</p>}
      {unowned !== undefined && unowned.count > 0 && (
        <section class="card" aria-labelledby="unowned">
          <h3 id="unowned">{texts.unowned(unowned.count)}</h3>
          <p class="quiet">{texts.unownedWhy}</p>
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
          <h3 id="invalid">{texts.invalid(total)}</h3>
          <p class="quiet">{texts.invalidWhy}</p>
          <ScrollTable
            label={texts.invalid(total)}
            columns={[texts.namespace, texts.count, texts.command]}
            numbers={[texts.count]}
          >
            {invalid.slice(0, UNOWNED_SHOWN).map(({ namespace, count }) => (
              <tr>
                <td class="id">{namespace}</td>
                <td class="number" data-label={texts.count}>
                  {count}
                </td>
                <td data-label={texts.command}>
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
