/**
 * One wrong implementation per law and per clause of the permit. Each turns a named test red and makes the demo's
 * oracle find something, or says why the demo cannot show it; what has none, and why, is in laws.ts.
 *
 * Law 12 leaves no trace in a call log or a mailbox: an act reads the folder of definitions for the oracle.
 */
import { EXHAUSTIVE } from '../support/sampled.ts';
import type { NamedTest, Sabotage } from './sabotage.ts';
import { both } from './sabotage.ts';
import { dateMovedIn, noticeNotSent, retentionIgnored } from './wrong/announcing.ts';
import {
  createdBufferIgnored,
  humanNameMatched,
  marksOfTheFuture,
  nestedTemplateClosed,
  parametersUnread,
  unreadableTemplateSkipped,
} from './wrong/assets.ts';
import {
  acceptedForEver,
  clockBelieved,
  deletionsWaitTheirTurn,
  gateOpen,
  identitiesNotCompared,
  providersNotHeard,
  recheckSkipped,
  SHORT_EVIDENCE_MS,
  sleepUncounted,
  staleEvidence,
} from './wrong/checking.ts';
import { absentTagIsGone, deniedIsGone, everyVolumeIsOfAClaim, goneInEveryVpc } from './wrong/clusters.ts';
import {
  approvalForAnything,
  confirmedAtOnce,
  driftIgnored,
  fleetBudgetNotCounted,
  fleetGateLoose,
  forbiddenAllowed,
  gatesNotCounted,
  recalculatedBeforeNotice,
  requestsLeaveLate,
  reserveWithout,
  reviewForgotten,
} from './wrong/commanding.ts';
import { anyClusterIsProven, earlierNamesForgotten, lossForgotten, registryNotInIdentity } from './wrong/confusing.ts';
import {
  absentIsGone,
  alwaysCandidate,
  followersUnheard,
  gapsDropped,
  groupKeptInOneType,
  holderBelievedGone,
  holdIgnored,
  linkNotFollowed,
  optOutForgotten,
  optOutsNotEvaluated,
  storedOptOutsNotEvaluated,
  unstoredToldAsStored,
  useIgnored,
} from './wrong/judging.ts';
import { isolationIgnored, silenceBelieved } from './wrong/measuring.ts';
import { lineTooMany, textUnread } from './wrong/mentioning.ts';
import {
  aliasIgnored,
  dataKindsIncluded,
  emptySourceAccepted,
  labelsBelieved,
  mentionsUnread,
  narrowedByAnyWord,
  ownersIgnored,
  preconditionLeftOut,
  staleIsAbsent,
} from './wrong/objects.ts';
import { disclaimingIgnored, expeditedUnchecked } from './wrong/ownerResponse.ts';
import {
  dueTooEarly,
  noticesOff,
  permitUnrecorded,
  permitWithout,
  recordUnwritten,
  slowRecord,
  unfenced,
  withoutComparing,
} from './wrong/permitting.ts';
import { keptLeftDisabled, quarantineLeftOut, takenOutIgnored } from './wrong/quarantining.ts';
import {
  childrenDeleted,
  keepNPerPage,
  keepRegexUnanchored,
  sharedDigestIgnored,
  tiesGo,
  undatedIsOld,
} from './wrong/registries.ts';
import {
  controlNotProven,
  controlNotRestored,
  olderMarkBelieved,
  passNotProven,
  removedDecisionsForgotten,
  replicasNotAwaited,
  rollbackHidden,
  rollbackNotNoticed,
  sealNotChecked,
  storeTrustedDespite,
} from './wrong/storing.ts';
import {
  blockedGivesNothingBack,
  futureIsAwaited,
  indexesNotCompared,
  lateTickDropped,
  notifiedDaily,
  patienceForgotten,
  placeGivenAway,
  refusalsKeepTheirPlace,
  storedGoesAsItStands,
} from './wrong/waiting.ts';
import {
  byForce,
  controlNotRead,
  definitionsNotWritten,
  dryRunWrites,
  keepTagNotWritten,
  lastUseForgotten,
  lockNeverExcludes,
  paceIgnored,
  roomForAll,
  successFromIntent,
  tripwiresNeverTrip,
  unwatchedCounts,
} from './wrong/working.ts';

const NO_CLUSTERS = 'the main demo has no clusters, and its scene `cluster` is not played here';
const NO_ASSETS = 'the main demo has no assets of CDK';
const NO_ENVIRONMENT = 'the main demo has no environment of Kubernetes, and its scene `kubernetes` is not played here';
const NO_REGISTRY = 'the main demo has no registry';
const tags = (test: string): NamedTest => ({
  file: 'tags/lifecycle.test.ts',
  test: `a repository under a cleanup policy ${test}`,
});
const objects = (test: string): NamedTest => ({ file: 'kubernetes/lifecycle.test.ts', test });
const lifecycle = (file: string, test: string): NamedTest => ({ file: `lifecycle/${file}.test.ts`, test });
const state = (file: string, test: string): NamedTest => ({ file: `state/${file}.test.ts`, test });
const permits = (clause: string, what: string): NamedTest => ({
  file: 'state/permits.test.ts',
  test: `every clause must hold violating "${clause}" alone (${what}) is denied and nothing is written`,
});

/** Random runs, until one breaks a law or leaves something to wait for ever. */
const model: NamedTest = lifecycle(
  'model',
  'L18 L24 L25 L52–L56 L62 L65 L67–L69 whatever happens in whatever order, no law is broken and nothing waits for ever',
);

/** The shrunk run that the model found once; with nothing left out it is to find one again by itself. */
const modelled = (was: string): NamedTest =>
  EXHAUSTIVE ? model : lifecycle('model', `a run that breaks a law in some wrong copy of the program: ${was}`);

export const SABOTAGES: readonly Sabotage[] = [
  {
    name: 'evaluate-always-candidate',
    law: 'law 1',
    wrong: alwaysCandidate,
    red: lifecycle('mark', 'marking L27 an image in use is kept although a rule by age nominates it'),
    demo: { breaks: ['wronglyNotified'] },
  },
  {
    name: 'unwatched-counts',
    law: 'law 1',
    wrong: unwatchedCounts,
    red: lifecycle(
      'mark',
      'marking Law 1 Law 5 time without a complete survey does not count as unused, in dry run either',
    ),
    demo: { unseen: 'its surveys never stop for as long as six hours' },
  },
  {
    name: 'gaps-dropped',
    law: 'law 1',
    wrong: gapsDropped,
    red: lifecycle(
      'mark',
      'when something cannot be read L30 AWS denies ec2:DescribeInstances → the pass is incomplete, marks nothing, and names the permission',
    ),
    demo: { breaks: ['notifiedUnread', 'wronglyNotified', 'unread'] },
  },
  {
    name: 'absent-is-gone',
    law: 'law 2',
    wrong: absentIsGone,
    red: lifecycle(
      'mark',
      'marking L29 marked images are missing in a complete listing → Holystone drops the one that is gone by id, and keeps those that a read finds or cannot decide about',
    ),
    demo: { breaks: ['notifiedAgain'], acts: ['listingIsEmpty'] },
  },
  {
    name: 'record-unwritten',
    law: 'law 12',
    wrong: recordUnwritten,
    red: lifecycle(
      'record',
      'L67 no record, no deletion L67 Law 12 the log cannot be written → no permit and no request; it can again → the next pass deletes',
    ),
    demo: { unseen: 'its log is always written' },
  },
  {
    name: 'permit-without-record',
    law: 'permit: record',
    wrong: permitUnrecorded,
    red: permits('record', 'its line could not be written (L67)'),
    demo: { unseen: 'its log is always written' },
  },
  {
    name: 'notice-not-sent',
    law: 'law 3',
    wrong: noticeNotSent,
    red: lifecycle(
      'notify',
      'messages L47 the mail server accepts → the mark has the notice with message id, recipient, time and generation, and the message shows its date',
    ),
    demo: { breaks: ['unnoticed'] },
  },
  {
    name: 'retention-ignored',
    law: 'law 3',
    wrong: retentionIgnored,
    red: lifecycle('delete', 'due marks L52 a mark is not due → Holystone does not delete'),
    demo: { breaks: ['beforeRetention'] },
  },
  {
    name: 'clock-believed',
    law: 'law 14',
    wrong: clockBelieved,
    red: lifecycle(
      'clockAhead',
      'Law 3 set ahead an hour after the notice → nothing goes before the retention really passed, and the pass says why',
    ),
    demo: { unseen: 'nobody sets a clock in it' },
  },
  {
    name: 'providers-not-heard',
    law: 'law 14',
    wrong: providersNotHeard,
    red: lifecycle(
      'onceADay',
      'L71 only the clock of the machine was set eight days ahead → blocked, and the reason has both clocks',
    ),
    demo: { unseen: 'nobody sets a clock in it' },
  },
  {
    name: 'date-moved-in',
    law: 'law 3',
    wrong: dateMovedIn,
    red: lifecycle(
      'notify',
      'messages L47 the mail server accepts → the mark has the notice with message id, recipient, time and generation, and the message shows its date',
    ),
    demo: { breaks: ['beforeDate'] },
  },
  {
    name: 'recalculated-before-notice',
    law: 'law 3',
    wrong: recalculatedBeforeNotice,
    red: lifecycle(
      'recalculate',
      'L60 recalculate L60 `recalculate` moves no mark without a notice, and none before the end of its notice',
    ),
    demo: { breaks: ['beforeDate', 'beforeRetention'], acts: ['datesAreMovedIn'] },
  },
  {
    name: 'quarantine-left-out',
    law: 'law 3',
    wrong: quarantineLeftOut,
    red: lifecycle(
      'quarantine',
      'a quarantine of 14 days L53 Holystone disables an image after its retention, checks it again, and deregisters it 14 days later',
    ),
    demo: { unseen: 'nothing in it is put into quarantine: due resources are gone within seconds' },
  },
  {
    name: 'kept-left-disabled',
    law: 'law 4',
    wrong: keptLeftDisabled,
    red: lifecycle(
      'quarantine',
      'the end of a quarantine L28 a disabled image is used again → the next survey unmarks and enables it',
    ),
    demo: { unseen: 'nothing in it is put into quarantine: due resources are gone within seconds' },
  },
  {
    name: 'taken-out-ignored',
    law: 'law 1',
    wrong: takenOutIgnored,
    red: lifecycle(
      'quarantine',
      'the end of a quarantine L55 somebody enables the image just before its deregistration → Holystone does not deregister it, and counts a use',
    ),
    demo: { unseen: 'nothing in it is put into quarantine: due resources are gone within seconds' },
  },
  {
    name: 'accepted-for-ever',
    law: 'law 3',
    wrong: acceptedForEver,
    red: lifecycle(
      'volumes',
      'between mark and deletion L56 Law 3 the deletion was accepted, and somebody restores the volume before the next pass → Holystone unmarks it and deletes no more without a new notice',
    ),
    demo: { unseen: 'nobody in it restores a resource by hand' },
  },
  {
    name: 'restored-without-keep-tag',
    law: 'law 8',
    wrong: keepTagNotWritten,
    red: {
      file: 'cli/restore.test.ts',
      test: 'holystone restore A11 with --yes brings it back, keeps it for a while, and is on record',
    },
    demo: { unseen: 'resources that its last act restores are not surveyed again before it ends' },
  },
  {
    name: 'expedited-unchecked',
    law: 'law 3',
    wrong: expeditedUnchecked,
    red: lifecycle(
      'ownerResponses',
      'delete it early P7 law 3: a resource is used after "delete it early" → Holystone unmarks it and does not delete',
    ),
    demo: { unseen: 'nobody in it has anything deleted early' },
  },
  {
    name: 'disclaiming-ignored',
    law: 'law 3',
    wrong: disclaimingIgnored,
    red: lifecycle(
      'ownerResponses',
      'not mine L49 law 3: the owner answers "not mine" → the fallback gets a notice, and Holystone deletes only after its full retention',
    ),
    demo: { unseen: 'nobody in it says that something is not theirs' },
  },
  {
    name: 'recheck-skipped',
    law: 'law 3',
    wrong: recheckSkipped,
    red: lifecycle('delete', 'the re-check L54 the check finds a new use → Holystone unmarks and does not delete'),
    demo: { breaks: ['unchecked', 'usedAgain'] },
  },
  {
    name: 'stale-evidence-accepted',
    law: 'law 3',
    wrong: staleEvidence,
    red: lifecycle(
      'delete',
      'the re-check L55 Holystone reads the resource and its evidence in the delete pass, before the request',
    ),
    demo: { breaks: ['unchecked', 'usedAgain'] },
  },
  {
    name: 'use-ignored',
    law: 'law 4',
    wrong: useIgnored,
    red: lifecycle('mark', 'marking L27 an image in use is kept although a rule by age nominates it'),
    demo: { breaks: ['wronglyNotified'] },
  },
  {
    name: 'absent-tag-is-gone',
    law: 'law 1',
    wrong: absentTagIsGone,
    red: lifecycle('clusterGone', 'C5 a leftover is marked C4 not while EKS knows its cluster, which has no nodes'),
    demo: { unseen: NO_CLUSTERS },
  },
  {
    name: 'denied-is-gone',
    law: 'law 1',
    wrong: deniedIsGone,
    red: lifecycle('clusterGone', 'C5 a leftover is marked C8 C5 a day in which EKS did not answer does not count'),
    demo: { unseen: NO_CLUSTERS },
  },
  ...Object.entries({
    'line-too-many': [lineTooMany, 'state machine'],
    'text-unread': [textUnread, 'plain parameter'],
  } as const).map(([name, [wrong, source]]) => ({
    name,
    law: 'law 13',
    wrong,
    red: lifecycle('mentioned', `A19 an image that a ${source} names is not marked`),
    demo: { unseen: 'the main demo has no texts that name a resource' },
  })),
  {
    name: 'silence-believed',
    law: 'law 1',
    wrong: silenceBelieved,
    red: lifecycle(
      'idleGateways',
      'A22 A23 what is silent for longer than `unusedFor` is marked; one of which nothing can be known is not, and hides no other',
    ),
    demo: { unseen: 'the main demo has no NAT gateways' },
  },
  {
    name: 'isolation-ignored',
    law: 'law 1',
    wrong: isolationIgnored,
    red: lifecycle(
      'idleEndpoints',
      'A22 A25 what is silent for longer than `unusedFor` is marked; the only way of an instance is not, nor one of which nothing can be known',
    ),
    demo: { unseen: 'the main demo has no VPC endpoints' },
  },
  {
    name: 'gone-in-every-vpc',
    law: 'law 1',
    wrong: goneInEveryVpc,
    red: lifecycle(
      'clusterGone',
      'C5 a leftover is marked C6 although a cluster of the same name lives in another VPC',
    ),
    demo: { unseen: NO_CLUSTERS },
  },
  {
    name: 'every-volume-is-of-a-claim',
    law: 'law 1',
    wrong: everyVolumeIsOfAClaim,
    red: lifecycle(
      'volumesOfClusters',
      'C16 a volume of a gone cluster is marked in its group, notified with its claim, and saved before the deletion',
    ),
    demo: { unseen: NO_CLUSTERS },
  },
  {
    name: 'shared-digest-ignored',
    law: 'law 4',
    wrong: sharedDigestIgnored,
    red: tags('R7 law 4 a tag of the digest is opted out → the others stay, and the reason is on their marks'),
    demo: { unseen: NO_REGISTRY },
  },
  {
    name: 'children-deleted',
    law: 'law 4',
    wrong: childrenDeleted,
    red: tags('R9 the image of an index is not deleted by its digest, though its own tag is due'),
    demo: { unseen: NO_REGISTRY },
  },
  {
    name: 'ties-go',
    law: 'law 1',
    wrong: tiesGo,
    red: {
      file: 'tags/newest.test.ts',
      test: 'R3 R4 of the tags of one image the highest number stays, and what has none stays too',
    },
    demo: { unseen: NO_REGISTRY },
  },
  ...Object.entries({
    'keep-n-per-page': keepNPerPage,
    'undated-is-old': undatedIsOld,
    'keep-regex-unanchored': keepRegexUnanchored,
  }).map(([name, wrong]) => ({
    name,
    law: 'law 1',
    wrong,
    red: tags('R2 R3 R4 the policy counts over the whole repository, matches whole names, and keeps undated tags'),
    demo: { unseen: NO_REGISTRY },
  })),
  ...Object.entries({
    'parameters-unread': [
      parametersUnread,
      'an object that no stack names K1 an object that only the actual value of a parameter names stays',
    ],
    'unreadable-template-skipped': [
      unreadableTemplateSkipped,
      'an object that no stack names K4 one template that cannot be read keeps every object, and the pass says which',
    ],
    'nested-template-closed': [
      nestedTemplateClosed,
      'an object that no stack names K19 an object stays that only the template of a product names, which is an object that a stack names',
    ],
    'human-name-matched': [humanNameMatched, 'K6 an image whose only tag has no hash stays'],
    'created-buffer-ignored': [
      createdBufferIgnored,
      'an object that no stack names K11 an object that is younger than `minimumAge`, or dated in the future, is left alone',
    ],
    'marks-of-the-future': [marksOfTheFuture, 'beside `cdk gc` K10 an unreadable mark is no age'],
  } as const).map(([name, [wrong, test]]) => ({
    name,
    law: 'law 1',
    wrong,
    red: lifecycle('cdkAssets', test),
    demo: { unseen: NO_ASSETS },
  })),
  {
    name: 'kind-alias-ignored',
    law: 'law 4',
    wrong: aliasIgnored,
    red: objects('an object is kept Q4 the source may name its kind in the group of before'),
    demo: { unseen: NO_ENVIRONMENT },
  },
  {
    name: 'mentions-unread',
    law: 'law 13',
    wrong: mentionsUnread,
    red: objects('an object is kept Q25 an object that another one names in a field that nobody foresaw is not marked'),
    demo: { unseen: NO_ENVIRONMENT },
  },
  {
    name: 'narrowed-by-any-word',
    law: 'law 13',
    wrong: narrowedByAnyWord,
    red: objects('an object is kept Q26 an object that a field names whose word another kind has, too, is not marked'),
    demo: { unseen: NO_ENVIRONMENT },
  },
  {
    name: 'labels-believed',
    law: 'law 4',
    wrong: labelsBelieved,
    red: objects(
      'an object is kept Q29 an object with copied labels, which the tool of the environment never wrote, is not marked',
    ),
    demo: { unseen: NO_ENVIRONMENT },
  },
  {
    name: 'stale-group-is-absent',
    law: 'law 2',
    wrong: staleIsAbsent,
    red: objects('an object is kept Q5 a marked object of a group that does not answer any more is not gone'),
    demo: { unseen: NO_ENVIRONMENT },
  },
  {
    name: 'empty-source-accepted',
    law: 'law 1',
    wrong: emptySourceAccepted,
    red: objects('tripwires Q3 a source without objects, or that cannot be read, makes the pass incomplete'),
    demo: { unseen: NO_ENVIRONMENT },
  },
  {
    name: 'precondition-left-out',
    law: 'law 3',
    wrong: preconditionLeftOut,
    red: objects(
      'an object is kept Q18 an object that changed after it was judged stays, and goes after the next look',
    ),
    demo: { unseen: NO_ENVIRONMENT },
  },
  ...Object.entries({ 'data-kinds-included': dataKindsIncluded, 'owner-references-ignored': ownersIgnored }).map(
    ([name, wrong]) => ({
      name,
      law: 'law 4',
      wrong,
      red: objects('an object is kept Q9 Q15 an object that another one owns, and one that holds data, is not marked'),
      demo: { unseen: NO_ENVIRONMENT },
    }),
  ),
  {
    name: 'link-not-followed',
    law: 'law 13',
    wrong: linkNotFollowed,
    red: lifecycle(
      'linkedBalancers',
      'A18 a load balancer before an empty target group is kept by whatever registers targets there, and without that it is marked',
    ),
    demo: { unseen: 'the demo shows no load balancers' },
  },
  {
    name: 'hold-ignored',
    law: 'law 4',
    wrong: holdIgnored,
    red: lifecycle(
      'holds',
      'the re-check postpones while a user is in the evidence and marked, with one entry in the history however many passes',
    ),
    demo: { unseen: 'no type that the demo shows is deleted after another' },
  },
  {
    name: 'followers-unheard',
    law: 'law 4',
    wrong: followersUnheard,
    red: lifecycle('imagesWithSnapshots', 'A38 attacks before the image: the snapshot has the keep tag → both stay'),
    demo: { unseen: 'no entry of the demo has withSnapshots' },
  },
  {
    name: 'holder-believed-gone',
    law: 'law 1',
    wrong: holderBelievedGone,
    red: lifecycle(
      'holds',
      'the re-check waits for a deleted user that the evidence still names, and deletes when the evidence no longer names it',
    ),
    demo: { unseen: 'no type that the demo shows is deleted after another' },
  },
  {
    name: 'opt-out-forgotten',
    law: 'law 4',
    wrong: optOutForgotten,
    red: lifecycle(
      'delete',
      'opting out L62 somebody opts out before the permit → Holystone does not delete or mark again, and tries the keep tag until AWS takes it',
    ),
    demo: { breaks: ['optedOut'] },
  },
  {
    name: 'unstored-told-as-stored',
    law: 'law 15',
    wrong: unstoredToldAsStored,
    red: state(
      'rollBack',
      'one server that is restored from a backup L62 an opt-out whose loss no instance would notice is not confirmed',
    ),
    demo: { unseen: 'its Redis stores every decision' },
  },
  {
    name: 'earlier-names-forgotten',
    law: 'law 4',
    wrong: earlierNamesForgotten,
    red: lifecycle(
      'renamedAccount',
      'L25 an account that gets its third name keeps the decisions that its owners made under the first',
    ),
    demo: { unseen: 'its accounts keep their names' },
  },
  {
    name: 'loss-forgotten',
    law: 'law 8',
    wrong: lossForgotten,
    red: lifecycle(
      'lostDecisions',
      'L25 L62 a tag that its owner kept before Redis was rolled back is not deleted on the notice of before',
    ),
    demo: { unseen: 'whatever people in it keep gets a keep tag' },
  },
  {
    name: 'any-cluster-is-proven',
    law: 'law 1',
    wrong: anyClusterIsProven,
    red: {
      file: 'kubernetes/otherCluster.test.ts',
      test: 'Q22 law 1 neither a read nor a deletion leaves for an address where the cluster was not proven',
    },
    demo: { unseen: NO_ENVIRONMENT },
  },
  {
    name: 'registry-not-in-identity',
    law: 'law 3',
    wrong: registryNotInIdentity,
    red: {
      file: 'tags/changedMeanwhile.test.ts',
      test: 'L35 law 3 when the account names another registry after the notices, tags with the same names and digests stay there',
    },
    demo: { unseen: NO_REGISTRY },
  },
  {
    name: 'group-kept-in-one-type',
    law: 'law 4',
    wrong: groupKeptInOneType,
    red: state('groupOptOuts', 'L63 C10 a group kept through one type gets no permit in another'),
    demo: { unseen: 'nobody in the demo keeps a group' },
  },
  {
    name: 'opt-out-not-evaluated',
    law: 'law 4',
    wrong: optOutsNotEvaluated,
    red: lifecycle(
      'laws',
      'L41 Holystone keeps unused images that a person opted out, by an opt-out or by the keep tag',
    ),
    demo: { breaks: ['wronglyNotified'] },
  },
  {
    name: 'dry-run-writes',
    law: 'law 5',
    wrong: dryRunWrites,
    red: lifecycle(
      'mark',
      'dry run L36 in dry run globally Holystone has the same verdicts, and neither marks, mails nor sends a call that writes',
    ),
    demo: { breaks: ['dryRun'], acts: ['mailIsAwaited'], dryRun: true },
  },
  {
    name: 'tripwires-never-trip',
    law: 'law 6',
    wrong: tripwiresNeverTrip,
    despite: lastUseForgotten,
    red: lifecycle(
      'mark',
      'when something cannot be read L31 evidence is suddenly empty → the pass is blocked and marks nothing',
    ),
    demo: { breaks: ['wronglyNotified'], acts: ['instancesVanish'] },
  },
  {
    name: 'pace-ignored',
    law: 'law 6',
    wrong: paceIgnored,
    red: lifecycle(
      'delete',
      'pace and tripwire L57 `deletesPerDay` is reached → the pass deletes no more, and the next day deletes the rest',
    ),
    demo: { breaks: ['overPace'] },
  },
  {
    name: 'approval-for-anything',
    law: 'law 6',
    wrong: approvalForAnything,
    red: lifecycle('mark', 'tripwires L32 an approval of a set marks exactly that set; a changed set stays blocked'),
    demo: { unseen: 'its tripwires let two neglected accounts through, so nobody has anything to approve' },
  },
  {
    name: 'review-forgotten',
    law: 'law 6',
    wrong: reviewForgotten,
    red: lifecycle(
      'families',
      'L74 a first survey is reviewed by families what is left over is below the limit, and stays held for weeks',
    ),
    demo: { unseen: 'its tripwires let two neglected accounts through, so nobody reviews anything' },
  },
  {
    name: 'confirmed-at-once',
    law: 'law 6',
    wrong: confirmedAtOnce,
    red: lifecycle(
      'mark',
      'a blocked survey L31 the third equal complete survey, 48 h after the first, releases a blocked pass',
    ),
    demo: { unseen: 'it is over long before the 48 hours that distinguish a lasting change from an outage' },
  },
  {
    name: 'by-force',
    law: 'law 7',
    wrong: byForce,
    red: lifecycle('delete', 'due marks A9 Holystone deregisters an image without its snapshots'),
    demo: { breaks: ['force'] },
  },
  {
    name: 'keep-tag-not-written',
    law: 'law 8',
    wrong: keepTagNotWritten,
    red: lifecycle(
      'delete',
      'opting out L62 somebody opts out before the permit → Holystone does not delete or mark again, and tries the keep tag until AWS takes it',
    ),
    demo: { breaks: ['optedOut'], acts: ['redisIsEmptied'] },
  },
  {
    name: 'seal-not-checked',
    law: 'law 8',
    wrong: sealNotChecked,
    red: lifecycle(
      'forgedRedis',
      'Law 8 somebody without a key forges holystone:{<ns>}:marks: nothing goes that would stay',
    ),
    demo: { unseen: 'nobody in it writes to Redis but Holystone' },
  },
  {
    name: 'seal-of-heard-times-not-checked',
    law: 'law 8',
    wrong: sealNotChecked,
    red: lifecycle(
      'onceADay',
      'law 8 who writes Redis, and has no key of `signing`, can say of no clock that it was right',
    ),
    demo: { unseen: 'nobody in it writes to Redis but Holystone' },
  },
  {
    name: 'control-not-proven',
    law: 'law 8',
    wrong: controlNotProven,
    red: state('forgedControl', 'the kill switch is on Law 8 somebody without a key lifts the kill switch: no permit'),
    demo: { unseen: 'nobody in it writes to Redis but Holystone' },
  },
  {
    name: 'pass-not-proven',
    law: 'law 8',
    wrong: passNotProven,
    red: state(
      'forgedControl',
      'the record of the last mark pass Law 8 a new incarnation: nobody without a key can say that a mark pass was complete in it',
    ),
    demo: { unseen: 'nobody in it writes to Redis but Holystone' },
  },
  {
    name: 'older-mark-believed',
    law: 'law 8',
    wrong: olderMarkBelieved,
    red: lifecycle(
      'replayedRedis',
      'Law 8 an instance that saw the newer mark, or its end: an older one deletes nothing, and is marked again',
    ),
    demo: { unseen: 'nobody in it writes to Redis but Holystone' },
  },
  {
    name: 'removed-decisions-forgotten',
    law: 'law 8',
    wrong: removedDecisionsForgotten,
    red: state(
      'forgedOptOuts',
      'a removed decision Law 8 somebody removes the decisions of a namespace: they count on for who saw them',
    ),
    demo: { unseen: 'nobody in it writes to Redis but Holystone' },
  },
  {
    name: 'counter-set-back',
    law: 'law 8',
    wrong: reserveWithout('ownCount'),
    red: state(
      'forgedControl',
      'the limits of a day Law 8 somebody removes the counter of the fleet: the instance that counted goes on with its count',
    ),
    demo: { unseen: 'nobody in it writes to Redis but Holystone' },
  },
  {
    name: 'rollback-not-noticed',
    law: 'law 8',
    wrong: rollbackNotNoticed,
    red: state(
      'lostRedis',
      'a lost Redis L25 Redis is rolled back by minutes → Holystone deletes nothing before a complete mark pass, which reads the keep tags again',
    ),
    demo: { unseen: 'it never rolls Redis back; all its marks are made and notified anew in any case' },
  },
  {
    name: 'rollback-hidden-by-another-instance',
    law: 'law 8',
    wrong: rollbackHidden,
    red: state(
      'rollBack',
      'one server that is restored from a backup L25 Redis is rolled back and the one that remembers less looks first → no instance gets a permit before a complete mark pass',
    ),
    demo: { unseen: 'it never rolls Redis back' },
  },
  {
    name: 'control-not-restored',
    law: 'law 8',
    wrong: controlNotRestored,
    red: lifecycle(
      'fleetMember',
      'L61 the kill switch L61 Redis is emptied → the instance restores the switches and limits, and the audit log says so',
    ),
    demo: { breaks: ['stopped', 'notifiedAgain'], acts: ['stopIsForgotten'] },
  },
  {
    name: 'replicas-not-awaited',
    law: 'law 8',
    wrong: replicasNotAwaited,
    red: state(
      'durability',
      'a primary with a replica L62 the replica does not answer → Redis confirms no opt-out and gives no permit; when it answers again, both succeed',
    ),
    demo: { unseen: 'its Redis has no replicas' },
  },
  {
    name: 'lock-never-excludes',
    law: 'law 9',
    wrong: lockNeverExcludes,
    despite: both(permitWithout('lock'), unfenced, roomForAll),
    red: lifecycle('laws', 'L17 a delete pass holds the lock of its namespace, so that no survey runs'),
    demo: { breaks: ['overlap', 'notifiedAgain', 'twice'] },
  },
  {
    name: 'success-from-intent',
    law: 'law 10',
    wrong: successFromIntent,
    red: lifecycle(
      'delete',
      'the answers of the cloud L56 AWS refuses → the mark has the reason and a next attempt, and the next pass sends no request',
    ),
    demo: {
      unseen:
        'A missing permission is learnt by DryRun before an intent is written, so the demo has nothing to be wrong about.',
    },
  },
  {
    name: 'intents-forgotten',
    law: 'law 11',
    wrong: permitWithout('intent'),
    red: lifecycle(
      'delete',
      'the answers of the cloud L56 L18 the worker dies before it records the answer → another pass finds the image gone, and counts one deletion',
    ),
    demo: {
      unseen:
        'It shows only where a worker dies between a request and its record while reads are late, which a demo does seldom.',
    },
  },
  {
    name: 'definitions-not-written',
    law: 'law 12',
    wrong: definitionsNotWritten,
    red: lifecycle(
      'delete',
      'due marks L52 a mark is due and noticed → Holystone stores the definition, deletes the image once, and audits the request id',
    ),
    demo: { breaks: ['undefined'], acts: ['definitionsAreRead'] },
  },
  {
    name: 'without-compare-and-set',
    law: 'marks: compare-and-set',
    wrong: withoutComparing,
    despite: both(slowRecord, storedOptOutsNotEvaluated, permitWithout('optedOut')),
    red: lifecycle('laws', 'L62 an owner opts out while the notice is recorded → the mark stays away'),
    demo: { breaks: ['optedOut'] },
  },
  {
    name: 'permit-without-configuration',
    law: 'permit: configuration',
    wrong: forbiddenAllowed,
    red: permits('configuration', 'its account is declared without id (L11)'),
    demo: { unseen: 'all of its accounts have an id' },
  },
  {
    name: 'permit-without-lock',
    law: 'permit: lock',
    wrong: permitWithout('lock'),
    despite: unfenced,
    red: permits('lock', 'the lock is gone'),
    demo: { breaks: ['overlap'], acts: ['lockIsTaken'] },
  },
  {
    name: 'permit-without-opt-outs',
    law: 'permit: opt-out',
    wrong: permitWithout('optedOut'),
    despite: permitWithout('changed'),
    red: permits('optedOut', 'the id is opted out'),
    demo: { breaks: ['optedOut'], acts: ['optedOutAfterTheCheck'] },
  },
  {
    name: 'permit-without-patterns',
    law: 'permit: opt-out',
    wrong: permitWithout('pattern'),
    red: permits('optedOut', 'a pattern keeps its id (R6)'),
    demo: { unseen: 'nobody in the demo keeps by a pattern' },
  },
  {
    name: 'permit-without-generation',
    law: 'permit: generation and revision',
    wrong: permitWithout('changed'),
    despite: permitWithout('optedOut'),
    red: permits('changed', 'the mark was refreshed meanwhile'),
    demo: { breaks: ['optedOut'], acts: ['optedOutAfterTheCheck'] },
  },
  {
    name: 'permit-without-identity',
    law: 'permit: identity',
    wrong: permitWithout('identity'),
    despite: identitiesNotCompared,
    red: permits('identity', 'it was created anew under its name'),
    demo: { breaks: ['unnoticed'] },
  },
  {
    name: 'permit-without-notice',
    law: 'permit: notice',
    wrong: permitWithout('notice'),
    despite: noticesOff,
    red: permits('notice', 'nobody was notified'),
    demo: { breaks: ['unnoticed'] },
  },
  {
    name: 'permit-without-date',
    law: 'permit: due',
    wrong: permitWithout('due'),
    despite: dueTooEarly,
    red: permits('due', 'its date has not come'),
    demo: { breaks: ['beforeDate'] },
  },
  {
    name: 'permit-without-budget',
    law: 'permit: budget',
    wrong: permitWithout('budget'),
    red: permits('budget', 'the day’s budget is used up'),
    demo: { breaks: ['overPace'] },
  },
  {
    name: 'permit-without-refusals',
    law: 'permit: refusals',
    wrong: permitWithout('refusals'),
    red: permits('refusals', 'it was refused before, and the cloud has refused enough today'),
    demo: { unseen: 'the cloud of the demo refuses too little' },
  },
  {
    name: 'permit-without-fleet-budget',
    law: 'permit: fleetBudget',
    wrong: fleetBudgetNotCounted,
    red: lifecycle(
      'fleet',
      'deletes per day over the fleet L57 `deletesPerDay` of the fleet is reached → the pass deletes no more; an operator raises it, or a day passes → the next pass goes on',
    ),
    demo: { breaks: ['overLimit'], acts: ['fleetIsLimited'] },
  },
  {
    name: 'permit-without-stage',
    law: 'permit: stage',
    wrong: reserveWithout('stage'),
    red: state('stages', 'the stage of a type in an account at stage notify Redis gives no permit, and writes nothing'),
    demo: { unseen: 'every type of the demo is live from its beginning' },
  },
  {
    name: 'permit-without-canary',
    law: 'permit: canary',
    wrong: reserveWithout('canary'),
    red: state(
      'stages',
      'a canary a canary permits five of 24 that ask at once, through two instances and in two locations',
    ),
    demo: { unseen: 'every type of the demo is live from its beginning' },
  },
  {
    name: 'permit-without-durability',
    law: 'permit: durability',
    wrong: storeTrustedDespite('durability'),
    red: state(
      'durability',
      'one server settings L61 Redis has appendfsync everysec → it gives no permit, and the reason names the right setting',
    ),
    demo: { breaks: ['held'], acts: ['settingsAreLax'] },
  },
  {
    name: 'permit-without-incarnation',
    law: 'permit: incarnation',
    wrong: storeTrustedDespite('incarnation'),
    red: state(
      'lostRedis',
      'a lost Redis L25 Redis is rolled back and the mark pass is incomplete → Holystone deletes nothing before a complete one',
    ),
    demo: { unseen: 'it never rolls Redis back, and in one that was emptied nothing is marked before a mark pass' },
  },
  {
    name: 'permit-without-clock',
    law: 'permit: clock',
    wrong: storeTrustedDespite('clock'),
    red: state(
      'durability',
      'one server time L25 the clock of Redis is behind by more than a minute → no permit, and the problem names NTP',
    ),
    demo: { unseen: 'Redis and the instances run on one machine, which has one clock' },
  },
  {
    name: 'drift-ignored',
    law: 'permit: one configuration',
    wrong: driftIgnored,
    red: lifecycle(
      'fleetMember',
      'L12 drift L12 instances with different configurations delete nothing in exactly the namespaces that differ, until they are equal',
    ),
    demo: { breaks: ['held'], acts: ['anotherIsDifferent'] },
  },
  {
    name: 'fleet-gate-loose',
    law: 'permit: control',
    wrong: fleetGateLoose,
    despite: both(gatesNotCounted, requestsLeaveLate),
    red: lifecycle(
      'fleetMember',
      'L61 the kill switch L61 once an instance acknowledges the kill switch, its gates let no request through',
    ),
    demo: { breaks: ['stopped'], acts: ['everythingIsStopped'] },
  },
  {
    name: 'gates-not-counted',
    law: 'permit: control',
    wrong: gatesNotCounted,
    red: lifecycle(
      'fleetMember',
      'L61 the kill switch L61 an instance does not acknowledge the kill switch while a request may be on its way',
    ),
    demo: {
      unseen:
        'with the fleet gate closed nothing leaves an open gate; the demo of fleet-gate-loose has both taken away',
    },
  },
  {
    name: 'control-not-read',
    law: 'permit: control',
    wrong: controlNotRead,
    red: lifecycle('delete', 'stopping L61 the kill switch is on, or the service is out → Holystone sends no request'),
    demo: { breaks: ['stopped'], acts: ['everythingIsStopped'] },
  },
  {
    name: 'gate-open',
    law: 'permit: its end',
    wrong: gateOpen,
    despite: deletionsWaitTheirTurn,
    red: lifecycle(
      'laws',
      'L55 the evidence grows too old between permit and request → Holystone sends no request, checks again and then deletes',
    ),
    demo: { breaks: ['oldEvidence'], maxEvidenceAgeMs: SHORT_EVIDENCE_MS },
  },
  {
    name: 'sleep-uncounted',
    law: 'permit: its end',
    wrong: sleepUncounted,
    red: modelled('the lock runs out before the request'),
    demo: { unseen: 'no machine sleeps in it' },
  },
  {
    name: 'other-program-ignored',
    law: 'permit: one configuration',
    wrong: driftIgnored,
    red: modelled('the other instance is of another program, before the pass'),
    demo: { unseen: 'its instances are all of one build' },
  },
  {
    name: 'dead-log-ignored',
    law: 'law 12',
    wrong: recordUnwritten,
    red: modelled('the log cannot be written, before the pass'),
    demo: { unseen: 'its log can always be written' },
  },
  {
    name: 'lost-index-stays-lost',
    law: 'liveness: due resources go',
    wrong: indexesNotCompared,
    red: modelled('Redis loses schedule of what is due'),
    demo: { unseen: 'its Redis loses nothing' },
  },
  {
    name: 'stored-message-as-it-stands',
    law: 'liveness: a date in a notice is kept',
    wrong: storedGoesAsItStands,
    red: modelled('the fallback’s message is refused, and goes when the new owner was notified of an earlier date'),
    demo: { unseen: 'nothing in it changes its owner while a message is refused' },
  },
  {
    name: 'blocked-gives-nothing-back',
    law: 'liveness: a resource in use is given back',
    wrong: blockedGivesNothingBack,
    red: modelled('in use while it is disabled, and the survey that sees it is blocked'),
    demo: { unseen: 'nothing in it is put into quarantine: due resources are gone within seconds' },
  },
  {
    name: 'refusals-keep-their-place',
    law: 'liveness: due resources go',
    wrong: refusalsKeepTheirPlace,
    red: modelled('the cloud refuses one for long, and a day has one place'),
    demo: { unseen: 'the cloud of the demo refuses too little' },
  },
  {
    name: 'place-given-away',
    law: 'liveness: due resources go',
    wrong: placeGivenAway,
    red: {
      file: 'queue/turns.test.ts',
      test: 'the places of a provider R14 a pass meets the lock of its unit, for longer than a place lasts → it keeps its place, and no other pass of the unit goes before it',
    },
    demo: { unseen: 'its surveys are over before the next tick' },
  },
  {
    name: 'late-tick-dropped',
    law: 'liveness: no tick is lost for being late',
    wrong: lateTickDropped,
    red: {
      file: 'queue/manager.test.ts',
      test: 'the queue manager L15 a tick that comes late, because the machine stood still, queues what is due',
    },
    demo: { unseen: 'its ticks come each second, so that one more or less does not show' },
  },
  {
    name: 'patience-forgotten',
    law: 'patience with resources that the cloud calls in use',
    wrong: patienceForgotten,
    red: lifecycle(
      'patience',
      'C12 Holystone asks again after 30 s, then at longer intervals; when the use ends, the resource goes',
    ),
    demo: { unseen: 'nothing in the demo stays in use without a user in the evidence' },
  },
  {
    name: 'notified-daily',
    law: 'patience with resources that the cloud calls in use',
    wrong: notifiedDaily,
    red: lifecycle('patience', 'C12 the owner gets one message when patience ends, and none on the days after it'),
    demo: { unseen: 'nothing in the demo stays in use without a user in the evidence' },
  },
  {
    name: 'future-is-awaited',
    law: 'liveness: no clock in the future',
    wrong: futureIsAwaited,
    red: modelled('surveyed by an instance whose clock is a year ahead'),
    demo: { unseen: 'its instances run on one machine, which has one clock' },
  },
];
