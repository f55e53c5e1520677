import type { PolicyDocument, Statement } from './documents.ts';

/** Without its conditions on regions: those of an account are known only once it has the role that reads them. */
export function inAnyRegion({ Version, Statement }: PolicyDocument): PolicyDocument {
  return { Version, Statement: Statement.map(withoutRegion) };
}

function withoutRegion({ Condition, ...statement }: Statement): Statement {
  if (!Condition) return statement;
  const { 'aws:RequestedRegion': _region, ...others } = Condition.StringEquals ?? {};
  const { StringEquals: _all, ...rest } = Condition;
  const kept = Object.keys(others).length === 0 ? rest : { StringEquals: others, ...rest };
  return Object.keys(kept).length === 0 ? statement : { ...statement, Condition: kept };
}
