/** Owners whom the transport that counts did not take a message to: nothing of theirs is deleted, and it piles up. */
import { counted } from '../../core/counted.ts';
import { type Html, html } from '../../core/html.ts';
import type { DatedNotice } from '../api/waitingNotices.ts';
import { relative } from './dates.tsx';
import { tag } from './layout.tsx';

/** So many are shown; the API has all. */
const SHOWN = 20;

/** `undefined` when nobody is refused. */
export function untoldOwners(waiting: readonly DatedNotice[], now: number): Html | undefined {
  const refused = waiting.filter((notice) => notice.refused !== undefined);
  if (refused.length === 0) return undefined;
  const left = refused.length - SHOWN;
  return html`<h2 id="untold">Could not be told</h2>
<p class="quiet">Nothing of these owners is deleted until they are told.</p>
<ul class="plain">${refused.slice(0, SHOWN).map((notice) => untold(notice, now))}</ul>
${left > 0 ? html`<p>… and ${left} more: <a href="./api/v1/notices/waiting">all of them</a></p>` : undefined}`;
}

function untold({ owner, resources, refused }: DatedNotice, now: number): Html | undefined {
  if (!refused) return undefined;
  const { permanent, attempts, since, nextAttemptAt, problem } = refused;
  return html`<li class="card">
<p>${permanent ? tag('bad', 'refused') : tag('warn', 'waiting')} <strong>${owner}</strong>
${counted(resources, 'resource')}
<span class="quiet">${counted(attempts, 'attempt')}, the first ${relative(since, now)}, the next ${nextAttemptAt <= now ? 'at the next tick' : relative(nextAttemptAt, now)}</span></p>
<p>${problem}</p>
</li>
`;
}
