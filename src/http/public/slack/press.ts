/** What Slack says when a person presses a button: `https://docs.slack.dev/reference/interaction-payloads/block_actions-payload`. */
import { z } from 'zod';
import { SLACK_ACTIONS } from '../../../notify/chat/slackBody.ts';

const Interaction = z.object({
  type: z.string(),
  user: z.object({ id: z.string().min(1) }).optional(),
  channel: z.object({ id: z.string() }).optional(),
  response_url: z.string().optional(),
  actions: z
    .array(z.object({ action_id: z.string(), value: z.string().optional(), url: z.unknown().optional() }))
    .optional(),
});

/** A person pressed a button of ours. */
export interface Press {
  readonly button: keyof typeof SLACK_ACTIONS;
  /** Id of a person in Slack. */
  readonly user: string;
  /** In a channel, and not in a direct message. */
  readonly isChannel: boolean;
  /** What the button carries. */
  readonly value: string;
  /** Where an answer to the person goes; as Slack says, so not proven to be at Slack. */
  readonly answerTo: string | undefined;
}

/** `other`: something that needs no more than an acknowledgement, such as a link. `undefined`: this is not of Slack. */
export function readPress(form: string): Press | 'other' | undefined {
  const parsed = Interaction.safeParse(fromJson(new URLSearchParams(form).get('payload')));
  if (!parsed.success) return undefined;
  const { type, user, channel, actions: [action] = [], response_url: answerTo } = parsed.data;
  if (type !== 'block_actions' || !user || !action) return 'other';
  const button = (['keep', 'open'] as const).find((one) => SLACK_ACTIONS[one] === action.action_id);
  // Slack opens a link by itself.
  if (button === undefined || (button === 'open' && action.url !== undefined)) return 'other';
  const isChannel = /^[CG]/.test(channel?.id ?? '');
  return { button, user: user.id, isChannel, value: action.value ?? '', answerTo };
}

function fromJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}
