/** For the chart of the months on the first page. */
export const moneyTexts = {
  title: 'Money saved and waiting per month',
  caption: (currency: string) =>
    `Money saved and waiting per month (${currency}, list prices): filled = saved by the month's deletions, outlined = waiting at its end`,
  columns: { month: 'Month', saved: 'Saved a month', waiting: 'Waiting' },
};
