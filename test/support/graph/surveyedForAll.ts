import { forAll } from '../lifetimes.ts';
import { Surveyed } from './surveyed.ts';

/** For all tests of a file. */
export function surveyedForAll(): Surveyed {
  return forAll(
    () => Surveyed.start(),
    (surveyed) => surveyed.stop(),
  );
}
