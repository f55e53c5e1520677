/** The clauses of the scripts, as they stand there, and the rest when one of them is missing. */
import type { Edit } from './cutOut.ts';

const permit = (from: string, to = ''): Edit => ({ script: 'permit', from, to });

/** Who reads nothing stored judges the mark that he was handed. */
const AS_HANDED = "stored = stored or (string.gsub(ARGV[10], '|deleting|', '|noticed|', 1))";

export const PERMIT_WITHOUT = {
  lock: [permit("if redis.call('GET', KEYS[2]) ~= ARGV[2] then return denied('lock', '') end")],
  optedOut: [permit("if optedOut(KEYS[5], ARGV[i], earlier) then return denied('optedOut', ARGV[i]) end")],
  pattern: [permit("if pattern then return denied('optedOut', 'pattern:' .. pattern) end")],
  changed: [
    permit("if not stored then return denied('changed', 'there is no mark any more') end", AS_HANDED),
    permit(
      "if string.sub(stored, 1, #ARGV[5]) ~= ARGV[5] then return denied('changed', 'the mark was changed meanwhile') end",
    ),
    permit("if state == 'deleting' then return denied('changed', 'a permit was given already') end"),
  ],
  identity: [permit("if identity ~= ARGV[6] then return denied('identity', '') end")],
  notice: [permit("if ARGV[7] == '1' then", 'if false then')],
  due: [permit("if not (tonumber(dueAt) <= earlier) then return denied('due', 'its date has not come') end")],
  refusals: [
    permit("if ARGV[14] ~= '' and refusals >= tonumber(ARGV[14]) then return denied('refusals', ARGV[14]) end"),
  ],
  budget: [permit("if permits >= tonumber(ARGV[8]) then return denied('budget', ARGV[8]) end")],
  /** Not a clause: grants, and does not record the coming deletion. */
  intent: [permit("redis.call('HSET', KEYS[3], id, ARGV[10])")],
} as const satisfies Record<string, readonly Edit[]>;

export const APPLY_WITHOUT_COMPARING: readonly Edit[] = [
  {
    script: 'apply',
    from: `  if expected == '' then
    if stored then answer = 'c' end
  elseif not stored or string.sub(stored, 1, #expected) ~= expected then
    answer = 'c'
  end
`,
    to: '',
  },
];

const beat = (from: string, to = ''): Edit => ({ script: 'beat', from, to });

export const BEAT_WITHOUT = {
  comparing: [beat("if not incarnation or isBehind or isUnknown or ARGV[5] == '1' then", 'if not incarnation then')],
  ownBeat: [beat(' or hasForgotten(KEYS[4], ARGV[10], known)')],
  control: [
    beat("if ARGV[i + 1] == '' then redis.call('HDEL', KEYS[2], ARGV[i])", 'if true then'),
    beat("else redis.call('HSET', KEYS[2], ARGV[i], ARGV[i + 1]) end", 'end'),
  ],
} as const satisfies Record<string, readonly Edit[]>;

export const RESERVE_WITHOUT_LIMIT: readonly Edit[] = [
  {
    script: 'reserveFleet',
    from: "if ARGV[9] ~= '' and counted >= tonumber(ARGV[9]) then return remember('budget|' .. ARGV[9]) end",
    to: '',
  },
];

const reserve = (from: string): Edit => ({ script: 'reserveFleet', from, to: '' });

export const RESERVE_WITHOUT = {
  stage: [reserve("if ARGV[4] ~= 'canary' and ARGV[4] ~= 'live' then return 'stage|' .. ARGV[4] end")],
  ownCount: [reserve('if isSame then counted = math.max(counted, tonumber(ARGV[11])) end')],
  canary: [
    reserve("if earlier < ends and at <= later + 300000 then return remember(string.format('paused|%.0f', ends)) end"),
  ],
} as const satisfies Record<string, readonly Edit[]>;
