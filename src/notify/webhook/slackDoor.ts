/** What an app of Slack needs where a person presses one of its buttons: who that is, and an answer to them. */
import type { Language } from '../../core/common/language.ts';
import type { SendResult } from '../../core/notice/digest.ts';
import { ofAddress, personOf, type SlackApi } from './slackApp.ts';
import { post } from './webhookPost.ts';

/** The part of the settings of an app of Slack about its buttons. */
export interface SlackDoorSettings {
  readonly name: string;
  /** Of the API, without a method. */
  readonly url: string;
  readonly token: string;
  readonly signingSecret: string;
  readonly language: Language;
  readonly links: boolean;
  /** Address in lower case → ids of people who decide for it, beside the person who has it. */
  readonly people: Readonly<Record<string, readonly string[]>>;
  /** Addresses of those who may decide about every message in a channel. */
  readonly operators: readonly string[];
}

/** One answer to whoever pressed, in Slack's markup. */
export interface SlackAnswer {
  readonly text: string;
  /** The others in the channel read it too. */
  readonly isPublic: boolean;
}

/** The buttons of one app of Slack. */
export interface SlackDoor
  extends Pick<SlackDoorSettings, 'name' | 'signingSecret' | 'language' | 'links' | 'operators'> {
  /**
   * Which of these addresses this person decides for: the first; `undefined` = none.
   * @param user the id of a person in Slack
   * @throws Error when Slack does not say who has one of them
   */
  whoPressed(user: string, addresses: readonly string[]): Promise<string | undefined>;
  /** Posts to the address that came with a press; never rejects, and calls no address that is not Slack's. */
  answer(url: string, answer: SlackAnswer): Promise<SendResult>;
  /** Ends waits between attempts. */
  close(): void;
}

/** A person waits for it. */
const TIMES = { timeoutMs: 5_000, budgetMs: 10_000 } as const;

/** Opens no connection. */
export function createSlackDoor(settings: SlackDoorSettings, times: Partial<SlackApi> = {}): SlackDoor {
  const { name, url, signingSecret, language, links, operators, people } = settings;
  const stop = new AbortController();
  const api: SlackApi = { ...TIMES, ...times, url, headers: () => ({}) };
  return {
    ...{ name, signingSecret, language, links, operators },
    async whoPressed(user, addresses) {
      const named = addresses.find((address) => ofAddress(people, address)?.includes(user));
      if (named !== undefined) return named;
      const unasked: string[] = [];
      for (const address of addresses) {
        // The same look-up finds who gets a message: an address in a profile of another workspace proves nothing.
        const { id, isKnown, result } = await personOf(api, settings, address, stop.signal);
        if (id === user) return address;
        if (!isKnown) unasked.push(`${address}: ${result.kind === 'accepted' ? 'no answer' : result.why}`);
      }
      if (unasked.length > 0) throw new Error(`Slack did not say who has an address: ${unasked.join('; ')}`);
      return undefined;
    },
    async answer(to, { text, isPublic }) {
      if (!isOfSlack(to, url)) return { kind: 'rejected', why: 'the address for the answer is not one of Slack' };
      // Else Slack puts the answer in the place of the message.
      const message = { response_type: isPublic ? 'in_channel' : 'ephemeral', replace_original: false, text };
      return post({ ...api, url: to }, JSON.stringify(message), stop.signal);
    },
    close: () => stop.abort(),
  };
}

/**
 * Slack's hooks over HTTPS, those of the Slack that the API belongs to, or the place of the API itself.
 * @param api the address of the API in the configuration
 */
export function isOfSlack(address: string, api: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, host, origin, username, password } = new URL(address);
  if (username !== '' || password !== '') return false;
  const own = new URL(api);
  if (origin === own.origin) return true;
  return protocol === 'https:' && ['hooks.slack.com', `hooks.${own.hostname}`].includes(host);
}
