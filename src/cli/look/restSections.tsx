import { pluralize } from '../../core/common/pluralize.ts';
import { pluralOf } from '../../core/resource/typeName.ts';
import type { Html } from '../../core/text/html.ts';
import { countWords, notReadWords } from '../text/notJudgedPart.ts';
import type { Look } from './look.ts';
import { nextWords, rightsCommandWords } from './words.ts';

/** What could not be read, each cause once, and the rights that would help. */
export function UnreadSection({ look, json }: { look: Look; json: string }): Html {
  const { unread, unknown, missingRights } = look;
  const command = rightsCommandWords(look, json);
  return (
    <section aria-labelledby="unread">
      <h2 id="unread">What could not be read</h2>
      <p>
        {unknown === 0
          ? 'Nothing that was listed depends on it.'
          : `${pluralize(unknown, 'resource is', 'resources are')} unknown because of it, and would stay.`}
      </p>
      {unread.map(({ why, unknown: blocked, places }) => (
        <div class="note">
          <p>{why}</p>
          <p class="small quiet">
            {blocked === null ? 'Nothing could be listed there' : `${blocked} unknown`}, in {pluralize(places, 'place')}
          </p>
        </div>
      ))}
      {missingRights.length > 0 && (
        <>
          <p>These rights are missing:</p>
          <pre>{missingRights.join('\n')}</pre>
          {command ? (
            <>
              <p>This prints a policy with them:</p>
              <pre>{command}</pre>
            </>
          ) : null}
        </>
      )}
    </section>
  );
}

/** What this version does not look at: whoever deletes by hand looks there first. */
export function CannotSeeSection({ look: { cannotSee } }: { look: Look }): Html {
  return (
    <section aria-labelledby="cannot-see">
      <h2 id="cannot-see">What this version does not look at</h2>
      <p>These could use something of the list, and no source reads them yet.</p>
      <ul>
        {cannotSee.map(({ called, users }) => (
          <li>
            {pluralOf(called)}: {users.join('; ')}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What the account has of kinds that Holystone lists and never judges. */
export function NotJudgedSection({ look: { notJudged = [] } }: { look: Look }): Html {
  return (
    <section aria-labelledby="not-judged">
      <h2 id="not-judged">What Holystone does not judge</h2>
      <p>It never marks, stops or deletes these; whether something uses them, nobody looked.</p>
      {notJudged
        .filter(({ things }) => things.length > 0)
        .map((kind) => (
          <details>
            <summary>{countWords(kind)}</summary>
            <p>Because {kind.because}.</p>
            <ul>
              {kind.things.map(({ name, location }) => (
                <li>
                  {name}, {location}
                </li>
              ))}
            </ul>
          </details>
        ))}
      {notReadWords(notJudged).map((line) => (
        <p class="small quiet">{line}</p>
      ))}
    </section>
  );
}

/** From a look to a plan of one's own. */
export function NextSection({ look, json }: { look: Look; json: string }): Html {
  const { account, isStartable } = look;
  const next = nextWords(look, json);
  return (
    <section aria-labelledby="next">
      <h2 id="next">What to do next</h2>
      <p>
        Holystone deletes nothing by itself: with a configuration it asks the owners first, waits, looks again, and only
        then deletes.{' '}
        {isStartable ? `These commands write one for ${account.name} and show what it would do; both only read.` : ''}
      </p>
      {isStartable ? <pre>{`${next}\nholystone plan`}</pre> : <p>{next}.</p>}
    </section>
  );
}
