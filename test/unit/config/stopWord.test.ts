/** `stop` in `actions`: the entry is one of the type that stops, and nothing else is ever meant by the word. */
import { describe, expect, test } from '@jest/globals';
import { loadConfiguration } from '../../../src/config/load/loader.ts';
import { handlers } from '../../../src/handlers/index.ts';

function load(...entries: readonly string[]) {
  const text = `
accounts: [{ name: test, provider: aws, id: "111111111111", locations: [us-east-1] }]
defaults: { notice: { fallback: a@example.com } }
cleanup: [${entries.map((entry) => `{ when: [{ rule: unused }], ${entry} }`).join(', ')}]
`;
  return loadConfiguration({ text }, { env: {}, handlers }).workConfigurations.map(
    ({ namespace, resourceType, actions, stops, live }) => ({ namespace, resourceType, actions, stops, live }),
  );
}

const ALL = ['mark', 'notify', 'delete'];

describe('A42 what an entry with `stop` finds is stopped', () => {
  test.each([
    'type: instance, actions: [mark, notify, stop]',
    'type: aws.instance, actions: [mark, notify, stop]',
    'type: runningInstance, actions: [mark, notify, stop]',
    'type: runningInstance',
  ])('%s', (entry) => {
    const runs = { resourceType: 'runningInstance', namespace: 'aws:test:us-east-1:runninginstance' };
    expect(load(entry)).toEqual([{ ...runs, actions: ALL, stops: true, live: false }]);
  });

  test('without marks it would stop nothing, and it still says so in its actions', () => {
    expect(load('type: instance, actions: [mark, notify]')).toMatchObject([{ resourceType: 'instance' }]);
    expect(load('type: instance, actions: [stop]')).toMatchObject([
      { resourceType: 'runningInstance', actions: ['delete'] },
    ]);
  });

  test('one entry may stop what another one deletes, each in its own namespace', () => {
    const both = load('type: instance, actions: [mark, notify, stop]', 'type: instance');
    expect(both.map(({ resourceType, stops }) => [resourceType, stops]).toSorted()).toEqual([
      ['instance', undefined],
      ['runningInstance', true],
    ]);
  });
});

describe('A42 what cannot be stopped is refused', () => {
  const others = handlers
    .filter(({ provider, stops, stoppedAs }) => provider === 'aws' && !stops && !stoppedAs)
    .map(({ resourceType }) => resourceType);

  test.each(others)('%s', (type) => {
    const more = type === 'ecrTag' ? ', nameRegexDelete: "x", olderThan: 9d' : '';
    expect(() => load(`type: ${type}, actions: [mark, notify, stop]${more}`)).toThrow(
      /this type cannot be stopped, only deleted.*instance/,
    );
  });

  test.each(['stop, delete', 'delete, stop'])('both of one entry: %s', (words) => {
    expect(() => load(`type: instance, actions: [mark, ${words}]`)).toThrow(/leave out `stop` or `delete`/);
  });

  test.each(['Stop', 'halt', 'stopp', 'pause', 'terminate'])('a word that is none of these: %s', (word) => {
    expect(() => load(`type: instance, actions: [mark, notify, ${word}]`)).toThrow(/actions/);
  });

  // A key of the other type: the entry is of the type that stops by then.
  test('a quarantine, of which a stop has none', () => {
    expect(() => load('type: instance, actions: [mark, notify, stop], quarantine: 9d')).toThrow(/quarantine/);
  });
});
