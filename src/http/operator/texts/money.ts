import type { Texts } from './texts.ts';

const en = {
  title: 'Money saved and waiting per month',
  caption: (currency: string) =>
    `Money saved and waiting per month (${currency}, list prices): filled = saved by the month's deletions, outlined = waiting at its end`,
  columns: { month: 'Month', saved: 'Saved a month', waiting: 'Waiting' },
};

const de: typeof en = {
  title: 'Ersparnis und noch Offenes je Monat',
  caption: (currency) =>
    `Ersparnis und noch Offenes je Monat (${currency}, Listenpreise): gefüllt = durch die Löschungen des Monats gespart, umrandet = an seinem Ende noch offen`,
  columns: { month: 'Monat', saved: 'Gespart im Monat', waiting: 'Noch offen' },
};

/** For the chart of the months on the first page. */
export const moneyTexts: Texts<typeof en> = { en, de };
