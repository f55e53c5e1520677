/** The templates of stacks: the next update of a stack, or its next resource, needs what they name. */
import type { Parameter, Stack } from '@aws-sdk/client-cloudformation';
import { cloudFormation } from '../../calls/cloudFormation.ts';
import type { Mention } from '../../mentions/mention.ts';
import { resolvedTemplate } from '../../mentions/templates.ts';
import { blocksDeletions } from '../../resources/cdk/stacks.ts';
import { stackAlias } from '../../resources/stackAlias.ts';
import { importOf, type TemplateValues } from '../../resources/templates/texts.ts';
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
    const stacks: Stack[] = [];
    for await (const page of pages(target, cloudFormation.describeStacks, what)) stacks.push(...page);
    const exported = exportsOf(stacks);
    for (const stack of stacks) {
      const { StackName = '' } = stack;
      found.add([{ alias: stackAlias(StackName), says: 'used', by: `stack ${StackName}, which named it` }]);
      await found.attempt(async () => {
        const id = idOf(target, stack);
        const version = versionOf(stack);
        const all = () => mentionsOf(reading, stack, id, exported);
        // What a stack imports stays as it is until no stack imports it.
        const mentions = await (version === undefined ? all() : memory.of(`${id} ${version}`, all));
        found.add(await reading.usesOf(mentions ?? [], `the template of stack ${stack.StackName}`));
      });
    }
  },
};

/** What the stacks of a place export, as others import it. */
function exportsOf(stacks: readonly Stack[]): TemplateValues {
  const outputs = stacks.flatMap(({ Outputs = [] }) => Outputs);
  return new Map(
    outputs.flatMap(({ ExportName: name, OutputValue: value }) =>
      name === undefined || value === undefined ? [] : [[importOf(name), [value]] as const],
    ),
  );
}

async function mentionsOf(
  reading: Reading,
  stack: Stack,
  StackName: string,
  exported: TemplateValues,
): Promise<readonly Mention[]> {
  const { target, what } = reading;
  const values = new Map([...exported, ...valuesFor(target, stack)]);
  // A stack that is only reviewed has no template yet: its change sets have.
  const own = blocksDeletions(stack.StackStatus ?? '') ? [] : await inTemplate(reading, { StackName }, values);
  const all = [...own];
  for await (const page of pages(target, cloudFormation.listChangeSets, what, { StackName })) {
    for (const { ChangeSetId: ChangeSetName } of page.filter(isPending)) {
      const named = { StackName, ...(ChangeSetName !== undefined && { ChangeSetName }) };
      const described = await unlessGone(
        read(target, cloudFormation.describeChangeSet, what, { ...named, ChangeSetName }),
      );
      if (!described) continue;
      const { Parameters = [] } = described;
      all.push(...reading.mentionsOf(cloudFormation.describeChangeSet, { Parameters }));
      all.push(...(await inTemplate(reading, named, new Map([...values, ...actual(Parameters)]))));
    }
  }
  return [...new Map(all.map((mention) => [`${mention.kind} ${mention.alias}`, mention])).values()];
}

async function inTemplate(
  reading: Reading,
  named: Omit<Named, 'TemplateStage'>,
  values: TemplateValues,
): Promise<readonly Mention[]> {
  const { target, what } = reading;
  const original = await templateOf(target, what, { ...named, TemplateStage: 'Original' });
  const texts = [original];
  if (IS_PROCESSED.test(original)) texts.push(await templateOf(target, what, { ...named, TemplateStage: 'Processed' }));
  return texts.flatMap((text) =>
    reading.mentionsOf(cloudFormation.getTemplate, { TemplateBody: JSON.stringify(resolvedTemplate(text, values)) }),
  );
}

/** https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/pseudo-parameter-reference.html */
function valuesFor({ account, region }: CallScope, { StackId, StackName, Parameters }: Stack): TemplateValues {
  const partition = partitionOf(region);
  const pseudo = {
    AccountId: account.id,
    Partition: partition,
    Region: region,
    StackId,
    StackName,
    URLSuffix: partition === 'aws-cn' ? 'amazonaws.com.cn' : 'amazonaws.com',
  };
  return new Map([
    ...actual(Parameters),
    ...Object.entries(pseudo).flatMap(([name, value]) =>
      value === undefined ? [] : [[`AWS::${name}`, [value]] as const],
    ),
  ]);
}

function actual(parameters: readonly Parameter[] = []): TemplateValues {
  return new Map(
    parameters.flatMap(({ ParameterKey: key, ParameterValue, ResolvedValue: value = ParameterValue }) =>
      key === undefined || value === undefined ? [] : [[key, [value]] as const],
    ),
  );
}

export const stackTexts = listingSource({
  name: 'stackTexts',
  users: 'Stacks of CloudFormation, nested ones too, by their templates and by change sets that may still be executed',
  called: 'the templates of stacks',
  names: 'texts',
  reads,
});
