/** What a pressed button does: it keeps all resources of its message, by the function of the page, or it changes nothing. */
import { messageOf, StoreError } from '../../../core/common/errors.ts';
import { type MessageClaims, verifyButton } from '../../../core/owner/optOutToken.ts';
import { addressesOf } from '../../../core/owner/owners.ts';
import { slackText } from '../../../notify/chat/slackBody.ts';
import type { Catalogue } from '../../../notify/texts/common/catalogue.ts';
import { catalogueOf } from '../../../notify/texts/index.ts';
import type { SlackAnswer, SlackDoor } from '../../../notify/webhook/slackDoor.ts';
import type { PublicDeps } from '../../app/deps.ts';
import { decisionOf } from '../link/choice.ts';
import { endOf } from '../link/parts.tsx';
import { type KeptPart, keepNamed } from '../message/keepAll.ts';
import { about } from '../message/messageReader.ts';
import { isOnRecord } from '../message/notified.ts';
import { keptLines } from '../message/pages.tsx';
import type { Press } from './press.ts';

/** What the person is told, and whether the press did what it was for or may not do it. */
export type Pressed = SlackAnswer & {
  /** Something that may be otherwise in a minute: nothing may look as if it had worked. */
  readonly hasFailed: boolean;
};

/** When it was pressed, ms since the epoch. */
type PressedAt = Press & { readonly at: number };

type Deps = PublicDeps & { readonly slack: NonNullable<PublicDeps['slack']> };

/** Never rejects. */
export async function press(deps: Deps, door: SlackDoor, pressed: PressedAt): Promise<Pressed> {
  const { slack } = catalogueOf(door.language);
  const failed = (why: string) => ({ text: slackText([why]), isPublic: false, hasFailed: true });
  try {
    return await decide(deps, door, pressed);
  } catch (error) {
    const fields = { transport: door.name, slackUser: pressed.user, problem: messageOf(error) };
    if (error instanceof UnaskedError) {
      deps.log.warn(fields, 'Slack did not say who pressed a button');
      return failed(slack.unasked);
    }
    if (error instanceof StoreError)
      deps.log.warn(fields, 'the store did not confirm what a button in Slack was to keep');
    else deps.log.error(fields, 'a button in Slack failed');
    return failed(slack.notStored);
  }
}

class UnaskedError extends Error {
  override readonly name = 'UnaskedError';
}

async function decide(deps: Deps, door: SlackDoor, pressed: PressedAt): Promise<Pressed> {
  const { button, user, isChannel, value, at } = pressed;
  const catalogue = catalogueOf(door.language);
  const texts = catalogue.slack;
  const checked = verifyButton(value, deps.keys, deps.clock.now());
  if (checked.kind !== 'valid') return privateAnswer([checked.kind === 'expired' ? texts.expired : texts.unreadable]);
  const { claims } = checked;
  if (!(await isOnRecord(deps, claims))) return privateAnswer([catalogue.pages.message.forgotten]);
  const { owner } = claims;
  const page = { text: texts.page, url: deps.slack.pageOf(claims) };
  const addresses = [...addressesOf(owner), ...(isChannel ? door.operators : [])];
  const actor = await door.whoPressed(user, addresses).catch((cause: unknown) => {
    throw new UnaskedError(messageOf(cause), { cause });
  });
  // The page decides as the owner, for everybody who has it: it is told to others only where the message has its link anyway.
  const isOwners = actor !== undefined && addressesOf(owner).includes(actor);
  const below = door.links || isOwners ? page : undefined;
  if (actor === undefined) return privateAnswer([texts.notYours(owner)], below);
  if (button === 'open') return privateAnswer(below ? [] : [texts.notYours(owner)], below);
  const decision = decisionOf({ keep: '30d', reason: `Slack: ${user}` }, actor, at);
  const { lines, hasStored, kept } = await keepAll(deps, claims, decision, catalogue);
  deps.log.info({ transport: door.name, slackUser: user, actor, messageId: claims.messageId, kept }, 'a button kept');
  const isRead = hasStored && isChannel && !door.links;
  return { ...privateAnswer([texts.by(actor), ...lines], isRead ? undefined : below), isPublic: hasStored };
}

function privateAnswer(lines: readonly string[], below?: Parameters<typeof slackText>[1]): Pressed {
  return { text: slackText(lines, below), isPublic: false, hasFailed: false };
}

/** Part by part, until nothing of the message is left. Rejects with `StoreError` when the store did not confirm a decision. */
async function keepAll(
  deps: Deps,
  claims: MessageClaims,
  decision: ReturnType<typeof decisionOf>,
  catalogue: Catalogue,
): Promise<{ readonly lines: readonly string[]; readonly hasStored: boolean; readonly kept: number }> {
  const parts: KeptPart[] = [];
  for (let from: number | undefined = 0; from !== undefined; from = parts.at(-1)?.next) {
    parts.push(await keepNamed(deps, claims, { from, only: undefined, shown: undefined }, decision));
  }
  const sum = (of: 'kept' | 'already' | 'unplanned' | 'over' | 'begun') =>
    parts.reduce((all, part) => all + part[of], 0);
  const done = {
    kept: sum('kept'),
    already: sum('already'),
    unplanned: sum('unplanned'),
    over: sum('over'),
    begun: sum('begun'),
    until: endOf({ timeZone: 'UTC', catalogue }, decision),
  };
  const marks = parts.flatMap((part) => part.marks);
  const lines = keptLines(about(deps, catalogue, marks), done).map(({ text }) => text);
  return { lines, hasStored: parts.some((part) => part.hasStored), kept: done.kept };
}
