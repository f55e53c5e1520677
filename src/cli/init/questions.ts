/** The five questions of `holystone init`. Pure. */
import { didYouMean } from '../../config/yaml/nearest.ts';
import { parseAddress } from '../../core/text/address.ts';
import type { Handler } from '../../handlers/contract/handler.ts';
import type { Starter } from '../../handlers/contract/starter.ts';

/** The options of the command, in the order in which their values are asked for. */
export const FLAGS = ['account', 'locations', 'types', 'fallback', 'sender'] as const;
/** An option of `init` without its dashes: `account` is `--account`. */
export type Flag = (typeof FLAGS)[number];

/** One question of `init`; a flag may answer it. */
export interface Question {
  readonly text: string;
  readonly example: string;
  /** The answer when none is given. */
  readonly standard?: string;
  /** The reason why an answer is invalid; `undefined` = it is valid. */
  problemOf(answer: string): string | undefined;
}

const ALL = 'all';
const NONE = 'none';

/** One question per flag; a question without a `standard` answer must be answered. */
export function questionsFor(starter: Starter, handlers: readonly Handler[]): Readonly<Record<Flag, Question>> {
  const types = handlers.map(({ resourceType }) => resourceType);
  return {
    account: starter.account,
    locations: { ...starter.location, problemOf: eachOf((location) => starter.location.problemOf(location)) },
    types: {
      text: `Types, separated by commas (${types.join(', ')})`,
      example: types.slice(0, 2).join(','),
      standard: ALL,
      problemOf: (answer) => (answer === ALL ? undefined : eachOf((type) => typeProblem(type, types))(answer)),
    },
    fallback: {
      text: 'The mail address to notify about resources without an owner',
      example: 'cloud@example.com',
      problemOf: addressProblem,
    },
    sender: {
      text: 'The mail address that sends the notices, or none',
      example: 'holystone@example.com',
      standard: NONE,
      problemOf: (answer) => (answer === NONE ? undefined : addressProblem(answer)),
    },
  };
}

/** The valid answers, as the configuration needs them. */
export interface Answers {
  readonly account: string;
  readonly locations: readonly string[];
  readonly types: readonly string[];
  readonly fallback: string;
  /** Absent: no mail is sent. */
  readonly sender?: string;
}

/** @param given a valid answer to each question */
export function answersFrom(given: Readonly<Record<Flag, string>>, handlers: readonly Handler[]): Answers {
  const { account, locations, types, fallback, sender } = given;
  return {
    account,
    locations: listOf(locations),
    types: types === ALL ? togetherOf(handlers) : listOf(types),
    fallback,
    ...(sender === NONE ? {} : { sender }),
  };
}

/** All but those that stop what another one deletes: live in one place, each would undo the other. */
function togetherOf(handlers: readonly Handler[]): readonly string[] {
  const stopping = new Set(handlers.flatMap(({ stopEndsMark, stoppedAs }) => (stopEndsMark ? [stoppedAs] : [])));
  return handlers.map(({ resourceType }) => resourceType).filter((type) => !stopping.has(type));
}

/** The items without repetitions. */
function listOf(answer: string): readonly string[] {
  const items = answer.split(',').map((item) => item.trim());
  return [...new Set(items.filter((item) => item !== ''))];
}

function eachOf(problemOf: (item: string) => string | undefined): Question['problemOf'] {
  return (answer) => {
    const items = listOf(answer);
    if (items.length === 0) return 'at least one is needed';
    return items.flatMap((item) => found(item, problemOf(item)) ?? []).at(0);
  };
}

function found(item: string, problem: string | undefined): string | undefined {
  return problem === undefined ? undefined : `found "${item}"; ${problem}`;
}

function typeProblem(type: string, types: readonly string[]): string | undefined {
  return types.includes(type) ? undefined : `${didYouMean(type, types)}allowed: ${types.join(', ')}`;
}

/** In the file `${` would begin the name of a variable. */
function addressProblem(answer: string): string | undefined {
  const isAddress = parseAddress(answer) !== undefined && !answer.includes('${');
  return isAddress ? undefined : 'allowed: an address such as cloud@example.com';
}
