/** The templates of stacks: the next update of a stack, or its next resource, needs what they name. */
import type { Parameter, Stack } from '@aws-sdk/client-cloudformation';
import { cloudFormation } from '../../calls/cloudFormation.ts';
import type { Mention } from '../../mentions/mention.ts';
import { resolvedTemplate, type TemplateValues } from '../../mentions/templates.ts';
import { blocksDeletions } from '../../resources/cdk/stacks.ts';
import { partitionOf } from '../../wire/partition.ts';
import { unlessGone } from '../../wire/readError.ts';
import { pages, read } from '../../wire/reading.ts';
import type { CallScope } from '../../wire/target.ts';
import { idOf, isPending, templateOf, versionOf } from '../cdk/templates.ts';
import type { Step } from '../listings/listing.ts';
import { listingSource } from '../listings/listingSource.ts';
import type { Reading } from '../listings/reading.ts';

type Named = Parameters<typeof templateOf>[2];

/** A macro changes the text, and so does an included file: only then the processed template is another one. */
const IS_PROCESSED = /Transform/;

/** Each stack that is there, with its change sets: a person may execute them at any time. */
const reads: Step<object> = {
  calls: [
    cloudFormation.describeChangeSet,
    cloudFormation.describeStacks,
    cloudFormation.getTemplate,
    cloudFormation.listChangeSets,
  ],
  async read(reading) {
    const { target, what, found, memory } = reading;
    for await (const page of pages(target, cloudFormation.describeStacks, what)) {
      for (const stack of page) {
        await found.attempt(async () => {
          const id = idOf(target, stack);
          const version = versionOf(stack);
          const all = () => mentionsOf(reading, id, stack);
          const mentions = await (version === undefined ? all() : memory.of(`${id} ${version}`, all));
          found.add(await reading.usesOf(mentions ?? [], `the template of stack ${stack.StackName}`));
        });
      }
    }
  },
};

async function mentionsOf(reading: Reading, StackName: string, stack: Stack): Promise<readonly Mention[]> {
  const { target, what } = reading;
  // A stack that is only reviewed has no template yet: its change sets have.
  const own = blocksDeletions(stack.StackStatus ?? '')
    ? []
    : await inTemplate(reading, { StackName }, stack.Parameters);
  const all = [...own];
  for await (const page of pages(target, cloudFormation.listChangeSets, what, { StackName })) {
    for (const { ChangeSetId: ChangeSetName } of page.filter(isPending)) {
      const named = { StackName, ...(ChangeSetName !== undefined && { ChangeSetName }) };
      const described = await unlessGone(
        read(target, cloudFormation.describeChangeSet, what, { ...named, ChangeSetName }),
      );
      if (!described) continue;
      const parameters = described.Parameters ?? [];
      all.push(...reading.mentionsOf(cloudFormation.describeChangeSet, { Parameters: parameters }));
      all.push(...(await inTemplate(reading, named, parameters)));
    }
  }
  return [...new Map(all.map((mention) => [`${mention.kind} ${mention.alias}`, mention])).values()];
}

async function inTemplate(
  reading: Reading,
  named: Omit<Named, 'TemplateStage'>,
  parameters: readonly Parameter[] = [],
): Promise<readonly Mention[]> {
  const { target, what } = reading;
  const values = valuesFor(target, parameters);
  const original = await templateOf(target, what, { ...named, TemplateStage: 'Original' });
  const texts = [original];
  if (IS_PROCESSED.test(original)) texts.push(await templateOf(target, what, { ...named, TemplateStage: 'Processed' }));
  return texts.flatMap((text) =>
    reading.mentionsOf(cloudFormation.getTemplate, { TemplateBody: JSON.stringify(resolvedTemplate(text, values)) }),
  );
}

/** https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/pseudo-parameter-reference.html */
function valuesFor({ account, region }: CallScope, parameters: readonly Parameter[]): TemplateValues {
  const partition = partitionOf(region);
  const own = parameters.flatMap(({ ParameterKey: key, ParameterValue, ResolvedValue: value = ParameterValue }) =>
    key === undefined || value === undefined ? [] : [[key, value] as const],
  );
  return new Map<string, string>([
    ...own,
    ...(account.id === undefined ? [] : [['AWS::AccountId', account.id] as const]),
    ['AWS::Partition', partition],
    ['AWS::Region', region],
    ['AWS::URLSuffix', partition === 'aws-cn' ? 'amazonaws.com.cn' : 'amazonaws.com'],
  ]);
}

export const stackTexts = listingSource({
  name: 'stackTexts',
  users: 'Stacks of CloudFormation, nested ones too, by their templates and by change sets that may still be executed',
  called: 'the templates of stacks',
  names: 'texts',
  reads,
});
