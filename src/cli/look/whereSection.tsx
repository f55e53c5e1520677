import type { Html } from '../../core/text/html.ts';
import type { Look } from './look.ts';
import { AGES, ageOf, type Sum, sumsBy } from './sums.ts';
import { byOwner, byType, costWords, manyOf } from './words.ts';

/** The parts that a breakdown names. */
const MOST = 8;

/** Where the money goes: by type, owner, age, and the single most expensive ones. */
export function WhereSection({ look }: { look: Look }): Html {
  const ages = sumsBy(look.wasted, (row) => ageOf(row, look.generatedAt));
  const single = look.wasted.map(({ name, id, monthlyCost }) => {
    return { title: name || id, count: 1, cost: monthlyCost ?? { amount: 0, upTo: false } };
  });
  return (
    <section aria-labelledby="where">
      <h2 id="where">Where the money goes</h2>
      <div class="parts">
        <Bars title="By type" sums={byType(look)} look={look} titleOf={({ title, count }) => manyOf(count, title)} />
        <Bars title="By owner" sums={byOwner(look)} look={look} />
        <Bars
          title="By age"
          sums={AGES.flatMap((age) => ages.find(({ title }) => title === age) ?? [])}
          look={look}
          titleOf={({ title, count }) => `${title}: ${count}`}
        />
        <Bars title="The most expensive" sums={single} look={look} />
      </div>
    </section>
  );
}

function Bars({
  title,
  sums,
  look,
  titleOf = ({ title: own }) => own,
}: {
  readonly title: string;
  readonly sums: readonly Sum[];
  readonly look: Look;
  readonly titleOf?: (sum: Sum) => string;
}): Html | null {
  const priced = sums.filter(({ cost }) => cost.amount > 0);
  const most = Math.max(...priced.map(({ cost }) => cost.amount));
  const free = sums.filter(({ cost }) => cost.amount === 0).reduce((all, { count }) => all + count, 0);
  return (
    <div class="card">
      <h3>{title}</h3>
      <ul class="bars">
        {priced.slice(0, MOST).map((sum) => (
          <li>
            <span>{titleOf(sum)}</span>
            <span class="num">{costWords(sum.cost, look, '≤ ')}</span>
            <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
              <rect width={Math.max(1, Math.round((100 * sum.cost.amount) / most))} height="6" />
            </svg>
          </li>
        ))}
      </ul>
      {title === 'By type' && free > 0 ? (
        <p class="small quiet">{free} more cost nothing, and are in the way.</p>
      ) : null}
    </div>
  );
}
