import { z } from 'zod';
import type { DeletesThrough } from '../../wire/account.ts';
import type { CallScope } from '../../wire/call.ts';
import { malformed } from '../../wire/readError.ts';
import { askApi } from '../catalogApi.ts';
import type { DeletionApi, ListedManifest } from './deletionApi.ts';
import { eachPage } from './pages.ts';

const versions = z.array(
  z.object({
    id: z.int(),
    name: z.string(),
    created_at: z.string().optional(),
    metadata: z.object({ container: z.object({ tags: z.array(z.string()) }) }),
  }),
);

/**
 * GitHub's packages: a version is a digest with all its tags, and no request deletes one tag. A version that has a tag
 * which must stay is not deleted. https://docs.github.com/en/rest/packages/packages
 */
export const github: DeletionApi = {
  name: 'GitHub',
  deletes: 'digests',
  right: 'a classic token with delete:packages and read:packages, of an administrator of the package',
  async find(target, through, { repository, digest, mayGo }) {
    for await (const { page, url } of versionsIn(target, through, repository)) {
      const version = page.find(({ name }) => name === digest);
      if (!version) continue;
      const staying = version.metadata.container.tags.find((tag) => !mayGo.includes(tag));
      if (staying !== undefined) return { refused: `GitHub says that its version also has the tag ${staying}` };
      return { url: new URL(`${url.pathname}/${version.id}`, url), headers: headersOf(through) };
    }
    return { absent: true };
  },
  async *manifests(target, through, repository, digest) {
    let isKnown = false;
    for await (const { page } of versionsIn(target, through, repository)) {
      isKnown = true;
      yield page.filter(({ name }) => digest === undefined || name === digest).map(listed);
    }
    // A package has a version as long as it exists; the answer 404 may also mean that the token must not know.
    if (!isKnown) throw malformed(whatOf(repository), through.github ?? '', 'GitHub shows the token no such package');
  },
};

type Version = z.output<typeof versions>[number];

function listed({ name: digest, created_at, metadata }: Version): ListedManifest {
  const pushedAt = Date.parse(created_at ?? '');
  return { digest, tags: metadata.container.tags, ...(pushedAt > 0 ? { pushedAt } : {}) };
}

/** Of an organization, else of a user. */
async function* versionsIn(target: CallScope, through: DeletesThrough, repository: string) {
  for (const owners of ['orgs', 'users'] as const) {
    const url = versionsOf(through, owners, repository);
    for await (const page of eachPage(url, (at) => ask(target, through, at, repository))) yield { page, url };
  }
}

/** ghcr.io/OWNER/PACKAGE; a package may have slashes. */
function versionsOf({ github: base }: DeletesThrough, owners: 'orgs' | 'users', repository: string): URL {
  const [owner, ...rest] = repository.split('/');
  const path = `/${owners}/${owner}/packages/container/${encodeURIComponent(rest.join('/'))}/versions?per_page=100`;
  return new URL(path, base);
}

function ask(target: CallScope, through: DeletesThrough, url: URL, repository: string) {
  const question = { url, headers: headersOf(through), permission: 'read:packages' };
  return askApi(target, { ...question, what: whatOf(repository) }, versions, 'list of versions');
}

function whatOf(repository: string): string {
  return `listing the versions of the package ${repository}`;
}

/** GitHub answers nobody without a user agent. */
function headersOf({ token = '' }: DeletesThrough) {
  return { authorization: `Bearer ${token}`, 'user-agent': 'holystone', 'x-github-api-version': '2022-11-28' };
}
