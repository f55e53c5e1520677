/** The meaning of each kind of event, for `--slow`. */
const EXPLANATIONS: Readonly<Record<string, string>> = {
  serving: 'Both instances run the same configuration and share the work through Redis.',
  withheld:
    'Without all evidence Holystone cannot know that nothing uses a resource. It decides nothing, and says why.',
  marked: 'A survey listed everything, read who uses it, and found no user. A mark alone deletes nothing.',
  mailed: 'One mail for each owner: what, why, when, and a link to keep each resource. The time starts now.',
  'mail refused': 'An owner who was not notified had no chance to object, so the resources stay.',
  'opted out': 'The link opens a page; only its button decides. Holystone also tags the resource as kept.',
  unmarked: 'Each survey, and the check right before a deletion, evaluates again. A resource in use loses its mark.',
  'in use': 'From now on another resource uses it, so Holystone keeps it in spite of the mail.',
  replaced: 'It has the same name and is a different resource: the notice about the old one does not count for it.',
  deferred: 'It is due, and a condition is not met: Holystone tries again later.',
  paced: 'A limit of the configuration: a mistake can delete only a few a day.',
  deleted: 'Directly before each request Holystone read it again, found no user, no objection, and took a permit.',
  killed: 'As when a machine fails. Redis has a record of the work it had begun.',
  'taken over': 'Another instance continues where it stopped, without deleting anything twice.',
  restored: 'Holystone wrote down each resource before it deleted it.',
};

/** @param label of the event */
export function explanationOf(label: string): string | undefined {
  return EXPLANATIONS[label];
}
