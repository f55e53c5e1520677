/**
 * What keep, undo, look, permit, request and kill may do to one resource, one after the other. A state has a letter for each fact
 * that is true: `k`ept, `i`ntent (a permit was given, and its end is not seen), `x` killed.
 */
import type { Model } from './linearizable.ts';

export const DECISIONS: Model = {
  initial: '',
  step(state, name) {
    const has = (fact: string) => state.includes(fact);
    const on = (fact: string) => (has(fact) ? state : [...state, fact].sort().join(''));
    const off = (from: string, fact: string) => from.replace(fact, '');
    switch (name) {
      case 'keep': {
        // "Stored" says that no request is on its way: an intent has ended. "Begun" says that one may be.
        const stored = { next: off(on('k'), 'i'), answer: 'stored' };
        return has('i') ? [stored, { next: on('k'), answer: 'begun' }] : [stored];
      }
      case 'undo':
        return [{ next: off(state, 'k'), answer: has('k') ? 'removed' : 'none' }];
      case 'look':
        return [{ next: state, answer: has('k') ? 'kept' : 'free' }];
      case 'permit': {
        // There are many reasons for a no: a date, a budget, the lock. Where the store cannot be trusted it may have been stored.
        const no = ['denied', 'unproven'].map((answer) => ({ next: state, answer }));
        const yes = ['granted', 'unproven'].map((answer) => ({ next: on('i'), answer }));
        return has('k') || has('x') ? no : [...no, ...yes];
      }
      case 'request':
        return has('i') && !has('x') ? [{ next: state, answer: 'sent' }] : [];
      case 'kill':
        return [{ next: on('x'), answer: 'obeyed' }];
      case 'resume':
        return [{ next: off(state, 'x'), answer: 'obeyed' }];
      default:
        throw new Error(`there is no operation "${name}"`);
    }
  },
};
