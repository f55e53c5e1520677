import { z } from 'zod';
import type { DeletesThrough } from '../../wire/account.ts';
import type { CallScope } from '../../wire/call.ts';
import { malformed } from '../../wire/readError.ts';
import { askApi, basicOf } from '../catalogApi.ts';
import type { DeletionApi, ListedManifest } from './deletionApi.ts';
import { eachPage } from './pages.ts';

const named = z.array(z.object({ name: z.string(), pull_time: z.string().optional() })).nullish();
const artifact = z.object({
  digest: z.string().min(1),
  push_time: z.string().optional(),
  pull_time: z.string().optional(),
  tags: named,
  accessories: z.array(z.object({ type: z.string().optional() })).nullish(),
});
type Artifact = z.output<typeof artifact>;

/**
 * Harbor, "Delete tag" and "Delete the specific artifact". The digest stands beside the tag: one that has moved is
 * refused. A slash is encoded twice. https://github.com/goharbor/harbor/blob/main/api/v2.0/swagger.yaml
 */
export const harbor: DeletionApi = {
  name: 'Harbor',
  deletes: 'tags',
  datesPulls: true,
  takesParts: true,
  right:
    '"Delete" of "Tag" in the project, and for manifests without a tag "Delete" of "Artifact", which a maintainer has and a robot account may get',
  async find(target, through, { repository, digest, tag, isUntagged }) {
    const path = `${pathOf(repository)}/${digest}`;
    const headers = await basicOf(target);
    if (!isUntagged) return { url: new URL(`${path}/tags/${tag}`, through.harbor), headers };
    const found = await read(target, through, repository, digest);
    if (!found) return { absent: true };
    const [one] = found.tags ?? [];
    if (one) return { refused: `Harbor says that it has the tag ${one.name}` };
    // Harbor deletes a signature with its image.
    const { needed } = listed(found);
    if (needed !== undefined) return { refused: needed };
    return { url: new URL(path, through.harbor), headers };
  },
  async *manifests(target, through, repository, digest) {
    if (digest !== undefined) {
      const found = await read(target, through, repository, digest);
      return yield found ? [listed(found)] : [];
    }
    const url = new URL(`${pathOf(repository)}?page_size=${PAGE}&${WITH}`, through.harbor);
    const what = `listing the artifacts of ${repository}`;
    const headers = await basicOf(target);
    for await (const page of eachPage(url, async (at) => {
      const question = { url: at, headers, what, permission: LIST };
      const found = await askApi(target, question, z.array(artifact), 'list of artifacts');
      if (!found) throw malformed(what, url.origin, 'Harbor shows the user no such repository');
      return found;
    })) {
      yield page.map(listed);
    }
  },
};

const PAGE = 100;
/** "List artifacts" leaves out what an index names and what belongs to another: these stay. */
const WITH = 'with_tag=true&with_accessory=true';
const LIST = '"List" and "Read" of "Artifact" in the project';

function pathOf(repository: string): string {
  const [project = '', ...rest] = repository.split('/');
  const name = encodeURIComponent(encodeURIComponent(rest.join('/')));
  return `/api/v2.0/projects/${project}/repositories/${name}/artifacts`;
}

/** `undefined`: there is none, or the user must not know. @throws ReadError */
async function read(target: CallScope, through: DeletesThrough, repository: string, digest: string) {
  const url = new URL(`${pathOf(repository)}/${digest}?${WITH}`, through.harbor);
  const what = `reading the artifact ${repository}@${digest.slice(0, 19)}`;
  const question = { url, headers: await basicOf(target), what, permission: LIST };
  const found = await askApi(target, question, artifact, 'artifact');
  if (found && found.digest !== digest) throw malformed(what, url.origin, `it is another artifact, ${found.digest}`);
  return found;
}

function listed({ digest, push_time, pull_time, tags, accessories }: Artifact): ListedManifest {
  const pulls = [pull_time, ...(tags ?? []).map((tag) => tag.pull_time)].flatMap((text) => dateIn(text) ?? []);
  const pushedAt = dateIn(push_time);
  const [belonging] = accessories ?? [];
  return {
    digest,
    tags: (tags ?? []).map(({ name }) => name),
    ...(pushedAt === undefined ? {} : { pushedAt }),
    // A client that pulls by a digest moves the date of the artifact, and not that of its tags.
    ...(pulls.length === 0 ? {} : { pulledAt: Math.max(...pulls) }),
    ...(belonging ? { needed: `Harbor says that ${belonging.type ?? 'another artifact'} belongs to it` } : {}),
  };
}

/** Harbor writes the year 1 where nobody has pulled. */
function dateIn(text: string | undefined): number | undefined {
  const at = Date.parse(text ?? '');
  return at > 0 ? at : undefined;
}
