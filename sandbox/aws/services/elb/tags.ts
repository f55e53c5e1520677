import { AwsError } from '../../collections/errors.ts';
import type { Table } from '../../collections/table.ts';
import type { Call } from '../../store/call.ts';
import { type ElbV2Handlers, invalid, refuseTooManyTagged, tagsShown, withoutTags, withTags } from './common.ts';

interface Row {
  readonly tags: Readonly<Record<string, string>>;
}

/** Load balancers and target groups by ARN. */
export const tags: ElbV2Handlers = {
  /** One missing resource fails the whole call. https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/API_DescribeTags.html */
  DescribeTags({ ResourceArns: arns = [] }, call) {
    refuseTooManyTagged(arns);
    return {
      TagDescriptions: arns.map((ResourceArn) => {
        const { table } = tableOf(ResourceArn, call);
        const row = table.view().find(({ key }) => key === ResourceArn)?.value;
        if (!row) throw notFound(ResourceArn);
        return { ResourceArn, Tags: tagsShown(row.tags) };
      }),
    };
  },

  AddTags({ ResourceArns: arns = [], Tags }, call) {
    for (const arn of arns) change(arn, call, (before) => withTags(before, Tags));
    return {};
  },

  RemoveTags({ ResourceArns: arns = [], TagKeys }, call) {
    for (const arn of arns) change(arn, call, (before) => withoutTags(before, TagKeys));
    return {};
  },
};

function change(arn: string, call: Call, changed: (before: Row['tags']) => Row['tags']): void {
  const { table } = tableOf(arn, call);
  const row = table.get(arn);
  if (!row) throw notFound(arn);
  table.put(arn, { ...row, tags: changed(row.tags) });
}

function tableOf(arn: string, { here }: Call): { readonly table: Table<Row> } {
  if (/:targetgroup\//.test(arn)) return { table: here.targetGroups as unknown as Table<Row> };
  if (/:loadbalancer\//.test(arn)) return { table: here.loadBalancerV2s as unknown as Table<Row> };
  throw invalid(`'${arn}' is not a valid ARN`);
}

function notFound(arn: string): AwsError {
  const [code, noun] = /:targetgroup\//.test(arn)
    ? ['TargetGroupNotFound', 'target groups']
    : ['LoadBalancerNotFound', 'load balancers'];
  return new AwsError(code, `One or more ${noun} not found`);
}
