/**
 * The pages of a list by number, until one is empty or is the one before it, as of a server that knows no pages.
 * @param ask `undefined`: there is no such list
 */
export async function* eachPage<T>(
  first: URL,
  ask: (url: URL) => Promise<readonly T[] | undefined>,
): AsyncGenerator<readonly T[]> {
  let before = '';
  for (let page = 1; ; page++) {
    const url = new URL(first);
    url.searchParams.set('page', String(page));
    const items = await ask(url);
    const text = JSON.stringify(items ?? []);
    if (items === undefined || items.length === 0 || text === before) return;
    yield items;
    before = text;
  }
}
