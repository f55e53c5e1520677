/**
 * What requests said about the things that they made, given back wherever the answers of their service have members of the
 * same names: the services here play a few members of each thing, and AWS keeps all of them.
 */
import type { KeptInput, Members } from '../store/keptInput.ts';
import type { OperationSchema, Schema } from './schema.ts';

/** Their things change by themselves: what was asked for is not what there is. They are played member by member. */
const PLAYED_WHOLE = new Set(['autoscaling', 'ec2', 'elasticloadbalancing', 's3']);

const SAYS = /^(Create|Delete|Modify|Put|Register|Update)(\w+?)(?:Version|Configuration)?$/;
/** After these nothing counts that was said of a thing with this name before. */
const BEGINS = new Set(['Create', 'Delete', 'Register']);
/** What stands for the thing in an answer that says more of it than its id or name. */
const NAMES = /(?:Id|^name|^SpecifiedImage)$/;
const READS = /^(?:BatchGet|Describe|Get|List|Search)(\w+)$/;

/** What the requests of a region said, the newest first. */
interface Keeps {
  keptInputs: readonly KeptInput[];
}

/** @param operation the request, and whether the thing is played no further than by what was said of it */
export function keepInput(
  here: Keeps,
  service: string,
  { name, isMadeByInput }: { readonly name: string; readonly isMadeByInput?: true },
  input: Members,
  output: Members,
): void {
  const [, verb = '', noun = ''] = SAYS.exec(name) ?? [];
  if (noun === '' || (PLAYED_WHOLE.has(service) && !isMadeByInput)) return;
  const about = noun.toLowerCase();
  const names = new Set([input, ...withInner(output)].flatMap((one) => namesOf(one, about)));
  if (names.size === 0) return;
  const isOfIt = (one: KeptInput) =>
    one.service === service && one.noun === about && [...names].some((own) => one.names.has(own));
  const before = here.keptInputs.filter((one) => !BEGINS.has(verb) || !isOfIt(one));
  here.keptInputs = verb === 'Delete' ? before : [{ service, noun: about, names, input }, ...before];
}

/** The answer, with what is missing in it and was said: the newest first. */
export function withKept(
  here: Keeps,
  service: string,
  { name, output: schema }: Pick<OperationSchema, 'name' | 'output'>,
  output: Members,
): Members {
  const noun = READS.exec(name)?.[1]?.toLowerCase();
  const kept = here.keptInputs.filter((one) => one.service === service);
  return noun === undefined || kept.length === 0 ? output : (filled(schema, output, noun, kept, true) as Members);
}

/**
 * @param about the words that say what the value is: the operation, or the structure
 * @param isWhole it is the answer itself, whose parts may be about the thing too: `Configuration` of a function
 */
function filled(schema: Schema, value: unknown, about: string, kept: readonly KeptInput[], isWhole = false): unknown {
  if (Array.isArray(value) && schema.isListSchema())
    return value.map((one) => filled(schema.getValueSchema(), one, about, kept));
  if (!isMembers(value) || !schema.isStructSchema()) return value;
  const members = { ...value };
  for (const [member, inner] of schema.structIterator()) {
    if (members[member] !== undefined)
      members[member] = filled(inner, members[member], inner.getName()?.toLowerCase() ?? '', kept);
  }
  const own = kept.filter(({ noun, names }) => {
    const isNamed = about.includes(noun) || (schema.getName() ?? '').toLowerCase().includes(noun);
    const parts = isWhole && isNamed ? withInner(members) : [members];
    return parts.some((part) => namesOf(part, noun, isNamed).some((name) => names.has(name)));
  });
  return own.reduce((so, { input }) => merged(schema, so, input), members as unknown);
}

function withInner(members: Members): readonly Members[] {
  return [members, ...Object.values(members).filter(isMembers)];
}

/**
 * The values of the members that name a thing: `ModelName`, `modelArn`, `JobDefinitionName` of a ModelBiasJobDefinition; `name` where it
 * is known of what.
 */
function namesOf(members: Members, noun: string, isNamed = true): readonly string[] {
  return Object.entries(members).flatMap(([member, value]) => {
    if (typeof value !== 'string' || value === '') return [];
    const [, stem] = /^(.*?)(?:name|id|identifier|arn)$/.exec(member.toLowerCase()) ?? [];
    const says = stem === '' ? isNamed : member.toLowerCase() === noun || (stem !== undefined && noun.endsWith(stem));
    return says ? [value] : [];
  });
}

/** What the answer says stays; what it lacks comes from the input, where it has the form of the answer's member. */
function merged(schema: Schema, value: unknown, input: unknown): unknown {
  if (value === undefined || value === null) return fitting(schema, input);
  if (Array.isArray(value) && Array.isArray(input) && schema.isListSchema() && value.length === input.length)
    return value.map((one, index) => merged(schema.getValueSchema(), one, input[index]));
  if (!isMembers(value) || !isMembers(input) || !schema.isStructSchema()) return value;
  const members = { ...value };
  for (const [member, inner] of schema.structIterator()) {
    const one = merged(inner, members[member], input[member] ?? input[askedAs(member)]);
    if (one !== undefined) members[member] = one;
  }
  return members;
}

/** The member of the request: `VpcSecurityGroupIds` become `VpcSecurityGroups`, `ImageId` the `CurrentImageId`. */
function askedAs(member: string): string {
  const [, what = member] = /^(?:Current|Deployed)(\w+)$/.exec(member) ?? [];
  return what === member ? member.replace(/s$/, 'Ids') : what;
}

/** `undefined` for a value of another form; an id is a structure with it. */
function fitting(schema: Schema, value: unknown): unknown {
  if (value === undefined || value === null) return undefined;
  if (schema.isListSchema()) {
    const items = Array.isArray(value) ? value.map((one) => fitting(schema.getValueSchema(), one)) : [undefined];
    return items.includes(undefined) ? undefined : items;
  }
  if (schema.isMapSchema()) return isMembers(value) ? value : undefined;
  if (schema.isStructSchema()) {
    if (typeof value !== 'string') return isMembers(value) ? merged(schema, {}, value) : undefined;
    const [named] = [...schema.structIterator()].find(([name, one]) => NAMES.test(name) && one.isStringSchema()) ?? [];
    return named === undefined ? undefined : { [named]: value };
  }
  if (schema.isTimestampSchema()) return value instanceof Date ? value : undefined;
  if (schema.isStringSchema()) return typeof value === 'string' ? value : undefined;
  return typeof value === 'object' ? undefined : value;
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
