import type { Call } from '../../store/call.ts';
import { type ClassicHandlers, currentClassic, shownClassic } from './classicCommon.ts';
import { invalid, refuseTooManyTagged, tagsShown, withoutTags, withTags } from './common.ts';

type Tags = Readonly<Record<string, string>>;

export const classicTags: ClassicHandlers = {
  /** One missing name fails the whole call. https://docs.aws.amazon.com/elasticloadbalancing/2012-06-01/APIReference/API_DescribeTags.html */
  DescribeTags({ LoadBalancerNames: names = [] }, call) {
    refuseTooManyTagged(names);
    return {
      TagDescriptions: names.map((LoadBalancerName) => ({
        LoadBalancerName,
        Tags: tagsShown(shownClassic(LoadBalancerName, call).tags) as { Key: string; Value: string }[],
      })),
    };
  },

  /** https://docs.aws.amazon.com/elasticloadbalancing/2012-06-01/APIReference/API_AddTags.html */
  AddTags({ LoadBalancerNames: names, Tags }, call) {
    change(names, call, (before) => withTags(before, Tags));
    return {};
  },

  /** https://docs.aws.amazon.com/elasticloadbalancing/2012-06-01/APIReference/API_RemoveTags.html */
  RemoveTags({ LoadBalancerNames: names, Tags = [] }, call) {
    change(names, call, (before) =>
      withoutTags(
        before,
        Tags.flatMap(({ Key }) => Key ?? []),
      ),
    );
    return {};
  },
};

/** "The name of the load balancer. You can specify one load balancer only." */
function change(names: readonly string[] = [], call: Call, changed: (before: Tags) => Tags): void {
  const [name = '', ...more] = names;
  if (more.length > 0) throw invalid('Only one load balancer can be specified');
  const row = currentClassic(name, call);
  call.here.loadBalancers.put(name, { ...row, tags: changed(row.tags) });
}
