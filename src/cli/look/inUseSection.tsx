import type { Html } from '../../core/text/html.ts';
import type { InUse, Look } from './look.ts';
import { costWords, NOBODY } from './words.ts';

/** Users that a row names; a golden image may have thousands. */
const NAMED = 3;

/** What a plain filter would take, and who still uses each. */
export function InUseSection({ look }: { look: Look }): Html {
  const { inUse } = look;
  return (
    <section aria-labelledby="in-use">
      <h2 id="in-use">What only looks unused: {inUse.length}</h2>
      <p>
        Filters as people write them for other tools look at the resource alone, and at 90 days of age where it has a
        date; they would take these. Something that the filter does not ask still uses each.
      </p>
      <div class="card scroll" tabindex={0} role="region" aria-label="What only looks unused">
        <table class="used">
          <thead>
            <tr>
              <th scope="col">Resource</th>
              <th scope="col">The filter that takes it</th>
              <th scope="col">Still used by</th>
              <th scope="col">A month</th>
            </tr>
          </thead>
          <tbody>
            {inUse.map((row) => (
              <Row row={row} look={look} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Row({ row, look }: { row: InUse; look: Look }): Html {
  const { name, id, called, location, owner, filter, usedBy, monthlyCost } = row;
  const left = usedBy.length - NAMED;
  return (
    <tr>
      <td>
        <b>{name || id}</b>
        <br />
        <span class="small quiet">
          {called}, {location}, {owner ?? NOBODY}
          {name === '' || name === id ? null : (
            <>
              , <span class="id">{id}</span>
            </>
          )}
        </span>
      </td>
      <td>{filter}</td>
      <td class="who">
        {usedBy.slice(0, NAMED).join('; ')}
        {left > 0 ? ` and ${left} more` : ''}
      </td>
      <td class="num">{costWords(monthlyCost, look, '≤ ')}</td>
    </tr>
  );
}
