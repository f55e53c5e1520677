/** Which accounts share the stored listing of their locations. */
import { expect, test } from '@jest/globals';
import { loadConfiguration } from '../../../src/config/load/loader.ts';
import { handlers } from '../../../src/handlers/index.ts';

const ID = 'registry.example.com';
const keyOf = (keys: string) => {
  const account = `{ name: hub, provider: registry, id: ${ID}, url: "https://${ID}", locations: ["**"]${keys} }`;
  const text = `accounts: [${account}]\ncleanup: [{ type: tag, nameRegexDelete: "dev-.*" }]\n`;
  return loadConfiguration({ text }, { env: {}, handlers })
    .listings.map(({ key }) => key)
    .join();
};
const gitlab = (more: string) => `, catalog: { gitlab: "https://gitlab.example.com", ${more} }`;
const PLAIN = keyOf(gitlab('groups: [shop], token: one'));

test.each([
  ['the registry itself', ''],
  ['another group', gitlab('groups: [blog], token: one')],
  ['a project', gitlab('projects: [shop/web], token: one')],
  ['a document', ', catalog: { from: repositories.json }'],
  ['another user', `${gitlab('groups: [shop], token: one')}, credentials: { username: ann, password: x }`],
])('R8 an account with an id whose catalog is %s never takes the listing of another catalog', (_what, keys) => {
  expect(keyOf(keys)).not.toBe(PLAIN);
});

test('R8 a new token or password changes no listing', () => {
  expect(keyOf(gitlab('groups: [shop], token: two'))).toBe(PLAIN);
  const user = (password: string) => keyOf(`, credentials: { username: ann, password: ${password} }`);
  expect(user('old')).toBe(user('new'));
});
