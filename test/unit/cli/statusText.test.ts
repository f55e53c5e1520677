/** The text of `holystone status` for people. */
import { expect, test } from '@jest/globals';
import { type Status, statusText } from '../../../src/cli/text/statusText.ts';

const STATUS: Status = {
  version: '1.2.3',
  instances: ['one'],
  stopped: [],
  control: 'service in, kill switch off',
  stages: { live: 12 },
  namespaces: { configured: 24, live: 24 },
  marks: { marked: 0, due: 0 },
  next: [],
  overdue: [],
  problems: [],
  refused: [],
};

const names = Array.from({ length: 24 }, (_, index) => `aws:prod:us-east-${index}:image`);

test('a problem that namespaces share is one line, which counts them and names the first', () => {
  const problems = [
    ...names.map((namespace) => ({ namespace, what: 'no complete mark pass yet' })),
    { namespace: 'aws:dev:eu-west-1:volume', what: 'the last mark pass is blocked: x: y' },
  ];
  expect(
    statusText({ ...STATUS, problems })
      .split('\n')
      .slice(-2),
  ).toEqual([
    '  24 namespaces: no complete mark pass yet (aws:prod:us-east-0:image, aws:prod:us-east-1:image, aws:prod:us-east-2:image and 21 more)',
    '  aws:dev:eu-west-1:volume: the last mark pass is blocked: x: y',
  ]);
});

test('a fleet in dry run is not called live because its stages are', () => {
  const dry = statusText({ ...STATUS, namespaces: { configured: 24, live: 0 } });
  expect(dry).toContain('\nStages:   12 live\nDry run:  24 of 24 namespaces, whatever the stage\n');
  expect(statusText(STATUS)).not.toContain('Dry run');
});

test('dates have no seconds', () => {
  const next = [{ at: '2026-11-25T05:22:07.123Z', id: 'ami-1', namespace: 'aws:prod:us-east-1:image' }];
  expect(statusText({ ...STATUS, next })).toContain('\n  2026-11-25 05:22 UTC  ami-1 in aws:prod:us-east-1:image\n');
});

test('an owner who could not be notified is a problem, with the reason', () => {
  const since = '2026-11-25T05:22:07.123Z';
  const refused = [{ owner: 'ann@example.com', resources: 5, since, problem: 'connect ECONNREFUSED' }];
  expect(
    statusText({ ...STATUS, refused })
      .split('\n')
      .slice(-2),
  ).toEqual([
    'Owners that Holystone could not notify, so that it deletes nothing of theirs:',
    '  ann@example.com, 5 resources, since 2026-11-25 05:22 UTC: connect ECONNREFUSED',
  ]);
  expect(statusText(STATUS)).toContain('No problems.');
});
