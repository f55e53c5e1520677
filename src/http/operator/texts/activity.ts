/** For the list of events. */
export const activityTexts = {
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
