import { z } from 'zod';
import { managedTags, manageOwned } from './managedBy.ts';

export const templateParameters = z.strictObject({ manageOwned, managedTags });

export type TemplateParameters = z.infer<typeof templateParameters>;
