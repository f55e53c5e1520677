/** The members of answers that can name a resource of ours, by the SDK's schemas. */
import type { OperationSchema, Schema } from '../../../sandbox/aws/wire/schema.ts';
import type { Path } from './answers.ts';

/** A text in an answer, and the structure that has it. */
export interface Text {
  readonly shape: string;
  readonly member: string;
  readonly path: Path;
}

/** As deep and as often as a structure may stand in another. */
const DEEPEST = 12;
const MOST_VISITS = 24;

export function textsIn({ output }: OperationSchema): readonly Text[] {
  const found: Text[] = [];
  const visits = new Map<string, number>();
  const walk = (schema: Schema, path: Path, shape: string, member: string): void => {
    if (schema.isListSchema()) walk(schema.getValueSchema(), [...path, '[]'], shape, member);
    else if (schema.isMapSchema()) walk(schema.getValueSchema(), [...path, '{}'], shape, member);
    else if (schema.isStructSchema()) {
      const name = schema.getName() ?? '';
      const seen = visits.get(name) ?? 0;
      if (seen >= MOST_VISITS || path.length > DEEPEST) return;
      visits.set(name, seen + 1);
      for (const [key, one] of schema.structIterator()) walk(one, [...path, key], name, key);
    } else if (schema.isStringSchema() && member) found.push({ shape, member, path });
  };
  walk(output, [], '', '');
  return found;
}

/** `Reservations[].Instances[].ImageId` */
export function written(path: Path): string {
  return path.map((part, index) => (index === 0 || part === '[]' || part === '{}' ? part : `.${part}`)).join('');
}
