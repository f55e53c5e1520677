// Keys for those who like them, and a page that reads itself again; everything works without this file.
const STORED = 'holystone-keys';
const isOn = () => localStorage.getItem(STORED) !== 'off';
const isTyping = ({ target }) => target.closest('input, select, textarea, [contenteditable]') !== null;
let went = false;

function rows() {
  return [...document.querySelectorAll('[data-row]')];
}

function move(by) {
  const all = rows();
  const at = all.indexOf(document.activeElement.closest?.('[data-row]') ?? document.activeElement);
  const next = all[at < 0 ? (by > 0 ? 0 : all.length - 1) : at + by];
  next?.focus();
}

function search(event) {
  event.preventDefault();
  document.querySelector('#find').select();
}

document.addEventListener('keydown', (event) => {
  if (!isOn() || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
  const { key } = event;
  if (went) {
    went = false;
    document.querySelector(`nav [data-key="${CSS.escape(key)}"]`)?.click();
  } else if (key === 'g') went = true;
  else if (key === '/') search(event);
  else if (key === 'j') move(1);
  else if (key === 'k') move(-1);
  else if (key === 'o') document.activeElement.closest?.('[data-row]')?.click();
});

const button = document.querySelector('button.keys');
if (button) {
  const label = () => {
    button.textContent = isOn() ? button.dataset.on : button.dataset.off;
  };
  button.hidden = false;
  button.addEventListener('click', () => {
    localStorage.setItem(STORED, isOn() ? 'off' : 'on');
    label();
  });
  label();
}

// How many rows are selected, and what they cost a month.
const chosen = document.querySelector('[data-selected]');
if (chosen) {
  const form = chosen.closest('form');
  const boxes = [...form.querySelectorAll('input[name=pick]')];
  const whole = form.querySelector('input[name=whole]');
  const every = Object.assign(document.createElement('input'), {
    type: 'checkbox',
    ariaLabel: 'Select all on this page',
  });
  form.querySelector('thead th')?.replaceChildren(every);
  const count = () => {
    const some = boxes.filter(({ checked }) => checked);
    const sums = new Map();
    for (const { dataset } of some) {
      if (dataset.currency) sums.set(dataset.currency, (sums.get(dataset.currency) ?? 0) + Number(dataset.amount));
    }
    const money = [...sums].map(([currency, sum]) =>
      new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(sum),
    );
    const about = money.length > 0 && !whole?.checked ? `, ${money.join(' + ')} a month` : '';
    const number = whole?.checked ? form.querySelector('input[name=counted]').value : some.length;
    chosen.textContent = `${number} ${chosen.dataset.selected.toLowerCase()}${about}`;
    every.checked = boxes.length > 0 && some.length === boxes.length;
  };
  every.addEventListener('change', () => {
    for (const box of boxes) box.checked = every.checked;
  });
  form.addEventListener('change', count);
  count();
}

// The server's own rows: no page of the console is written twice, and no text of an event becomes markup here.
async function freshPage(address = location.href) {
  const answer = await fetch(address, { headers: { accept: 'text/html' } }).catch(() => undefined);
  return answer?.ok ? new DOMParser().parseFromString(await answer.text(), 'text/html') : undefined;
}

const REFRESH_MS = 30_000;
const isLive = document.body.dataset.mark === 'live';
// Another operator may have stopped all deletions: on no page may the header say otherwise for long.
function renewFacts(next) {
  for (const fact of document.querySelectorAll('[data-fact]')) {
    const now = next.querySelector(`[data-fact="${fact.dataset.fact}"]`);
    if (!now || now.textContent === fact.textContent) continue;
    fact.title = now.title;
    fact.replaceChildren(...now.childNodes);
  }
}

function renewMain(next) {
  const main = document.querySelector('main');
  if (main.contains(document.activeElement) || main.querySelector('details[open]')) return;
  const footer = main.querySelector('footer');
  if (!footer) return;
  next.querySelector('footer')?.replaceWith(footer);
  main.replaceChildren(...next.childNodes);
  showTailing();
}

setInterval(async () => {
  if (document.hidden) return;
  const next = await freshPage(isLive ? location.href : document.querySelector('nav [data-key=o]')?.href);
  if (!next) return;
  renewFacts(next);
  const main = next.querySelector('main');
  if (isLive && main) renewMain(main);
}, REFRESH_MS);

// A list with a feed reads itself again after an event, however many events there are at once.
const TAIL_MS = 1_000;
const tailed = () => document.querySelector('[data-feed]');
let feed;
let isTailing = false;
let pending;

function showTailing() {
  const words = document.querySelector('[data-tailing]');
  if (words) words.hidden = !isTailing;
}

async function readTail() {
  pending = undefined;
  const list = tailed();
  if (list.contains(document.activeElement)) return laterTail();
  const next = (await freshPage())?.querySelector('[data-feed]');
  if (next) list.replaceChildren(...next.childNodes);
}

function laterTail() {
  if (pending === undefined) pending = setTimeout(readTail, TAIL_MS);
}

function follow() {
  feed?.close();
  isTailing = false;
  if (!document.hidden) {
    feed = new EventSource(tailed().dataset.feed);
    feed.onopen = () => {
      isTailing = true;
      showTailing();
      laterTail();
    };
    feed.onmessage = laterTail;
    feed.addEventListener('reset', laterTail);
    feed.onerror = () => {
      isTailing = false;
      showTailing();
    };
  }
  showTailing();
}

if (tailed()) {
  follow();
  document.addEventListener('visibilitychange', follow);
}
