/** Every resource type of the generic suites, in alphabetical order. */
import { autoScalingGroup } from './autoScalingGroup.ts';
import { image } from './image.ts';
import type { Kit } from './kit.ts';
import { launchConfiguration } from './launchConfiguration.ts';
import { launchTemplate } from './launchTemplate.ts';
import { snapshot } from './snapshot.ts';
import { volume } from './volume.ts';

export const KITS: readonly Kit[] = [autoScalingGroup, image, launchConfiguration, launchTemplate, snapshot, volume];
