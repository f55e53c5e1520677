/** The pages of refused or failed requests. */
import type { TokenCheck } from '../../../core/owner/optOutToken.ts';
import type { Catalogue } from '../../../notify/texts/common/catalogue.ts';
import { timeTag } from '../../page/dates.tsx';
import { Line } from '../../page/layout.tsx';
import { page } from './parts.tsx';

/** The store did not confirm the change. */
export function notStoredPage(catalogue: Catalogue, back: string): string {
  const { pages } = catalogue;
  return page(
    catalogue,
    pages.notStoredTitle,
    <>
      <Line tone="bad">{pages.notStored}</Line>
      <p>
        <a class="button" href={back}>
          {pages.tryAgain}
        </a>
      </p>
    </>,
  );
}

/** We did not sign the token, or it has expired. */
export function refusedPage(catalogue: Catalogue, refused: Exclude<TokenCheck, { kind: 'valid' }>): string {
  const { pages } = catalogue;
  const isOver = refused.kind === 'expired';
  const why = isOver ? pages.expired(timeTag(refused.expiredAt, 'UTC', catalogue)) : pages.invalid;
  return page(
    catalogue,
    isOver ? pages.expiredTitle : pages.invalidTitle,
    <>
      <Line tone="bad">{why}</Line>
      <p>{pages.instead}</p>
    </>,
  );
}

/** The limit of requests is reached: the server did not read the request, and a browser that reloads sends it again. */
export function busyPage(catalogue: Catalogue, isChange: boolean): string {
  const { pages } = catalogue;
  return page(catalogue, pages.busyTitle, <Line tone="bad">{pages.busy(isChange)}</Line>);
}
