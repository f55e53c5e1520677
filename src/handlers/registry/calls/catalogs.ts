/**
 * The repositories of a registry from elsewhere than its own catalog: GitLab's and Harbor's APIs, which also people may ask
 * who must not see the whole catalog, or a document. Complete, or a `ReadError`.
 */
import { z } from 'zod';
import { CLOCKS_DIFFER_MS } from '../../../core/common/clock.ts';
import { formatAge, formatMs } from '../../../core/common/duration.ts';
import { messageOf, ReadError } from '../../../core/common/errors.ts';
import { shown } from '../../../documents/location.ts';
import { readText } from '../../../documents/readText.ts';
import type { Catalog } from '../wire/account.ts';
import type { CallScope } from '../wire/call.ts';
import { apiNames, headersOf, jsonIn } from './catalogApi.ts';

const PAGE = 100;
const DOCUMENT = { maxBytes: 64 * 1024 * 1024, timeoutMs: 30_000 };

/** Every repository that a catalog names, in pages. @throws ReadError unless it is complete */
export async function* repositoriesIn(target: CallScope, catalog: Catalog): AsyncIterable<readonly string[]> {
  if (catalog.from !== undefined) yield await inDocument(target, { ...catalog, from: catalog.from });
  else if (catalog.gitlab !== undefined) yield* inGitlab(target, catalog.gitlab, catalog);
  else if (catalog.harbor !== undefined) yield* inHarbor(target, catalog.harbor, catalog);
}

/** GitLab, "list registry repositories": those of a project, and of a group with its subgroups. */
async function* inGitlab(target: CallScope, base: string, catalog: Catalog) {
  const { groups = [], projects = [] } = catalog;
  const headers = await headersOf(target, catalog);
  const places = [
    ...groups.map((name) => ({ kind: 'group', name })),
    ...projects.map((name) => ({ kind: 'project', name })),
  ];
  for (const { kind, name } of places) {
    const path = `/api/v4/${kind}s/${encodeURIComponent(name)}/registry/repositories?per_page=${PAGE}`;
    const what = `listing the repositories of the ${kind} ${name}`;
    const question = { url: new URL(path, base), headers, what, permission: 'read_api' };
    // GitLab answers 404 also for what the token must not see, and leads on from the earlier path of what was moved.
    const absent = `GitLab shows the token no ${kind} ${name} under this path: correct it in \`catalog.${kind}s\` of the account`;
    yield* apiNames(target, { ...question, nameKey: 'path', totalHeader: 'x-total', absent });
  }
}

/** Harbor, "list all authorized repositories". */
async function* inHarbor(target: CallScope, base: string, catalog: Catalog) {
  const url = new URL(`/api/v2.0/repositories?page_size=${PAGE}`, base);
  const what = 'listing the repositories of Harbor';
  const question = { url, headers: await headersOf(target, catalog), what, permission: 'repository: list' };
  yield* apiNames(target, { ...question, nameKey: 'name', totalHeader: 'x-total-count' });
}

const document = z.object({
  generatedAt: z.iso.datetime({ offset: true }),
  repositories: z.array(z.string().min(1)),
});

async function inDocument(
  { io }: CallScope,
  { from, headers = {}, maxAge }: Catalog & { readonly from: string },
): Promise<readonly string[]> {
  const failed = (why: string, cause?: unknown) =>
    new ReadError(`reading the repositories in ${shown(from)}: ${why}`, { problem: 'malformed', cause });
  let text: string;
  try {
    text = await readText({ from, headers, ...DOCUMENT }, io.signal);
  } catch (error) {
    if (io.signal.aborted) throw io.signal.reason;
    throw failed(`${messageOf(error)}; make it readable, or remove it from the configuration`, error);
  }
  const read = document.safeParse(jsonIn(text));
  if (!read.success) throw failed('it needs `generatedAt` and a list `repositories`');
  const age = io.clock.now() - Date.parse(read.data.generatedAt);
  if (age > maxAge) {
    throw failed(
      `it was generated ${formatAge(age)} ago, more than ${formatMs(maxAge)}; generate it again, or raise maxAge`,
    );
  }
  if (age < -CLOCKS_DIFFER_MS) throw failed('it was generated in the future');
  return read.data.repositories;
}
