/** The answers of an API server that are no objects. */

/** Its status and its body. */
export type Answer = readonly [number, object];

export function status(code: number, reason: string, message: string): object {
  return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, reason, code };
}

export function failure(code: number, reason: string, message: string): Answer {
  return [code, status(code, reason, message)];
}

/** There is no such object; a resource that is not served has no `details`. */
export function noObject(resource: string, name: string): Answer {
  return [404, { ...status(404, 'NotFound', `${resource} "${name}" not found`), details: { name, kind: resource } }];
}
