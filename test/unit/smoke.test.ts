import { expect, test } from '@jest/globals';
import { systemClock } from '../../src/core/clock.ts';

test('smoke', () => expect(systemClock.now()).toBeGreaterThan(0));
