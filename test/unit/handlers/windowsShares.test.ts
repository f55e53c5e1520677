/** Shares of Windows, whose server people write in scripts: `net use Z: \\files.example.com\home`. */
import { expect, test } from '@jest/globals';
import { means, told } from '../../support/mentioning/told.ts';

const script = (text: string) => ({ Environment: { Variables: { RUN: text } } });

test.each<[string, string, string]>([
  ['a share', 'net use Z: \\\\files.corp.example.com\\home', 'files.corp.example.com'],
  ['one by the first part of its host', 'net use Z: \\\\files\\home', 'files'],
  ['one that begins like a new line', 'net use Z: \\\\nas.corp.example.com\\home', 'nas.corp.example.com'],
  ['one in a text in a text', 'run "net use Z: \\\\\\\\files.corp.example.com\\\\home"', 'files.corp.example.com'],
])('A155 a script names the server of %s', (_name, text, server) => {
  expect(means(script(text), `fileSystem ${server}`)).toBe(true);
});

test.each(['\\\\amznfsxabcdefgh.corp.example.com\\share', '//AMZNFSXABCDEFGH/share', 'amznfsxabcdefgh'])(
  'A155 the host that AWS makes is known wherever it stands: %s',
  (host) => {
    expect(told({ ServerHostname: host, Text: `x ${host}` })).toContain('fileSystem amznfsxabcdefgh');
    expect(told({ Text: `xamznfsxabcdefgh` })).toEqual([]);
  },
);

test.each(['\\', '\\\\', '\\\\a', '\\\\a.', 'amznfsx', 'amznfsxa ', 'AMZN'])(
  '%j many times → it is found in time',
  (part) => {
    expect(told(script(`${part.repeat(200_000)} amznfsxabcdefgh`))).toContain('fileSystem amznfsxabcdefgh');
  },
);
