import { plainKind } from '../collections/kind.ts';

/** An item in the answers of one operation, as tests put it in: of services that the sandbox plays no further. */
export interface Answer {
  /** `ListWorkforces` */
  readonly operation: string;
  readonly item: object;
  readonly id: string;
}

export const answers = plainKind<'answer', Omit<Answer, 'id'>, Answer>('answer', {
  make: (given, { ids }) => ({ ...given, id: ids.next('answer') }),
  keyOf: ({ id }) => id,
});
