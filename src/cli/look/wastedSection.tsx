import type { Html } from '../../core/text/html.ts';
import { verdictTexts } from '../../http/operator/texts/verdict.ts';
import type { Choices } from './choices.ts';
import type { Look, Wasted } from './look.ts';
import { PASSED } from './steps.ts';
import { daysOf, sumsBy } from './sums.ts';
import { costWords, manyOf, NOBODY } from './words.ts';

/** So many rows have their steps in the page; those of the others are in the JSON. */
const WITH_STEPS = 600;

/** Each resource that nothing uses, by type, the costliest first. */
export function WastedSection({ look, choices }: { look: Look; choices: Choices }): Html {
  const { wasted } = look;
  const open = new Set(wasted.slice(0, WITH_STEPS));
  return (
    <section aria-labelledby="wasted">
      <h2 id="wasted">What was found: {wasted.length}</h2>
      <p>
        Open one to see its steps: the first that says <i>keep</i> or <i>unknown</i> would have decided.
        {wasted.length > WITH_STEPS ? ` The ${WITH_STEPS} most expensive have them here, the others in the JSON.` : ''}
      </p>
      <Pick name="owner" kind="o" of={choices.owners} />
      <Pick name="age" kind="a" of={choices.ages} />
      {sumsBy(wasted, ({ called }) => called).map(({ title, count, cost }) => (
        <div class="card kind">
          <header>
            <h3>{manyOf(count, title)}</h3>
            <span class="num">{costWords(cost, look, '≤ ') || 'no cost'}</span>
          </header>
          {wasted
            .filter(({ called }) => called === title)
            .map((row) => (
              <Row row={row} look={look} classes={choices.classesOf(row)} hasSteps={open.has(row)} />
            ))}
        </div>
      ))}
    </section>
  );
}

function Pick({ name, kind, of }: { name: string; kind: 'o' | 'a'; of: readonly string[] }): Html | null {
  if (of.length < 2) return null;
  return (
    <fieldset class="pick">
      <legend>{name === 'owner' ? 'Owner' : 'Age'}</legend>
      {['all', ...of].map((title, at) => (
        <label>
          <input type="radio" name={name} id={at === 0 ? `${kind}-all` : `${kind}${at - 1}`} checked={at === 0} />
          <span>{title}</span>
        </label>
      ))}
    </fieldset>
  );
}

interface RowProps {
  readonly row: Wasted;
  readonly look: Look;
  readonly classes: string;
  readonly hasSteps: boolean;
}

function Row({ row, look, classes, hasSteps }: RowProps): Html {
  const { name, id, owner, createdAt, monthlyCost } = row;
  const cells = (
    <>
      <b>{name || id}</b>
      <span>{owner ?? NOBODY}</span>
      <span>{createdAt === null ? 'no date' : `${daysOf(createdAt, look.generatedAt)} days`}</span>
      <span>{costWords(monthlyCost, look, '≤ ') || (monthlyCost === null ? 'no figure' : 'nothing')}</span>
    </>
  );
  if (!hasSteps) return <p class={`row ${classes}`}>{cells}</p>;
  return (
    <details class={`row ${classes}`}>
      <summary>{cells}</summary>
      <div class="inside">
        <p>
          <span class="id">{id}</span> · {row.location} · {row.reasons.join('; ')}
        </p>
        {row.after ? <p>It goes after {row.after.join(', ')}.</p> : null}
        <ol class="steps">
          {row.steps.map(({ step, says, reasons }) => (
            <li class={says === 'candidate' || says === 'held' ? 'decides' : undefined}>
              <b>{verdictTexts.step[step]}</b>
              <span>{reasons.length > 0 ? reasons.join('; ') : PASSED[step]}</span>
            </li>
          ))}
        </ol>
      </div>
    </details>
  );
}
