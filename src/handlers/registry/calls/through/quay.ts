import type { DeletionApi } from './deletionApi.ts';

/** Quay, "Delete the specified repository tag": https://docs.quay.io/api/swagger/ (deleteFullTag). */
export const quay: DeletionApi = {
  name: 'Quay',
  deletes: 'tags',
  right: 'an OAuth token with the scope repo:write',
  find: async (_target, { quay: base, token }, { repository, tag }) => ({
    url: new URL(`/api/v1/repository/${repository}/tag/${tag}`, base),
    headers: { authorization: `Bearer ${token}` },
  }),
};
