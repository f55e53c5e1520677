import type { EC2 } from '@aws-sdk/client-ec2';
import type { Handler } from '../../contract/handler.ts';
import type { Item, Method, Output } from '../calls/call.ts';
import { dryRun } from '../session/dryRun.ts';
import { ec2Tagging } from '../session/ec2Tags.ts';
import type { Describable } from '../session/wholeDefinition.ts';
import { type ResourceType, resourceType } from './resourceType.ts';

/** A type of EC2, which tags everything in the same way, and has a dry run of each call. */
export function ec2Type<
  R extends Describable,
  P,
  M extends Method<EC2>,
  L extends keyof Output<EC2, M> & string,
  D extends Method<EC2>,
  O = Item<Output<EC2, M>, L>,
>(type: Omit<ResourceType<EC2, R, P, M, L, D, O>, 'tagging' | 'dryRun'>): Handler<R, P> {
  return resourceType<EC2, R, P, M, L, D, O>({ ...type, tagging: ec2Tagging, dryRun });
}
