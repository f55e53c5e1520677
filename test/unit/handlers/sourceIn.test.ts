import { expect, test } from '@jest/globals';
import { ReadError } from '../../../src/core/common/errors.ts';
import type { EvidenceSource, Io, Scope } from '../../../src/handlers/contract/handler.ts';
import { sourceIn } from '../../../src/handlers/contract/sourceIn.ts';
import { files, manifest } from '../../support/filesProvider.ts';

const accounts = [
  { name: 'test', provider: 'aws', id: '123456789012', locations: ['us-east-1'] },
  { name: 'disk', provider: 'files', id: 'disk-1', locations: ['docs'], settings: { directory: '/nowhere' } },
];
const scope = { account: accounts[0], accounts, location: 'us-east-1', parameters: {} } as unknown as Scope;
const everywhere: EvidenceSource = {
  ...manifest,
  places: ({ accounts: all }) => all.map(({ name }) => ({ account: name, location: 'docs' })),
};

test('a source in accounts of another provider is read only there', () => {
  const source = sourceIn(files, everywhere);
  expect(source.provider).toBe('files');
  expect(source.places(scope)).toEqual([{ account: 'disk', location: 'docs' }]);
});

test('law 1 and not before that provider has proven the account', async () => {
  let isRead = false;
  const read = async () => {
    isRead = true;
    return [];
  };
  const prove = async () => {
    throw new ReadError('disk is disk-2', { problem: 'wrongAccount' });
  };
  const place = { account: 'disk', location: 'docs' };
  const refused = sourceIn({ ...files, prove }, { ...everywhere, read });
  await expect(refused.read(place, scope, [], {} as Io)).rejects.toThrow('disk is disk-2');
  expect(isRead).toBe(false);
  await sourceIn({ ...files, prove: async () => {} }, { ...everywhere, read }).read(place, scope, [], {} as Io);
  expect(isRead).toBe(true);
});
