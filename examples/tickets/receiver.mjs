/**
 * A receiver of Holystone's webhook that keeps one issue per owner and month, in GitHub or in Jira. Node alone, one process, one
 * request at a time; docs/transports.md (Tickets) says why each step is as it is, and test/integration/tickets.test.ts runs it.
 *
 *   INSTALLATION=holystone-prod TICKETS_KEY=… RECORD=tickets.json HOLYSTONE_URL=https://… HOLYSTONE_TOKEN=… \
 *   GITHUB_REPOSITORY=acme/cloud GITHUB_TOKEN=… node receiver.mjs
 *   (or JIRA_URL, JIRA_PROJECT, JIRA_USER, JIRA_TOKEN, JIRA_OPEN and JIRA_DONE, the ids of two transitions)
 *
 * An issue never has a link to keep something: whoever opens such a link decides as the owner.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { pathToFileURL } from 'node:url';
import { asked } from './asked.mjs';
import { github } from './github.mjs';
import { jira } from './jira.mjs';

const MOST_BYTES = 5_000_000;
/** Jira takes 32,767 characters. */
const MOST_TEXT = 25_000;
const MORE = '- and more, which the messages name';
const FRESH_S = 300;
const HOUR_MS = 3_600_000;
/** After a creation without an answer a search may miss the issue for so long. */
const LAG_MS = 5 * 60_000;

/** @returns `{ url, closeDone, stop }`; `now`, `quietMs` and `say` are for tests */
export async function startReceiver({ tracker, installation, record, secretOf, holystone, port = 0, ...rest }) {
  const { now = Date.now, quietMs = HOUR_MS, say = console.error } = rest;
  const known = existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')) : {};
  const save = (key, change) => {
    known[key] = { ...known[key], ...change };
    writeFileSync(`${record}.new`, JSON.stringify(known));
    renameSync(`${record}.new`, record);
  };
  let turn = Promise.resolve();
  const oneAtATime = (work) => {
    const mine = turn.then(work);
    turn = mine.catch(() => undefined);
    return mine;
  };

  /** Opens the issue of the owner's month, or adds to it. The same notice again changes nothing. */
  async function take(notice) {
    const month = notice.preparedAt.slice(0, 7);
    const owner = createHash('sha256').update(notice.owner).digest('hex').slice(0, 12);
    const key = `${installation}-${month}-${owner}`;
    const issue = await issueOf(key, notice, month);
    const text = withNotice(issue.text, notice);
    if (text !== issue.text || !issue.isOpen) await tracker.update(issue.id, { text, isOpen: issue.isOpen });
    const messageIds = [...new Set([...(known[key]?.messageIds ?? messagesIn(text)), notice.messageId])];
    save(key, { owner: notice.owner, messageIds, isOpen: true, noticeAt: now() });
  }

  async function issueOf(key, notice, month) {
    const { id, creatingAt } = known[key] ?? {};
    const found = id === undefined ? await tracker.find(key) : await tracker.get(id);
    if (found) {
      if (id === undefined) save(key, { id: found.id });
      return found;
    }
    // Its answer was lost, and the search may lag behind: a second issue would be worse than a wait.
    if (id === undefined && creatingAt !== undefined && now() - creatingAt < LAG_MS)
      throw new Error('it may exist already');
    save(key, { id: undefined, creatingAt: now() });
    const text = withNotice(`Nothing uses these resources of ${notice.owner}, says Holystone.`, notice);
    const created = await tracker.create(key, `Unused resources of ${notice.owner}, ${month}`, text);
    save(key, { id: created });
    return { id: created, text, isOpen: true };
  }

  /** Closes each issue none of whose messages is the notice of a mark any more. A read that fails closes nothing. */
  async function closeDone() {
    const failures = [];
    for (const [key, { id, owner, messageIds, isOpen, noticeAt }] of Object.entries(known)) {
      if (!isOpen || id === undefined || now() - noticeAt < quietMs) continue;
      try {
        const standing = await noticesOf(holystone, owner.split(',')[0].trim());
        if (messageIds.some((one) => standing.has(one))) continue;
        if ((await tracker.get(id))?.isOpen) await tracker.close(id);
        save(key, { isOpen: false });
      } catch (error) {
        failures.push(`${key}: ${error.message}`);
      }
    }
    if (failures.length > 0) throw new Error(failures.join('; '));
  }

  const server = createServer(async (request, response) => {
    const answer = (status, text = '') => response.writeHead(status).end(text);
    try {
      if (request.method !== 'POST') return answer(405);
      const body = await bodyOf(request);
      if (body === undefined) return answer(413);
      if (!isSigned(request.headers, body, secretOf, now())) return answer(401);
      const notice = noticeIn(body);
      if (notice === undefined) return answer(400, 'this is no notice of version 1');
      await oneAtATime(() => take(notice));
      return answer(200);
    } catch (error) {
      say(`the notice comes again: ${error.message}`);
      return answer(503);
    }
  });
  await new Promise((resolve) => server.listen(port, resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    closeDone: () => oneAtATime(closeDone),
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** The text, and a line for each resource and message that it lacks. */
function withNotice(text, { messageId, resources }) {
  const lines = text.split('\n');
  const add = (start, line) => {
    if (!lines.some((one) => one.startsWith(start))) lines.push(line);
  };
  for (const { namespace, id, name, deletionAt } of resources) {
    // The messages name the others: a tracker refuses a text that is too long, and the notice would come again for ever.
    if (lines.join('\n').length > MOST_TEXT) {
      add(MORE, MORE);
      break;
    }
    const start = `- ${namespace} ${id}: `;
    add(start, `${start}${String(name).replace(/\s+/g, ' ')}, not before ${deletionAt.slice(0, 10)}`);
  }
  add(`Message ${messageId}`, `Message ${messageId}`);
  return lines.join('\n');
}

function messagesIn(text) {
  return text.split('\n').flatMap((line) => (line.startsWith('Message ') ? [line.slice('Message '.length)] : []));
}

async function bodyOf(request) {
  const parts = [];
  let bytes = 0;
  for await (const part of request) {
    bytes += part.length;
    if (bytes > MOST_BYTES) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

function isSigned(headers, body, secretOf, now) {
  const timestamp = String(headers['holystone-timestamp']);
  const secret = secretOf(headers['holystone-key-id']);
  if (!secret || !(Math.abs(now / 1000 - Number(timestamp)) < FRESH_S)) return false;
  const expected = Buffer.from(`v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`);
  const given = Buffer.from(String(headers['holystone-signature']));
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function noticeIn(body) {
  try {
    const notice = JSON.parse(body);
    return notice.version === 1 && notice.event === 'notice' ? notice : undefined;
  } catch {
    return undefined;
  }
}

/** The messages by which the marks of an owner were notified, from all pages. */
async function noticesOf({ url, token }, owner) {
  const notices = new Set();
  for (let cursor = ''; cursor !== undefined; ) {
    const query = new URLSearchParams({ owner, limit: '500', ...(cursor && { cursor }) });
    const page = await asked(`${url}/api/v1/marks?${query}`, { headers: { authorization: `Bearer ${token}` } });
    for (const { notice } of page.items) if (notice) notices.add(notice.messageId);
    cursor = page.next;
  }
  return notices;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { env } = process;
  const { url, closeDone } = await startReceiver({
    tracker: env.JIRA_URL ? jira(env) : github(env),
    installation: env.INSTALLATION,
    record: env.RECORD,
    secretOf: (id) => (id === (env.TICKETS_KEY_ID ?? 'k1') ? env.TICKETS_KEY : undefined),
    holystone: { url: env.HOLYSTONE_URL, token: env.HOLYSTONE_TOKEN },
    port: Number(env.PORT ?? 8080),
  });
  console.log(`listening on ${url}`);
  setInterval(() => closeDone().catch((error) => console.error(`nothing is closed: ${error.message}`)), HOUR_MS);
}
