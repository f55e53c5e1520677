import { autoScalingGroup } from './aws/autoScalingGroup/handler.ts';
import { image } from './aws/image/handler.ts';
import type { Handler } from './handler.ts';

/** Every resource type this version knows, alphabetically: one folder, one line. */
export const handlers: readonly Handler[] = [autoScalingGroup, image];
