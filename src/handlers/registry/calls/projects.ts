/** GitLab's or Harbor's data about the project of a repository, as tags. */
import { z } from 'zod';
import { type Catalog, settingsOf } from '../wire/account.ts';
import type { CallScope } from '../wire/call.ts';
import { malformed } from '../wire/readError.ts';
import { type ApiQuestion, askApi, headersOf } from './catalogApi.ts';

/** Shorter than the age up to which a read counts before a deletion. */
const FRESH_MS = 60_000;
const CACHE_SIZE = 10_000;
/** GitLab, "container registry naming": a repository may have two parts below the path of its project. */
const PARTS_BELOW = 2;

type Tags = Readonly<Record<string, string>>;

/**
 * One call per project and minute; none without `catalog.projectTags`.
 * @throws ReadError unless the project is found and readable: a tag that is not seen might keep
 */
export async function projectTags(target: CallScope, repository: string): Promise<Tags> {
  const { catalog } = settingsOf(target.account);
  if (!catalog?.projectTags) return {};
  if (catalog.gitlab !== undefined) return inGitlab(target, catalog, catalog.gitlab, repository);
  return catalog.harbor === undefined ? {} : inHarbor(target, catalog, catalog.harbor, repository);
}

const gitlabProject = z.object({
  namespace: z.object({ full_path: z.string().min(1) }),
  topics: z.array(z.string()),
});

/**
 * GitLab, "get a single project". A project and a group never have the same path, so the longest path that is a project
 * is the one. It answers 404 for a path that is no project, and for one that the token must not see.
 */
async function inGitlab(target: CallScope, catalog: Catalog, base: string, repository: string): Promise<Tags> {
  const parts = repository.split('/');
  const shortest = Math.max(1, parts.length - PARTS_BELOW);
  for (let length = parts.length; length >= shortest; length--) {
    const path = parts.slice(0, length).join('/');
    const question = async (): Promise<ApiQuestion> => ({
      url: new URL(`/api/v4/projects/${encodeURIComponent(path)}`, base),
      headers: await headersOf(target, catalog),
      what: `reading the project ${path}`,
      permission: 'read_api',
    });
    const found = await shared(target, path, async () => {
      const project = await askApi(target, await question(), gitlabProject, 'project with topics');
      return project && { ...topicTags(project.topics), project: path, group: project.namespace.full_path };
    });
    if (found) return found;
  }
  throw malformed(`reading the project of ${repository}`, base, 'GitLab shows the token no project of this repository');
}

/** `owner=team@example.com` is a tag with a value; any other topic is a tag with the value `true`. */
function topicTags(topics: readonly string[]): Tags {
  const tags = topics.toReversed().map((topic) => {
    const at = topic.indexOf('=');
    return at > 0 ? [topic.slice(0, at).trim(), topic.slice(at + 1).trim()] : [topic.trim(), 'true'];
  });
  return Object.fromEntries(tags) as Tags;
}

const harborProject = z.object({ name: z.string().min(1), owner_name: z.string().optional() });

/** Harbor, "return specific project detail information": the first part of a repository is its project. */
async function inHarbor(target: CallScope, catalog: Catalog, base: string, repository: string): Promise<Tags> {
  const [name = ''] = repository.split('/');
  const question = async (): Promise<ApiQuestion> => ({
    url: new URL(`/api/v2.0/projects/${encodeURIComponent(name)}`, base),
    // A name of digits is no id.
    headers: { ...(await headersOf(target, catalog)), 'x-is-resource-name': 'true' },
    what: `reading the project ${name}`,
    permission: 'project: read',
  });
  const found = await shared(target, name, async () => {
    const project = await askApi(target, await question(), harborProject, 'project with a name');
    return project && { project: name, ...(project.owner_name ? { projectOwner: project.owner_name } : {}) };
  });
  if (!found) throw malformed(`reading the project ${name}`, base, 'Harbor shows the user no such project');
  return found;
}

interface Read {
  readonly at: number;
  readonly tags: Promise<Tags | undefined>;
}

/** Read once for all tags of a repository, and anew after a failure. */
function shared(target: CallScope, project: string, read: () => Promise<Tags | undefined>): Promise<Tags | undefined> {
  const { account, io } = target;
  const { reads } = io.clients.get(`registry/${account.name}/projects`, () => new Projects());
  const now = io.clock.now();
  const known = reads.get(project);
  if (known && now - known.at < FRESH_MS && now >= known.at) return known.tags;
  if (reads.size >= CACHE_SIZE) reads.clear();
  const tags = read();
  reads.set(project, { at: now, tags });
  tags.catch(() => reads.delete(project));
  return tags;
}

class Projects {
  readonly reads = new Map<string, Read>();

  destroy(): void {
    this.reads.clear();
  }
}
