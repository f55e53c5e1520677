/** The members of answers and where they stand: what a name of a member says is found out once, not for each value. */

import { allOf, anyName, hides, type Secrecy, saidBy, secrecyOf } from './byValue.ts';
import type { TellName } from './mention.ts';
import { namedBy } from './names.ts';

/** Members of services are few, and the keys of people's own JSON need not be: about 2 MB are kept at most. */
const MOST_KEPT = 10_000;
const LONGEST_KEPT = 100;
/** Long enough for a name of its own. */
const SHORTEST_NAME = 11;

/** A variable's, a parameter's, an option's, that of an attribute in DynamoDB, and what holds where nobody gives one. */
const VALUE = /^(?:s|default|(?:parameter|resolved|string)?_?values?)$/i;
const NAME_OF_VALUE = /^(?:parameter|option|variable)?_?(?:key|name)$/i;

/** Also of data of Kubernetes. */
const OF_PEOPLE = /(?:variables|environment|parameters|arguments)$|^(?:data|stringData)$/i;
/** Maps of texts in answers of AWS and of Cloud Control, whose keys people choose; test/unit/scripts/inputs.test.ts looks for others in the SDK's schemas. */
const MAPS_OF_PEOPLE: ReadonlySet<string> = new Set([
  'AdditionalOptions',
  'AirflowConfigurationOptions',
  'InstanceAttributes',
  'Properties',
  'PropertyMap',
  'RequestTemplates',
  'dockerLabels',
  'driverOpts',
  'options',
  'properties',
  'requestTemplates',
  'responseTemplates',
  'stageVariableOverrides',
]);
/** A list of what a program is given. */
const COMMAND = /^(?:args?|arguments|commands?|entry_?points?)$/i;
/** People read it, and no program. */
const PROSE = /(?:comments?|descriptions?|message|notes|reason|title)$/i;
const VARIABLE = /^[A-Z][A-Z\d]*(?:_[A-Z\d]+)*$/;
const MAP = /s$|^(?:[a-z\d]{2,20}|[A-Z\d]{2,20})$/;

/** What the name of a member says. */
export class Member {
  readonly key: string;
  /** Of what its value is the name. */
  readonly named: TellName | undefined;
  /** A map of people's own: `environmentVariables`. */
  readonly isOfPeople: boolean;
  /** The name of a variable, which only people choose: `ORDERS`. */
  readonly isVariable: boolean;
  /** A person reads its value, and no program. */
  readonly isProse: boolean;
  /** A statement of PartiQL, or several. */
  readonly isStatement: boolean;
  /** What is in it may be a map of names: `tables`, `dynamodb`, `RequestItems`. */
  readonly isMap: boolean;
  /** `LaunchTemplateId` in each writing, of `LaunchTemplateName`. */
  readonly ids: readonly string[];
  /** Of AWS's own: what the thing is called. */
  readonly endsName: boolean;
  /** `name`: the list that it stands in may say of what. */
  readonly isName: boolean;
  /** `value`: what it is the value of stands beside it, or is the key of the object that has it. */
  readonly isValue: boolean;
  /** `name`: what the value beside it is the value of. */
  readonly isNameOfValue: boolean;
  /** Its items say what a thing is, and name nothing by `Service` and `web`. */
  readonly isTags: boolean;
  /** Its value is the id or the name of a launch template, beside which the version may stand. */
  readonly isTemplate: boolean;
  /** It has the id and the name of a template as members: `launchTemplate: { id, version }`. */
  readonly hasTemplate: boolean;
  /** The key itself names nothing: as most, it was looked through before. */
  isQuiet: boolean;
  #said: { readonly named: TellName | undefined } | undefined;
  #secrecy: { readonly is: Secrecy } | undefined;

  constructor(key: string) {
    this.key = key;
    // A label of an object has a prefix: `alb.ingress.kubernetes.io/load-balancer-name`.
    this.named = namedBy(key.slice(key.lastIndexOf('/') + 1)) ?? (COMMAND.test(key) ? anyName : undefined);
    const endsName = /name$/i.test(key);
    this.endsName = endsName;
    this.isName = endsName && key.length === 4;
    this.isValue = VALUE.test(key);
    this.isNameOfValue = NAME_OF_VALUE.test(key);
    this.isTags = /tags?(?:list|set|specifications)?$/i.test(key);
    this.isOfPeople = OF_PEOPLE.test(key) || MAPS_OF_PEOPLE.has(key);
    this.isVariable = VARIABLE.test(key);
    this.isMap = MAP.test(key);
    this.isProse = PROSE.test(key);
    this.isStatement = /statements?$/i.test(key);
    this.isTemplate = /^launch_?template_?(?:id|name)$/i.test(key);
    this.hasTemplate = /^launch_?template(?:specification)?$/i.test(key);
    this.ids = endsName ? ['Id', 'ID', 'id', 'iD'].map((id) => key.slice(0, -4) + id) : [];
    this.isQuiet = key.length < SHORTEST_NAME;
  }

  /** Of what its value may be the name, where a person chose the key. */
  get said(): TellName | undefined {
    this.#said ??= { named: this.isProse && !this.isVariable ? this.named : allOf(this.named, saidBy(this.key)) };
    return this.#said.named;
  }

  /** Is the value of a person's key a secret? */
  hides(value: unknown): boolean {
    this.#secrecy ??= { is: secrecyOf(this.key) };
    return hides(this.#secrecy.is, value);
  }
}

const members = new Map<string, Member>();

/** The member of a name. */
export function memberOf(key: string): Member {
  let member = members.get(key);
  if (member) return member;
  member = new Member(key);
  if (members.size >= MOST_KEPT) members.clear();
  if (key.length <= LONGEST_KEPT) members.set(key, member);
  return member;
}

/** Where a value stands in an answer. */
export class Place {
  readonly member: Member;
  /** By members of the answer, with `[]` for each index: `a.b[].c`. */
  readonly path: string;
  readonly #inside = new Map<string, Place>();
  #items: Place | undefined;

  constructor(path: string, member: Member) {
    this.path = path;
    this.member = member;
  }

  /** That of a member of what stands here. */
  at(key: string): Place {
    let place = this.#inside.get(key);
    if (place) return place;
    place = new Place(this.path === '' ? key : `${this.path}.${key}`, memberOf(key));
    if (key.length > LONGEST_KEPT || kept >= MOST_KEPT) return place;
    kept += 1;
    this.#inside.set(key, place);
    return place;
  }

  /** That of the items of the list that stands here. */
  items(): Place {
    this.#items ??= new Place(`${this.path}[]`, this.member);
    return this.#items;
  }
}

let root = new Place('', memberOf(''));
let kept = 0;

/** The place of a whole answer. */
export function wholeAnswer(): Place {
  if (kept >= MOST_KEPT) {
    root = new Place('', memberOf(''));
    kept = 0;
  }
  return root;
}
