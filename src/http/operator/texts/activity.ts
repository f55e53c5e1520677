import type { Texts } from './texts.ts';

const en = {
  title: 'Activity',
  filterLabel: 'Filter the events',
  who: 'Who',
  what: 'What',
  all: 'all',
  filter: 'Filter',
  live: 'Live: new events appear at the top.',
  older: 'Older',
  newest: 'Newest',
  none: 'No events here.',
  label: 'Events',
  caption: 'Newest first. Times are UTC. The log is the record; this is its newest part.',
  columns: { when: 'When', what: 'What', who: 'Who', where: 'Where', why: 'Why' },
};

const de: typeof en = {
  title: 'Ereignisse',
  filterLabel: 'Ereignisse filtern',
  who: 'Wer',
  what: 'Was',
  all: 'alle',
  filter: 'Filtern',
  live: 'Live: Neue Ereignisse erscheinen oben.',
  older: 'Ältere',
  newest: 'Neueste',
  none: 'Keine Ereignisse.',
  label: 'Ereignisse',
  caption: 'Die neuesten zuerst. Zeiten in UTC. Maßgeblich ist das Protokoll; dies ist sein neuester Teil.',
  columns: { when: 'Wann', what: 'Was', who: 'Wer', where: 'Wo', why: 'Warum' },
};

/** For the list of events. */
export const activityTexts: Texts<typeof en> = { en, de };
