/** Answers of AWS in memory, made from the SDK's schemas: every member is there, and one of them names a resource. */
import type { Schema } from '../../../sandbox/aws/wire/schema.ts';
import type { Kind } from '../../../src/handlers/aws/mentions/mention.ts';
import { OTHERS } from './forms.ts';
import { kindsOf, saysNothing } from './kinds.ts';

/** The value of every text that names nothing: what is joined by a name finds its other half. */
const NEUTRAL = 'neutral';

const LISTENER =
  'arn:aws:elasticloadbalancing:us-east-1:111111111111:listener/app/other/aaaaaaaaaaaaaaaa/aaaaaaaaaaaaaaaa';

/** Texts that a source needs in its form, by `Shape.member` and variant: it looks no further at any other. */
const NEEDED: Readonly<Record<string, readonly [string, string]>> = {
  'Cluster.InstanceCollectionType': ['INSTANCE_GROUP', 'INSTANCE_FLEET'],
  'CreateComputeEnvironmentRequest.type': ['MANAGED', 'MANAGED'],
  'CreateFunctionRequest.PackageType': ['Image', 'Image'],
  'FleetLaunchTemplateSpecification.Version': ['1', '1'],
  'FleetLaunchTemplateSpecificationRequest.Version': ['1', '1'],
  'FunctionConfiguration.PackageType': ['Image', 'Image'],
  'TrafficRoute.listenerArns': [LISTENER, LISTENER],
};

/** A place in an answer: names of members, `[]` for an item of a list, `{}` for a value of a map. */
export type Path = readonly string[];

/** The members without which an answer is the last page, and a success. */
const ABSENT = /^(next_?token|(next)?marker|position|next(record(name|type|identifier)|keymarker|versionidmarker))$/i;

/** Where something is said; all else is about other resources. */
export interface Said {
  readonly kind: Kind;
  readonly path: Path;
  readonly value: unknown;
}

/** 1: the members beside it that name the same kind are left out, because an id and a name may exclude each other. */
export type Variant = 0 | 1;

/** @param said absent: everything is about other resources */
export function answerOf(schema: Schema, variant: Variant, said?: Said): unknown {
  return new Answering(variant, said).of(schema, said?.path, []);
}

class Answering {
  readonly #variant: Variant;
  readonly #said: Said | undefined;

  constructor(variant: Variant, said?: Said) {
    this.#variant = variant;
    this.#said = said;
  }

  of(schema: Schema, at: Path | undefined, above: readonly string[], text = NEUTRAL): unknown {
    if (at?.length === 0) return this.#said?.value;
    if (schema.isListSchema()) {
      const item = this.of(schema.getValueSchema(), at?.slice(1), above, text);
      return item === undefined ? [] : [item];
    }
    if (schema.isMapSchema()) {
      const item = this.of(schema.getValueSchema(), at?.slice(1), above, text);
      return item === undefined ? {} : { [NEUTRAL]: item };
    }
    if (schema.isStructSchema()) return this.#structure(schema, at, above);
    if (schema.isTimestampSchema()) return new Date(0);
    if (schema.isBlobSchema()) return Buffer.from(NEUTRAL);
    if (schema.isBooleanSchema()) return false;
    if (schema.isNumericSchema() || schema.isBigIntegerSchema() || schema.isBigDecimalSchema()) return 1;
    return schema.isDocumentSchema() ? {} : text;
  }

  /** A structure in itself ends there, unless the value is inside of it. */
  #structure(schema: Schema, at: Path | undefined, above: readonly string[]): unknown {
    const name = schema.getName() ?? '';
    if (at === undefined && (above.includes(name) || above.length > 9)) return undefined;
    const inside = [...above, name];
    const own = at?.[0];
    const members = [...schema.structIterator()].flatMap(([member, one]) => {
      if (own === member) return [[member, this.of(one, at?.slice(1), inside)]];
      const kinds = kindsOf(member, name);
      if (ABSENT.test(member) || (own !== undefined && this.#excludes(own, member, kinds))) return [];
      const text = NEEDED[`${name}.${member}`]?.[this.#variant] ?? (kinds[0] && OTHERS[kinds[0]]);
      return [[member, this.of(one, undefined, inside, text)]];
    });
    return Object.fromEntries(members);
  }

  /** Would a member beside the one that is said name the resource in its place? */
  #excludes(own: string, beside: string, kinds: readonly Kind[]): boolean {
    if (this.#variant === 0 || !this.#said) return false;
    return kinds.includes(this.#said.kind) || (saysNothing(own) && saysNothing(beside));
  }
}
