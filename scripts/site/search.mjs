// In the browser: the search, and the list of versions beside this one.
import MiniSearch from './minisearch.js';
import { searchOptions } from './options.mjs';

const { root, version } = document.body.dataset;
const input = document.getElementById('search');
const results = document.getElementById('results');
let index;
// On a phone the menu would fill the screen.
const menu = document.querySelector('nav details');
if (menu && matchMedia('(max-width: 50rem)').matches) menu.open = false;

async function load() {
  index ??= fetch(`${root}/search.json`).then(async (answer) =>
    MiniSearch.loadJSON(await answer.text(), searchOptions),
  );
  return index;
}

function entry({ id, page, heading }) {
  const link = document.createElement('a');
  link.href = `${root}/${id}`;
  link.textContent = heading && heading !== page ? `${page}: ${heading}` : page;
  const item = document.createElement('li');
  item.append(link);
  return item;
}

input.addEventListener('input', async () => {
  const found = input.value.trim() === '' ? [] : (await load()).search(input.value).slice(0, 12);
  results.replaceChildren(...found.map(entry));
});
addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target instanceof HTMLInputElement) return;
  event.preventDefault();
  input.focus();
});

const versions = document.getElementById('versions');
fetch(`${root}/../versions.json`)
  .then((answer) => answer.json())
  .then((all) => versions.replaceChildren(...all.map((one) => new Option(one, one, false, one === version))))
  .catch(() => {});
versions.addEventListener('change', () => location.assign(`${root}/../${versions.value}/index.html`));
