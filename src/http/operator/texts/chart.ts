/** For every chart, and for the table with the same figures below it. */
export const chartTexts = {
  asTable: 'As a table',
  asTableOf: (title: string) => `${title}, as a table`,
  /** A measured value and its limit, both with their unit. */
  against: (name: string, value: string, limit: string) => `${name}: ${value} against a limit of ${limit}`,
  limitOf: (limit: string) => `limit ${limit}`,
};
