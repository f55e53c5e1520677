/** Sabotages that no run of the simulation can show, and why: their tests do. */

const because = (why: string, ...names: readonly string[]) => names.map((name) => [name, { because: why }] as const);

/** By name. */
export const HIDDEN = Object.fromEntries([
  ...because(
    'a read of one type is wrong in it; runs have images and tags of ECR, of which it is not',
    'absent-tag-is-gone',
    'denied-is-gone',
    'line-too-many',
    'text-unread',
    'silence-believed',
    'isolation-ignored',
    'gone-in-every-vpc',
    'every-volume-is-of-a-claim',
    'link-not-followed',
  ),
  ...because(
    'it is about registries, which are not in the simulation',
    'shared-digest-ignored',
    'children-deleted',
    'ties-go',
    'keep-n-per-page',
    'undated-is-old',
    'keep-regex-unanchored',
    'registry-not-in-identity',
  ),
  ...because(
    'it is about assets of CDK, which are not in the simulation',
    'parameters-unread',
    'unreadable-template-skipped',
    'nested-template-closed',
    'human-name-matched',
    'created-buffer-ignored',
    'marks-of-the-future',
  ),
  ...because(
    'it is about Kubernetes, which is not in the simulation',
    'kind-alias-ignored',
    'mentions-unread',
    'narrowed-by-any-word',
    'labels-believed',
    'stale-group-is-absent',
    'empty-source-accepted',
    'precondition-left-out',
    'data-kinds-included',
    'owner-references-ignored',
    'any-cluster-is-proven',
  ),
  ...because(
    'no type of the runs is deleted after another',
    'hold-ignored',
    'holder-believed-gone',
    'followers-unheard',
  ),
  ...because(
    'a deletion of an image or a tag is over with its answer, and AWS never calls one in use',
    'accepted-for-ever',
    'patience-forgotten',
    'notified-daily',
  ),
  ...because('the last use of an image or a tag is not dated by surveys (`unusedFor: off`)', 'unwatched-counts'),
  ...because('accounts keep their names in a run', 'earlier-names-forgotten'),
  ...because('the resources of the runs form no groups', 'group-kept-in-one-type'),
  ...because('nobody restores anything in a run: a command of its own does', 'restored-without-keep-tag'),
  ...because(
    'nobody approves or calculates anew in a run',
    'approval-for-anything',
    'recalculated-before-notice',
    'review-forgotten',
  ),
  ...because(
    'the simulation has one server: Spin searches failover with replicas, and real Sentinel runs it',
    'replicas-not-awaited',
  ),
  ...because(
    'another layer holds in every history: no delete pass runs where the configuration forbids deletions',
    'permit-without-configuration',
  ),
  ...because(
    'another layer holds in every history: a mark pass of the present incarnation has to be complete, and a forged record of one is of an earlier',
    'pass-not-proven',
  ),
  ...because(
    'another layer holds in every history: the script that reserves also compares the control with the one that allowed it',
    'permit-without-stage',
  ),
  ...because(
    'another layer holds in every history: nothing leaves a gate while the fleet is stopped; the run of fleet-gate-loose takes both away',
    'gates-not-counted',
  ),
  ...because(
    'no short run that shows it is known: its test shows it',
    'lock-never-excludes',
    'permit-without-identity',
    'rollback-hidden-by-another-instance',
    'without-compare-and-set',
    'seal-of-heard-times-not-checked',
    'stored-message-as-it-stands',
  ),
  ...because(
    'no short run that shows it is known, and its test shows it: no law is broken in ten seeds where all marks are dated a day back',
    'seal-not-checked',
  ),
  ...because(
    'no short run that shows it is known, and its test shows it: no law is broken in ten seeds where the decisions of a namespace of tags are removed',
    'removed-decisions-forgotten',
  ),
  ...because(
    'no short run that shows it is known, and its test shows it: no law is broken in ten seeds where Redis is emptied after the kill switch',
    'control-not-restored',
  ),
  ...because(
    'no short run that shows it is known, and its test shows it: no law is broken in ten seeds where another takes the lock after the reservation',
    'permit-without-lock',
  ),
  ...because(
    'another layer holds in every history: a permit ends with the oldest read of its evidence, and a use within `maxEvidenceAge` breaks no law',
    'stale-evidence-accepted',
  ),
  ...because('a listing of the sandbox leaves nothing out without being empty, which stops the pass', 'absent-is-gone'),
  ...because('it only paces what AWS refuses: no law tells how often it may be asked', 'permit-without-refusals'),
]);
