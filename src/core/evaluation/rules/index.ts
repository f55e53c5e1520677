import type { Rule } from '../rule.ts';
import { age } from './age.ts';
import { attribute } from './attribute.ts';
import { expired } from './expired.ts';
import { unused } from './unused.ts';

/** The rules of every resource type, in alphabetical order. */
export const genericRules: readonly Rule[] = [age, attribute, expired, unused];
