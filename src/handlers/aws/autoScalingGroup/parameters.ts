import { z } from 'zod';
import { manageOwned } from '../managedBy.ts';

export const groupParameters = z.strictObject({ manageOwned });

export type GroupParameters = z.infer<typeof groupParameters>;
