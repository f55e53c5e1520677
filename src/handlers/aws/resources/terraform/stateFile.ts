/**
 * A state of Terraform or OpenTofu, version 4: https://developer.hashicorp.com/terraform/language/state. Only that version is read:
 * a state whose form is not known names things in a way that is not known.
 */
import { z } from 'zod';
import { messageOf } from '../../../../core/common/errors.ts';

const VERSION = 4;

const resource = z.looseObject({
  module: z.string().optional(),
  mode: z.string(),
  type: z.string().min(1),
  name: z.string(),
  instances: z.array(z.looseObject({})),
});

const document = z.looseObject({
  version: z.literal(VERSION),
  serial: z.int().nonnegative(),
  lineage: z.string().min(1),
  outputs: z.unknown().optional(),
  resources: z.array(resource),
});

/** A resource of a state: managed by it, or a data source that it read. */
export type StateResource = z.output<typeof resource>;

export interface StateFile {
  /** Counts the changes of one lineage. */
  readonly serial: number;
  /** Of this state since its first command. */
  readonly lineage: string;
  readonly outputs?: unknown;
  readonly resources: readonly StateResource[];
}

/** @returns a sentence without full stop for a state that cannot be read */
export function parseState(text: string): StateFile | string {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (error) {
    return `it is not JSON: ${messageOf(error)}`;
  }
  const { version, encrypted_data: isEncrypted } = (data ?? {}) as Readonly<Record<string, unknown>>;
  if (isEncrypted !== undefined) return 'OpenTofu encrypted it, and Holystone has no key of it';
  if (version !== VERSION) {
    return `it has the version ${JSON.stringify(version) ?? 'none'}, and Holystone reads version ${VERSION} (Terraform 0.12 and later)`;
  }
  const read = document.safeParse(data);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  return `it is no state: ${issue?.path.join('.') || 'the whole'} is missing or odd`;
}

/** How many things a state manages: data sources are none. */
export function managedIn({ resources }: StateFile): number {
  return resources.reduce((sum, { mode, instances }) => sum + (mode === 'managed' ? instances.length : 0), 0);
}

/** As Terraform writes it: `module.network.aws_eip.nat`. */
export function addressOf({ module, mode, type, name }: StateResource): string {
  return [module, mode === 'data' ? 'data' : undefined, type, name].filter((part) => part).join('.');
}
