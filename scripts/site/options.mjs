/** The same for the build and for the browser: MiniSearch reads an index only with the options that made it. */
export const searchOptions = {
  fields: ['page', 'heading', 'text'],
  storeFields: ['page', 'heading'],
  searchOptions: {
    boost: { page: 3, heading: 2 },
    // Guides first: who searches wants to do something, and decisions and changes have the same words.
    boostDocument: (id) => (/(?:^|\/)adr\/|CHANGELOG/i.test(id) ? 0.3 : 1),
    prefix: true,
    fuzzy: 0.15,
    combineWith: 'AND',
  },
};
