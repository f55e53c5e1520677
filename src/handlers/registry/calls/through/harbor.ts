import { basicOf } from '../catalogApi.ts';
import type { DeletionApi } from './deletionApi.ts';

/**
 * Harbor, "Delete tag". The digest stands beside the tag: one that has moved is refused. A slash is encoded twice.
 * https://github.com/goharbor/harbor/blob/main/api/v2.0/swagger.yaml
 */
export const harbor: DeletionApi = {
  name: 'Harbor',
  deletes: 'tags',
  right: '"Delete" of "Tag" in the project, which a maintainer has and a robot account may get',
  async find(target, { harbor: base }, { repository, digest, tag = '' }) {
    const [project = '', ...rest] = repository.split('/');
    const name = encodeURIComponent(encodeURIComponent(rest.join('/')));
    const path = `/api/v2.0/projects/${project}/repositories/${name}/artifacts/${digest}/tags/${tag}`;
    return { url: new URL(path, base), headers: await basicOf(target) };
  },
};
