/** The same for the build and for the browser: MiniSearch reads an index only with the options that made it. */
export const searchOptions = {
  fields: ['page', 'heading', 'text'],
  storeFields: ['page', 'heading'],
  searchOptions: { boost: { page: 3, heading: 2 }, prefix: true, fuzzy: 0.15, combineWith: 'AND' },
};
