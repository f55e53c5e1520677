import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { genericRules } from '../../../src/core/evaluation/rules/index.ts';
import { handlers } from '../../../src/handlers/index.ts';

const ROOT = join(import.meta.dirname, '../../../src/handlers');
const folders = (path: string) =>
  readdirSync(path, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));

test('every folder with a handler is in the list, and nothing else, alphabetically', () => {
  const withTypes = folders(ROOT).filter((provider) => existsSync(join(ROOT, provider, 'types')));
  const written = withTypes.flatMap((provider) =>
    folders(join(ROOT, provider, 'types'))
      .filter((name) => existsSync(join(ROOT, provider, 'types', name, 'handler.ts')))
      .map((name) => `${provider}/${name}`),
  );
  const listed = handlers.map(({ provider, resourceType }) => `${provider}/${resourceType}`);
  expect(listed).toEqual(written.toSorted());
});

test('sources of the same name have the same read, parameters and permissions, because answers are shared by name', () => {
  // Answers about single resources are kept by type.
  const all = handlers.flatMap(({ evidence }) => evidence.filter(({ per }) => per === 'location'));
  const different = all.filter(({ name, read, variant, permissions }) => {
    const first = all.find((source) => source.name === name);
    // The purpose of external references lies in the parameters of a type.
    if (name === 'externalReferences') return false;
    return first?.read !== read || first.variant !== variant || first.permissions !== permissions;
  });
  expect(different.map(({ name }) => name)).toEqual([]);
});

/** Sources that ask no provider. */
const DOCUMENTS = ['externalReferences', 'livingClusters'];
/** Read in the candidates themselves, which the listing brought. */
const OF_CANDIDATES = ['managers'];

describe.each(handlers.map((handler) => [handler.resourceType, handler] as const))('%s', (_type, handler) => {
  const described = [...handler.evidence, ...handler.safeguards, ...handler.rules, ...(handler.setPolicies ?? [])];
  const permission = /^[a-z0-9-]+:[A-Z][A-Za-z0-9]+$/;

  test('itself, its rules, safeguards, sources and set policies are summarised in a sentence', () => {
    const summaries = [handler.summary, ...[...described, ...handler.missingEvidence].map(({ summary }) => summary)];
    expect(summaries.filter((summary) => !/^[A-Z].{10,}\.$/s.test(summary))).toEqual([]);
  });

  test('no summary of a source says where it is read: that differs between types, and the documentation asks the source', () => {
    const summaries = handler.evidence.map(({ summary }) => summary);
    expect(summaries.filter((summary) => /\b(?:in|of) every (?:account|region)\b/i.test(summary))).toEqual([]);
  });

  test('Law 1 where only metrics show a use, they can neither be left out nor stay unread', () => {
    const proofs = handler.evidence.filter(({ isOnlyProof }) => isOnlyProof);
    expect(proofs.length > 0).toBe(handler.measured?.unusedForMs !== undefined);
  });

  test('names are unique, and none hides a generic rule but `unused`, which may say less', () => {
    const hidden = new Set(genericRules.map(({ name }) => name).filter((name) => name !== 'unused'));
    expect(handler.rules.filter(({ name }) => hidden.has(name))).toEqual([]);
    const rules = handler.rules.map(({ name }) => name);
    const kinds = [...handler.evidence.map(({ name }) => name), ...handler.missingEvidence.map(({ kind }) => kind)];
    expect([new Set(rules).size, new Set(kinds).size]).toEqual([rules.length, kinds.length]);
  });

  test('a handler names its permissions as IAM spells them; reading needs none that changes anything', () => {
    const reading = [...handler.permissions.list, ...handler.evidence.flatMap(({ permissions }) => permissions)];
    const { delete: deleting, protect = [] } = handler.permissions;
    expect([...reading, ...deleting, ...protect].filter((name) => !permission.test(name))).toEqual([]);
    // The service authorization reference gives `Search` the access levels List and Read in the services that have it.
    expect(reading.filter((name) => !/:(BatchGet|Describe|Get|GET$|List|Search)/.test(name))).toEqual([]);
    const free = handler.evidence.filter(({ permissions }) => permissions.length === 0).map(({ name }) => name);
    expect(free.filter((name) => ![...DOCUMENTS, ...OF_CANDIDATES].includes(name))).toEqual([]);
  });

  test('a handler has parameters with defaults for all, a description for each, and no others', () => {
    const schema = z.toJSONSchema(handler.parameters, { io: 'input' });
    const undescribed = Object.entries(schema.properties ?? {}).filter(([, property]) => {
      return typeof property === 'boolean' || !property.description;
    });
    expect(undescribed.map(([name]) => name)).toEqual([]);
    expect(handler.parameters.safeParse({}).success).toBe(true);
    expect(handler.parameters.safeParse({ nonsense: 1 }).success).toBe(false);
  });

  test('P13 a page at the provider has an https address in which an id stays data; a place without a public one has none', () => {
    const hostile = '"><script>#?&/ ';
    const pages = [handler.pageOf?.('id-1', 'eu-west-1'), handler.pageOf?.(hostile, 'eu-west-1')].filter(Boolean);
    const bad = pages.filter((url = '') => !/^https:\/\/eu-west-1\.[a-z.]+\/[^"<> ]*$/.test(url));
    expect(bad).toEqual([]);
    expect(['us-iso-east-1', 'evil.example/'].map((place) => handler.pageOf?.('id-1', place))).toEqual([
      undefined,
      undefined,
    ]);
  });

  test('a handler has rules whose parameters are closed', () => {
    const open = handler.rules.filter(({ parameters }) => parameters.safeParse({ nonsense: 1 }).success);
    expect(open).toEqual([]);
  });
});
