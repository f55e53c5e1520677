import { z } from 'zod';

/** It has no tags by which anybody could say that he manages it. */
export const configurationParameters = z.strictObject({});

export type ConfigurationParameters = z.infer<typeof configurationParameters>;
