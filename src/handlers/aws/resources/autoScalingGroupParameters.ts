import { z } from 'zod';
import { managedTags, manageOwned } from './managedBy.ts';

export const groupParameters = z.strictObject({ manageOwned, managedTags });

export type GroupParameters = z.infer<typeof groupParameters>;
