import { z } from 'zod';
import type { DeletesThrough } from '../../wire/account.ts';
import type { CallScope } from '../../wire/call.ts';
import { malformed } from '../../wire/readError.ts';
import { askApi } from '../catalogApi.ts';
import type { DeletionApi } from './deletionApi.ts';
import { eachPage } from './pages.ts';

const repositories = z.array(z.object({ id: z.int(), project_id: z.int(), path: z.string() }));
/** A repository is that of its project, or has up to two more parts. */
const PARTS_BELOW = 2;

/** GitLab, "Delete a registry repository tag": https://docs.gitlab.com/api/container_registry/ */
export const gitlab: DeletionApi = {
  name: 'GitLab',
  deletes: 'tags',
  right: 'a token with the scope api, of a member who may delete tags (Developer, unless a rule protects the tag)',
  async find(target, through, { repository, tag }) {
    const { id, project_id: project } = await repositoryNamed(target, through, repository);
    const path = `/api/v4/projects/${project}/registry/repositories/${id}/tags/${tag}`;
    return { url: new URL(path, through.gitlab), headers: headersOf(through) };
  },
};

function headersOf({ token = '' }: DeletesThrough) {
  return { 'private-token': token };
}

/** The API knows a repository by its project and a number. The longest path that is a project is the one. */
async function repositoryNamed(target: CallScope, through: DeletesThrough, repository: string) {
  const parts = repository.split('/');
  const what = `looking for the repository ${repository} in GitLab`;
  for (let length = parts.length; length >= Math.max(1, parts.length - PARTS_BELOW); length--) {
    const project = encodeURIComponent(parts.slice(0, length).join('/'));
    const url = new URL(`/api/v4/projects/${project}/registry/repositories?per_page=100`, through.gitlab);
    const question = { headers: headersOf(through), what, permission: 'read_api' };
    for await (const page of eachPage(url, (at) =>
      askApi(target, { ...question, url: at }, repositories, 'list of repositories'),
    )) {
      const found = page.find(({ path }) => path.toLowerCase() === repository);
      if (found) return found;
    }
  }
  throw malformed(what, through.gitlab ?? '', 'GitLab shows the token no such repository');
}
