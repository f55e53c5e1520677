/** Issues of a repository of GitHub. The key is a label: the list by labels has no lag, as the search has. */
import { asked } from './asked.mjs';

/** @param env GITHUB_REPOSITORY (owner/name) and GITHUB_TOKEN; GITHUB_API for another server */
export function github({ GITHUB_REPOSITORY, GITHUB_TOKEN, GITHUB_API = 'https://api.github.com' }) {
  const root = `${GITHUB_API}/repos/${GITHUB_REPOSITORY}`;
  const headers = { authorization: `Bearer ${GITHUB_TOKEN}`, accept: 'application/vnd.github+json' };
  const call = (method, path, more) => asked(`${root}${path}`, { method, headers, ...more });
  const issueOf = ({ number, body, state }) => ({ id: number, text: body ?? '', isOpen: state === 'open' });
  return {
    async find(key) {
      const [first] = await call('GET', `/issues?labels=${encodeURIComponent(key)}&state=all`);
      return first && issueOf(first);
    },
    async get(id) {
      const issue = await call('GET', `/issues/${id}`, { isMissingExpected: true });
      return issue && issueOf(issue);
    },
    async create(key, title, body) {
      const label = await call('GET', `/labels/${encodeURIComponent(key)}`, { isMissingExpected: true });
      if (!label) await call('POST', '/labels', { body: { name: key } });
      return (await call('POST', '/issues', { body: { title, labels: [key], body } })).number;
    },
    update: (id, { text }) => call('PATCH', `/issues/${id}`, { body: { body: text, state: 'open' } }),
    close: (id) => call('PATCH', `/issues/${id}`, { body: { state: 'closed', state_reason: 'completed' } }),
  };
}
