/**
 * Members that must name something. An answer that leaves the name out would be taken for one that mentions nothing, and
 * that is the only way in which looking through an answer can lose a use. Pure.
 */

interface MustName {
  /** Of a list, or of the one specification of a launch template; without capitals, `_` and `-`. */
  readonly member: RegExp;
  /** The members of an element of which one must have a value; an element that is a text is the name itself. */
  readonly by: RegExp;
  /** In a sentence: `it came with a security group without id`. */
  readonly noun: string;
}

const MUST_NAME: readonly MustName[] = [
  {
    member: /securitygroups?(?:ids?|idlist|memberships?)?$|^groups$|^useridgrouppairs$/,
    by: /^(?:arn|group|id|name)$|group(?:arn|id|identifier|name)$/,
    noun: 'security group without id',
  },
  {
    member: /targetgroups?(?:arns?|infolist)?$/,
    by: /^(?:targetgroup)?(?:arn|identifier|name)$/,
    noun: 'target group without ARN',
  },
  {
    member: /loadbalancers?(?:arns?|names?)?$|^elbinfolist$/,
    by: /^(?:loadbalancer|targetgroup)?(?:arn|name)$/,
    noun: 'load balancer without ARN and name',
  },
  {
    member: /autoscalinggroups?(?:arns?|names?)?$/,
    by: /^(?:autoscalinggroup)?(?:arn|name)$/,
    noun: 'group without name',
  },
  { member: /^trafficsources$/, by: /^identifier$/, noun: 'source of traffic without identifier' },
  { member: /^containerdefinitions$/, by: /^image$/, noun: 'container without image' },
  {
    member: /^(?:custom)?launchtemplate(?:s|configs|configurations|specification)?$/,
    by: /^(?:launchtemplate)?(?:arn|id|name|specification)$/,
    noun: 'launch template without id or name',
  },
  { member: /(?:image|launchtemplate|networkinterface|snapshot|volume)ids$/, by: /./, noun: 'resource without id' },
];

/** They may stand alone, and not in a list. */
const ALONE = /^(?:custom)?launchtemplate(?:specification)?$/;

/**
 * Members in which people write what they like, or by keys of their own: a list `groups` there need not name security groups.
 * Compared with the SDK's schemas by test/unit/handlers/blankMembers.test.ts.
 */
export const OF_PEOPLE: ReadonlySet<string> = new Set([
  'CodeGenConfigurationNodes',
  'LogPublishingOptions',
  'LogTypes',
  'Parameters',
  'ResponseParameters',
  'RouteSettings',
  'TargetMaps',
  'TaskParameters',
  'additionalParams',
  'hookDetails',
  'initialCapacity',
  'inputSchema',
  'integrationResponses',
  'logTypes',
  'methodResponses',
  'methodSettings',
  'parameterValues',
  'properties',
  'resourceMethods',
  'retrievalConfig',
  'variableReferences',
  'workerTypeSpecifications',
]);

/** Deeper than any answer of a service. */
const DEEPEST = 32;

/**
 * What a plain answer leaves out, in words: `security group without id`. What people write into texts is not looked at.
 * @returns `undefined`: every member that must name something does
 */
export function blankIn(answer: unknown, member = '', depth = 0): string | undefined {
  if (typeof answer !== 'object' || answer === null || depth > DEEPEST) return undefined;
  if (answer instanceof Date || answer instanceof Uint8Array) return undefined;
  const must = mustName(member);
  if (Array.isArray(answer)) {
    for (const one of answer) {
      if (must && !Array.isArray(one) && !isNamed(one, must)) return must.noun;
      // Its own members count, as in a list of lists the list that they stand in.
      const inner = blankIn(one, Array.isArray(one) ? member : '', depth + 1);
      if (inner !== undefined) return inner;
    }
    return undefined;
  }
  if (must && ALONE.test(plain(member)) && !isNamed(answer, must)) return must.noun;
  for (const key in answer) {
    const one = (answer as Readonly<Record<string, unknown>>)[key];
    if (typeof one !== 'object' || key === '$metadata' || OF_PEOPLE.has(key)) continue;
    const inner = blankIn(one, key, depth + 1);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

function isNamed(element: unknown, { by }: MustName): boolean {
  if (typeof element === 'string') return element.trim() !== '';
  if (typeof element !== 'object' || element === null) return false;
  return Object.entries(element).some(
    ([key, value]) =>
      by.test(plain(key)) && (typeof value === 'string' ? value.trim() !== '' : typeof value === 'object' && value),
  );
}

const known = new Map<string, MustName | undefined>();
/** Members of services are few. */
const MOST_KNOWN = 10_000;

function mustName(member: string): MustName | undefined {
  let must = known.get(member);
  if (must || known.has(member)) return must;
  must = MUST_NAME.find((one) => one.member.test(plain(member)));
  if (known.size < MOST_KNOWN) known.set(member, must);
  return must;
}

function plain(member: string): string {
  return member.replace(/[_-]/g, '').toLowerCase();
}
