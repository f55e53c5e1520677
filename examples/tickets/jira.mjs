/** Issues of a project of Jira (API 3). The key is a label, and the search has no condition on the resolution. */
import { asked } from './asked.mjs';

/** @param env JIRA_URL, JIRA_PROJECT, JIRA_USER, JIRA_TOKEN, and the ids of the transitions JIRA_OPEN and JIRA_DONE */
export function jira({ JIRA_URL, JIRA_PROJECT, JIRA_USER, JIRA_TOKEN, JIRA_OPEN, JIRA_DONE, JIRA_TYPE = 'Task' }) {
  const authorization = `Basic ${Buffer.from(`${JIRA_USER}:${JIRA_TOKEN}`).toString('base64')}`;
  const call = (method, path, more) =>
    asked(`${JIRA_URL}/rest/api/3${path}`, { method, headers: { authorization }, ...more });
  const FIELDS = ['description', 'status'];
  const issueOf = ({ id, fields }) => ({
    id,
    text: textOf(fields.description),
    isOpen: fields.status.statusCategory.key !== 'done',
  });
  const move = (id, transition) =>
    call('POST', `/issue/${id}/transitions`, { body: { transition: { id: transition } } });
  return {
    async find(key) {
      const jql = `project = "${JIRA_PROJECT}" AND labels = "${key}"`;
      const [first] = (await call('POST', '/search/jql', { body: { jql, fields: FIELDS } })).issues;
      return first && issueOf(first);
    },
    async get(id) {
      const issue = await call('GET', `/issue/${id}?fields=${FIELDS}`, { isMissingExpected: true });
      return issue && issueOf(issue);
    },
    async create(key, summary, text) {
      const project = { key: JIRA_PROJECT };
      const fields = { project, issuetype: { name: JIRA_TYPE }, labels: [key], summary, description: documentOf(text) };
      return (await call('POST', '/issue', { body: { fields } })).id;
    },
    async update(id, { text, isOpen }) {
      await call('PUT', `/issue/${id}`, { body: { fields: { description: documentOf(text) } } });
      if (!isOpen) await move(id, JIRA_OPEN);
    },
    close: (id) => move(id, JIRA_DONE),
  };
}

/** Jira's documents: a paragraph per line. */
function documentOf(text) {
  const paragraph = (line) => ({ type: 'paragraph', content: line === '' ? [] : [{ type: 'text', text: line }] });
  return { type: 'doc', version: 1, content: text.split('\n').map(paragraph) };
}

/** Somebody may have written other blocks: their texts stay as lines. */
function textOf(document) {
  const textIn = ({ text = '', content = [] }) => text + content.map(textIn).join('');
  return (document?.content ?? []).map(textIn).join('\n');
}
