/** The tables that a statement of PartiQL names: `SELECT * FROM "orders" WHERE …`. Pure. */
import { tableAlias } from '../resources/table.ts';
import { forEachMatch } from './matches.ts';
import type { Tell } from './mention.ts';

/** An index stands behind a dot, in quotes of its own. */
const OF_TABLE = /\b(?:from|into|update|join|exists\s{0,9}\()\s{1,40}\\{0,9}["'`]?([\w.-]{3,255})/gi;

/** Is there a call that takes such a statement? */
export function mayHaveStatement(text: string): boolean {
  return /execute[-_]?(?:statement|transaction)|partiql/i.test(text);
}

export function tellStatement(statement: string, tell: Tell): void {
  forEachMatch(OF_TABLE, statement, ([, name = '']) => {
    tell('table', tableAlias(name));
    // Without quotes a dot begins an index.
    if (name.includes('.')) tell('table', tableAlias(name.split('.')[0] ?? ''));
  });
}
