/** The members of every answer of AWS to a read call that can name a resource of ours, by AWS's own models. */
import type { Kind } from '../../../src/handlers/aws/mentions/mention.ts';
import { kindsOf } from './kinds.ts';
import type { Model, Shape } from './wheel.ts';

export interface Member {
  readonly kind: Kind;
  readonly service: string;
  /** `Shape.member` */
  readonly member: string;
}

const READS = /^(?:Describe|List|Get|BatchGet|BatchDescribe|Search|Lookup|View|Query)/;

export function membersOf({ metadata, operations, shapes }: Model): readonly Member[] {
  const service = (metadata.serviceId ?? '').toLowerCase().replaceAll(' ', '-');
  const found = new Map<string, Member>();
  const seen = new Set<string>();
  const visit = (name: string): void => {
    const shape = shapes[name];
    if (!shape || seen.has(name)) return;
    seen.add(name);
    for (const inner of [shape.member, shape.value]) if (inner) visit(inner.shape);
    for (const [member, { shape: named, documentation = '' }] of Object.entries(shape.members ?? {})) {
      visit(named);
      const [leafName, leaf] = leafOf(shapes, named);
      if (leaf?.type !== 'string' || leaf.enum) continue;
      const text = plain(`${documentation} ${shapes[named]?.documentation ?? ''}`);
      for (const kind of kindsOf(member, name, text, [named, leafName])) {
        found.set(`${kind} ${name}.${member}`, { kind, service, member: `${name}.${member}` });
      }
    }
  };
  for (const [operation, { output }] of Object.entries(operations)) {
    if (output && READS.test(operation)) visit(output.shape);
  }
  return [...found.values()];
}

/** What is in a list, a map, and lists of lists. */
function leafOf(shapes: Model['shapes'], name: string): readonly [string, Shape | undefined] {
  const shape = shapes[name];
  const inner = shape?.member ?? shape?.value;
  return inner ? leafOf(shapes, inner.shape) : [name, shape];
}

const TAG = /<[^>]+>/g;

function plain(html: string): string {
  return html.replace(TAG, '').replaceAll('&nbsp;', ' ').replaceAll('&amp;', '&').replace(/\s+/g, ' ');
}
