import { sentence, strong } from '../../../core/text/html.ts';
import { enMessageTexts } from './enMessage.ts';
import { numbersOf } from './numbers.ts';
import type { KeptThing, PageTexts, ResourceTexts } from './texts.ts';

const { pluralize: counted, relative } = numbersOf('en');

const whatIsKept = ({ kind, name }: KeptThing) => {
  if (kind === 'over') return `Anything of the name ${name}`;
  return kind === 'group' ? `Everything in ${name}` : name;
};
const until = (date: string | undefined) => (date === undefined ? 'for ever' : `until ${date}`);

const resource: ResourceTexts = {
  theResource: 'The resource',
  facts: {
    name: 'Name',
    id: 'Id',
    type: 'Type',
    account: 'Account',
    location: 'Location',
    group: 'Group',
    created: 'Created',
    cost: 'Cost',
    lastUse: 'Last use',
    usedBy: 'Used by',
    read: 'Looked at',
    why: 'Why',
    asked: 'Asked',
    chosen: 'Chosen',
    told: 'Told',
    lastAttempt: 'Last attempt',
    deletion: 'Deletion',
  },
  nobody: 'nobody',
  unknown: 'not known',
  noUse: 'none on record',
  usedByNobody: 'nobody was found',
  wasRead: (sources) => `${counted(sources, 'source', 'sources')}, read`,
  found: (places, findings) =>
    `${counted(places, 'place', 'places')}, ${counted(findings, 'finding', 'findings')} about all resources`,
  restorable: (at, until) =>
    sentence`It was deleted ${at}. It can be restored until ${until}: ask your operator before then.`,
  deleted: (at) => sentence`It was deleted ${at}. Ask your operator whether it can be restored.`,
  gone: (at) => sentence`It was found gone ${at}: somebody else deleted it.`,
  survived: (at) => sentence`Its deletion had begun and did not come about: it was given up ${at}.`,
  begun: 'Its deletion has begun. A decision to keep it is stored all the same, and wins if the provider refuses.',
  nothingPlanned: 'No deletion of it is planned at the moment. You can still say that it must be kept.',
  planned: (at, ahead, early) =>
    sentence`To be deleted${
      early === undefined ? '' : ` early, because ${early === 'you' ? 'you' : 'its owner'} said so:`
    } ${strong(at)}, ${ahead ?? 'at the next opportunity'}, unless somebody uses it again
or keeps it.`,
  held: 'Nothing is deleted at this stage.',
  wouldBe: (at) => sentence`It would be deleted on ${strong(at)}, or later, as soon as deletions begin, unless somebody
uses it again or keeps it.`,
  heldUntil: 'none at this stage; it would be on',
  isKept: (thing, date, by) =>
    `${whatIsKept(thing)} is kept ${until(date)}${
      by === undefined ? '' : by === 'you' ? ', by your decision' : `, by a decision of ${by.actor}`
    }`,
  until,
  reasonIs: (reason) => `Reason: ${reason}`,
  reason: 'Reason',
  optional: '(optional)',
  keepFor: (days) => (days === undefined ? 'Keep for ever' : `Keep for ${counted(days, 'day', 'days')}`),
  howLong: 'How long to keep it',
  overTitle: (name) => `${name} does not exist any more`,
  keptTitle: (name) => `${name} is kept`,
  askTitle: (name) => `Keep ${name}?`,
  askGroupTitle: (group) => `Keep everything in ${group}?`,
  askFoot: (
    owner,
    end,
  ) => sentence`Opening this page changed nothing; only a button does. This link is for ${owner} and works
until ${end}.`,
  whatToKeep: 'What to keep',
  onlyThis: 'Only this resource',
  everythingIn: (group) => `Everything in ${group}`,
  saySomething: 'Or say something else about this resource',
  sayLabel: 'Something else about this resource',
  early: 'I no longer need it, delete it early',
  notMine: 'It is not mine',
  saidEarly: 'You said that it may be deleted early. Was that a mistake?',
  saidNotMine: 'You said that it is not yours. Was that a mistake?',
  saidKeep: ({ kind, name }, date) =>
    `You keep ${kind === 'group' ? `everything in ${name}` : name} ${until(date)}. Was that a mistake?`,
  takeBack: 'Take it back',
  takeBackGroup: 'Take it back for the whole group',
  kept: 'Kept',
  stored: 'This is stored.',
  storedUntil: (date) => `Your decision is stored: ${until(date)}.`,
  longer: (said) => `${said}, which is longer.`,
  marksLeft:
    'The group is very large: what of it is still listed goes with the next survey. None of it is deleted meanwhile.',
  begunTitle: 'Deletion had already begun',
  begunNote: (name, date) =>
    `Your decision is stored (${until(date)}), but the deletion of ${name} had begun before it arrived. If the provider refuses the deletion or it has to be tried again, your decision wins and the resource stays. If it is already gone, ask your operator whether it can be restored.`,
  tooLate: 'Too late',
  overNote: (date) => `Your decision is stored (${until(date)}) and holds for anything of the same name.`,
  undoneTitle: 'Your decision is taken back',
  noLongerKept: 'No longer kept',
  othersKeep: 'Your decision is taken back. Others are still in force:',
  undone: (name) =>
    `Your decision to keep ${name} is taken back. If nobody uses it, it starts from the beginning: it is marked anew, with a new date.`,
  back: 'Back to the page of this resource',
  nothingChanged: 'Nothing was changed',
  keptBy: (actor) => `It is kept by a decision of ${actor}. Only they or an operator can take that back.`,
  noDecision: 'There is no decision to take back.',
  earlyTitle: (name) => `Delete ${name} early?`,
  earlyNote:
    'It is then deleted before its date, though not sooner than a day after the message, or when your operator allows it. Before that it is checked once more: if anybody uses it or keeps it, it stays.',
  yesEarly: 'Yes, delete it early',
  goBack: 'No, go back',
  said: {
    deleteEarly: (name, at) => ({
      title: 'It will be deleted early',
      paragraphs: [
        sentence`${name} is deleted from ${at} on, unless somebody uses it or keeps it before. This is stored.`,
      ],
    }),
    notEarly: (name, at) => ({
      title: 'It keeps its date',
      paragraphs: [sentence`${name} is not deleted before ${at}. This is stored.`],
    }),
    notMine: (name, asked) => ({
      title: 'Somebody else is asked',
      paragraphs: [
        sentence`You said that ${name} is not yours. This is stored. ${
          asked
            ? 'Whoever looks after what nobody owns is told instead, and has the full time from then on.'
            : 'There is nobody else to ask, so it is not deleted.'
        }`,
        sentence`If its owner tag names you, have it corrected: it is the tag that is read.`,
      ],
    }),
    mine: (name) => ({
      title: 'You are asked again',
      paragraphs: [
        sentence`${name} is yours after all. This is stored. You get a new message about it, and have the full time from
then on.`,
      ],
    }),
  },
  unheard: {
    noMark: 'No deletion of it is planned any more.',
    nothingDeleted: 'Nothing of its kind is deleted at the moment.',
    begun: 'Its deletion has begun.',
    markedAnew: 'It was marked anew since the message of this link. Use the link in the newest message about it.',
    otherOwner: 'Somebody else is asked about it by now.',
    noOwner: 'Nobody owns it, and only its owner can have it deleted early. It keeps its date.',
    noticeOver: 'Its notice does not count any more. Wait for the next message.',
    fallbackUntold: 'The mail that must tell of it could not be sent, so it keeps its date. Try again later.',
    dateCome: 'Its date has come already.',
    notEarly: 'It is not deleted early.',
    saidAlready: 'You have said so already.',
    asFallback: 'Nobody owns it, and you are asked instead. Keep it, or tag it with its owner.',
    notSaid: 'You did not say that it is not yours.',
    changing: 'It was being changed at the same moment. Try again.',
  },
};

export const enPages: PageTexts = {
  relative,
  expiredTitle: 'This link has expired',
  invalidTitle: 'This link is not valid',
  expired: (at) => sentence`This link was valid until ${at}.`,
  invalid: 'This link is damaged, or it was not made by this Holystone. Open it again from the message, in full.',
  instead: 'Nothing was changed. To keep something, use the link in the newest message about it, or ask your operator.',
  notStoredTitle: 'Not safely stored',
  notStored: sentence`${strong('Not safely stored, try again.')} The store did not confirm your decision, so do not rely on it.`,
  tryAgain: 'Try again',
  busyTitle: 'Too much at once',
  busy: (isChange) =>
    isChange
      ? sentence`${strong('Your decision was not taken, try again.')} There are too many requests at the moment. Wait a minute, then reload this page: your browser sends the same again.`
      : sentence`There are too many requests at the moment. Wait a minute, then reload this page. Nothing was changed.`,
  problems: {},
  problemFoot: (status, requestId) => `Status ${status}, request ${requestId}.`,
  resource,
  message: enMessageTexts,
};
