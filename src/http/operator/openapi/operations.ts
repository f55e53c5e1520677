import type { z } from 'zod';
import * as fleet from './answers/fleet.ts';
import * as notices from './answers/notices.ts';
import * as resources from './answers/resources.ts';

/** A request that a client can send as it is, but for the values of its own fleet. */
export interface Example {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** The description of a route, beside the schemas that validate its requests. */
export interface About {
  readonly summary: string;
  /** Of a success; the tests compare every answer with it. */
  readonly answer: z.ZodType;
  readonly example: Example;
  /** The answer is a stream of server-sent events, and `answer` is the `data` of one of them. */
  readonly isStream?: true;
}

const namespace = 'aws:prod:us-east-1:image';
const id = 'ami-0123456789abcdef0';
const ofNamespace = { path: { namespace } };
const ofResource = { path: { namespace, id } };
const firstPage = { query: { limit: 50 } };

/** Each route of the API by method and address; a route without an entry stops the listener's start. */
export const OPERATIONS: Readonly<Record<string, About>> = {
  'GET /namespaces': {
    summary: 'The namespaces with their counts and their last passes, one page at a time.',
    answer: fleet.Namespaces,
    example: firstPage,
  },
  'GET /marks': {
    summary: 'The marks, filtered and in order, one page at a time.',
    answer: resources.Marks,
    example: { query: { type: 'image', state: 'noticed', sort: 'cost', order: 'desc', limit: 50 } },
  },
  'POST /marks/keep': {
    summary: 'Keep several resources, with an answer for each.',
    answer: resources.KeptEach,
    example: { body: { items: [{ namespace, id }], until: '30d', reason: 'the release of December needs it' } },
  },
  'POST /marks/undo': {
    summary: 'Take back the opt-outs of several resources, with an answer for each.',
    answer: resources.TakenBackEach,
    example: { body: { items: [{ namespace, id }] } },
  },
  'POST /marks/recalculate': {
    summary: 'Bring forward the deletion dates of several marks, with an answer for each.',
    answer: resources.RecalculatedEach,
    example: { body: { items: [{ namespace, id }], seconds: 86_400 } },
  },
  'GET /marks/{namespace}/{id}': {
    summary: 'One resource: its mark, its opt-outs and its history.',
    answer: resources.Resource,
    example: ofResource,
  },
  'GET /check/{namespace}/{id}': {
    summary: 'Evaluate one resource now. Reads the cloud, writes nothing.',
    answer: resources.Check,
    example: ofResource,
  },
  'POST /check/{namespace}/{id}': {
    summary: 'Evaluate one resource now. Reads the cloud, writes nothing.',
    answer: resources.Check,
    example: ofResource,
  },
  'GET /opt-outs': {
    summary: 'The opt-outs of all namespaces, one page at a time.',
    answer: resources.OptOutsOfAll,
    example: firstPage,
  },
  'GET /opt-outs/{namespace}': {
    summary: 'The opt-outs of a namespace, one page at a time.',
    answer: resources.OptOuts,
    example: { ...ofNamespace, ...firstPage },
  },
  'GET /opt-outs/{namespace}/matching': {
    summary: 'The marks that a pattern of ids and names would keep; stores nothing.',
    answer: resources.Matching,
    example: { ...ofNamespace, query: { pattern: 'release-*' } },
  },
  'PUT /opt-outs/{namespace}/{id}': {
    summary: 'Keep a resource, a group, or all resources whose id or name matches a pattern.',
    answer: resources.Kept,
    example: { ...ofResource, body: { until: '30d', reason: 'the release of December needs it' } },
  },
  'DELETE /opt-outs/{namespace}/{id}': {
    summary: 'Take back opt-outs.',
    answer: resources.TakenBack,
    example: { ...ofResource, query: { group: false } },
  },
  'POST /approvals': {
    summary:
      'Approve exactly the changes a blocked pass was stopped for, or some families of its new marks; that holds the others.',
    answer: fleet.Approval,
    example: { body: { namespace, passId: '01KAEXAMPLE', action: 'mark' } },
  },
  'POST /namespaces/{namespace}/recalculate': {
    summary: 'Bring forward the deletion dates of the oldest marks.',
    answer: fleet.Recalculation,
    example: { ...ofNamespace, body: { seconds: 86_400, count: 10 } },
  },
  'GET /service': {
    summary: 'Whether the fleet is in service, with the kill switch and the readiness.',
    answer: fleet.ServiceState,
    example: {},
  },
  'PUT /service': {
    summary: 'Put the fleet in service, or take it out.',
    answer: fleet.Controlled,
    example: { body: { service: 'in', reason: 'the maintenance is over' } },
  },
  'PUT /kill-switch': {
    summary: 'Stop all deletions, or allow them again.',
    answer: fleet.Controlled,
    example: { body: { on: true, reason: 'incident 42' } },
  },
  'GET /limits': { summary: 'The limits in force.', answer: fleet.Limits, example: {} },
  'PUT /limits': {
    summary: 'Change the limits; null returns to the configured value.',
    answer: fleet.ChangedLimits,
    example: { body: { capacity: 4, deletesPerDay: null, starveAfter: '2h', reason: 'a slow day' } },
  },
  'GET /stages': {
    summary: 'The rollout stage of each type in each account.',
    answer: fleet.Stages,
    example: { query: { namespace: 'aws:prod:*:image' } },
  },
  'PUT /stages': {
    summary: 'Move types to a rollout stage.',
    answer: fleet.MovedStages,
    example: { body: { namespace, stage: 'notify', reason: 'the owners are known' } },
  },
  'GET /history': {
    summary: 'The last changes of the control of the fleet, with actor and reason.',
    answer: fleet.ControlHistory,
    example: {},
  },
  'GET /history/{namespace}/{id}': {
    summary: 'The events of one resource, oldest first.',
    answer: resources.History,
    example: ofResource,
  },
  'GET /events': {
    summary: 'The newest events of the fleet: of marks, messages, opt-outs, deletions and the control.',
    answer: fleet.Events,
    example: { query: { event: 'deleted', limit: 50 } },
  },
  'GET /events/live': {
    summary: 'The same as they happen, as server-sent events (`text/event-stream`).',
    answer: fleet.LiveEvent,
    isStream: true,
    example: { query: { namespace: 'fleet' } },
  },
  'GET /activity': {
    summary: 'How many events of each kind happened, by hour or by day (UTC).',
    answer: fleet.Activity,
    example: { query: { bucket: '1d', days: 7 } },
  },
  'GET /passes': {
    summary: 'The last passes of a namespace, newest first; those that said the same one after the other are one.',
    answer: fleet.Passes,
    example: { query: { namespace, action: 'mark' } },
  },
  'GET /blocked/{namespace}/{passId}': {
    summary: 'The changes of a blocked pass, and how they differ from the blocked pass before it.',
    answer: fleet.Blocked,
    example: { path: { namespace, passId: '01KAEXAMPLE' } },
  },
  'GET /instances': {
    summary: 'The live instances and where their configurations differ.',
    answer: fleet.Instances,
    example: {},
  },
  'GET /configuration': {
    summary: 'The configuration file of this instance, without its secrets.',
    answer: fleet.Configuration,
    example: {},
  },
  'GET /configuration/{namespace}': {
    summary: 'The settings of a namespace with all defaults, without secrets.',
    answer: fleet.NamespaceConfiguration,
    example: ofNamespace,
  },
  'POST /configuration/reload': {
    summary: 'Read the configuration file of this instance again.',
    answer: fleet.Reload,
    example: {},
  },
  'POST /notices/{messageId}/bounce': {
    summary: 'Report that a message did not reach its recipient.',
    answer: notices.Bounce,
    example: {
      path: { messageId: 'a1b2c3@holystone.example.com' },
      body: { recipient: 'ann@example.com', reason: '550 5.1.1 no such user', permanent: true },
    },
  },
  'POST /notices/{messageId}/again': {
    summary: 'Send a message again, at most one per owner in an hour. It is no notice and moves no date.',
    answer: notices.SentAgain,
    example: {
      path: { messageId: 'a1b2c3@holystone.example.com' },
      body: { reason: 'Ann deleted the message by mistake' },
    },
  },
  'GET /notices': {
    summary: 'The messages to owners, newest first, one page at a time.',
    answer: notices.Notices,
    example: { query: { owner: 'ann@example.com', state: 'accepted', since: '2026-05-01', limit: 50 } },
  },
  'GET /notices/preview': {
    summary: 'The next message to an owner, as text.',
    answer: notices.Preview,
    example: { query: { owner: 'ann@example.com' } },
  },
  'GET /notices/{messageId}': {
    summary: 'A message that was sent, with its resources as they are today.',
    answer: notices.Notice,
    example: { path: { messageId: 'a1b2c3@holystone.example.com' } },
  },
  'GET /notices/waiting': {
    summary: 'The owners whose messages wait or were refused, one page at a time.',
    answer: notices.WaitingNotices,
    example: firstPage,
  },
  'GET /savings': {
    summary:
      'What the deletions of each month save a month from then on, by team (the owner, or what `owner.team` says) and type, newest first.',
    answer: resources.Savings,
    example: { query: { month: '2026-06' } },
  },
  'GET /costs': {
    summary:
      'The monthly cost of all marks by namespace, account and owner, the highest first, and of the last months.',
    answer: resources.Costs,
    example: { query: { limit: 20 } },
  },
};
