import { pluralize } from '../../core/common/pluralize.ts';
import type { Html } from '../../core/text/html.ts';
import type { Look } from './look.ts';
import { byOwner } from './words.ts';

/** What each owner would be sent, were this look a mark pass. */
export function MailsSection({ look }: { look: Look }): Html {
  const left = byOwner(look).length - look.mails.length;
  return (
    <section aria-labelledby="mails">
      <h2 id="mails">The mail that each owner would get</h2>
      <p>
        Nobody is sent anything. The links work in a real mail; without an owner, the address that the configuration
        names gets it.
      </p>
      {look.mails.map(({ owner, resources, subject, text }) => (
        <details class="card mail">
          <summary>
            <b>{owner ?? 'no owner'}</b> <span class="quiet">{pluralize(resources, 'resource')}</span>
          </summary>
          <p>
            <b>{subject}</b>
          </p>
          <pre>{text}</pre>
        </details>
      ))}
      {left > 0 ? <p class="quiet">{pluralize(left, 'more owner')} with a lower cost.</p> : null}
    </section>
  );
}
