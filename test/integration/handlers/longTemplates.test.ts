/** Templates of CloudFormation: one text of a megabyte in an answer. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { cloudFormation } from '../../../src/handlers/aws/calls/cloudFormation.ts';
import { read } from '../../../src/handlers/aws/wire/reading.ts';
import type { CallScope } from '../../../src/handlers/aws/wire/target.ts';
import { account, awsForEach, failureOf, HERE, REGION } from './fixture.ts';

const aws = awsForEach({ attempts: 3 });
let target: CallScope;
beforeEach(async () => {
  target = { account, accounts: [account], region: REGION, identity: 'reader', io: aws.io() };
});

const getTemplate = () => read(target, cloudFormation.getTemplate, 'reading it', { StackName: 'shop' });
const add = (template: string) => aws.control.addStacks(HERE, [{ name: 'shop', template }]);
const LONG = JSON.stringify({ Resources: { Web: { Text: `<ü€😀 & "quoted" 'too'>\n`.repeat(40_000) } } });

describe('a template of a megabyte', () => {
  test('arrives as it was sent, beside the rest of the answer', async () => {
    add(LONG);
    expect(LONG.length).toBeGreaterThan(1_000_000);
    expect(await getTemplate()).toMatchObject({ TemplateBody: LONG, StagesAvailable: ['Original', 'Processed'] });
  });

  test('a connection that breaks within it is tried again, and its first half counts for nothing', async () => {
    add(LONG);
    aws.control.addFault({ kind: 'cutOff', operation: 'GetTemplate', times: 1 });
    expect((await getTemplate()).TemplateBody).toBe(LONG);
  });

  test.each(['truncate', 'cutOff', 'blank'] as const)(
    'Law 1 half of it, or nothing, is no template: %s',
    async (kind) => {
      add(LONG);
      aws.control.addFault({ kind, operation: 'GetTemplate' });
      expect(await failureOf(getTemplate())).toMatchObject({ name: 'ReadError' });
    },
  );

  test('an error of CloudFormation keeps its own text', async () => {
    expect((await failureOf(getTemplate())).message).toMatch(/Stack with id shop does not exist/);
  });
});
