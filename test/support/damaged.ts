/** What may happen to the bytes of an answer: cut off, left out, doubled, exchanged, replaced. */
import fc from 'fast-check';

type Damage = (bytes: Buffer) => Buffer;

/** A place in a document of any length. */
const place = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const few = fc.integer({ min: 1, max: 12 });
const MARKS = [...'<>/&;"\'=!?-[] \n\0aA0', '\xff'];

const one = fc.oneof(
  place.map(
    (at): Damage =>
      (bytes) =>
        bytes.subarray(0, at * bytes.length),
  ),
  fc.tuple(place, few).map(
    ([at, length]): Damage =>
      (bytes) =>
        splice(bytes, at, length, () => []),
  ),
  fc.tuple(place, few).map(
    ([at, length]): Damage =>
      (bytes) =>
        splice(bytes, at, length, (cut) => [cut, cut]),
  ),
  fc.tuple(place, few).map(
    ([at, length]): Damage =>
      (bytes) =>
        splice(bytes, at, length, (cut) => [cut.subarray(1), cut.subarray(0, 1)]),
  ),
  fc.tuple(place, place, fc.nat(200)).map(
    ([from, to, length]): Damage =>
      (bytes) => {
        const moved = bytes.subarray(from * bytes.length, from * bytes.length + length);
        return splice(bytes, to, 0, () => [moved]);
      },
  ),
  fc.tuple(place, fc.constantFrom(...MARKS)).map(
    ([at, mark]): Damage =>
      (bytes) =>
        splice(bytes, at, 1, () => [Buffer.from(mark, 'latin1')]),
  ),
);

/** One to three of these. */
export const damaged: fc.Arbitrary<Damage> = fc
  .array(one, { minLength: 1, maxLength: 3 })
  .map((all) => (bytes) => all.reduce((left, damage) => damage(left), bytes));

function splice(bytes: Buffer, at: number, length: number, put: (cut: Buffer) => readonly Buffer[]): Buffer {
  const from = Math.floor(at * bytes.length);
  const cut = bytes.subarray(from, from + length);
  return Buffer.concat([bytes.subarray(0, from), ...put(cut), bytes.subarray(from + length)]);
}
