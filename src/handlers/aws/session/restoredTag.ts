/** On a restored one: the identity of the one that was deleted. A request without a token is recognised by it, and its name may be another's by now. */
export const RESTORED_TAG = 'holystone:restored-from';

/** On a snapshot that Holystone made: the identity of what it was made of. */
export const LAST_OF_TAG = 'holystone:last-of';
