/** Which requests to an API server may be sent, and by whose leave. */
import { describe, expect, test } from '@jest/globals';
import type { Call } from '../../../../src/handlers/kubernetes/wire/call.ts';
import { refusal } from '../../../../src/handlers/kubernetes/wire/guard.ts';

const MAP = '/api/v1/namespaces/shop/configmaps/old';
const options = {
  apiVersion: 'v1',
  kind: 'DeleteOptions',
  propagationPolicy: 'Foreground',
  preconditions: { uid: 'u', resourceVersion: '7' },
};
const leave = { permit: { denies: () => undefined } };
const unspoken = { what: '', permission: '' };

function deletion(path = MAP, body: object = options, deletes = '/ConfigMap/shop/old'): Call {
  return {
    method: 'DELETE',
    path,
    content: { type: 'application/json', body: JSON.stringify(body) },
    deletes,
    ...unspoken,
  };
}

function applying(query: string, object: object, path = MAP): Call {
  const content = { type: 'application/apply-patch+yaml', body: JSON.stringify(object) } as const;
  return { method: 'PATCH', path: `${path}?${query}`, content, ...unspoken };
}

const io = (more: object) => more as Parameters<typeof refusal>[1];

describe('a DELETE', () => {
  test('Q18 of one object with its uid and version is sent under its permit alone', () => {
    expect(refusal(deletion(), io(leave))).toBeUndefined();
    expect(refusal(deletion(), io({}))).toBe('this pass may not delete');
    expect(refusal(deletion(), io({ mayRestore: true }))).toBe('this pass may not delete');
    const asked: string[][] = [];
    const denies = (ids: string[]) => {
      asked.push(ids);
      return 'no permit';
    };
    expect(refusal(deletion(), io({ permit: { denies } }))).toBe('no permit');
    expect(asked).toEqual([['/ConfigMap/shop/old']]);
  });

  test.each<[string, Call]>([
    ['of a collection', deletion('/api/v1/namespaces/shop/configmaps')],
    ['of a collection of the whole cluster', deletion('/apis/rbac.authorization.k8s.io/v1/clusterroles')],
    ['of a part of an object', deletion(`${MAP}/status`)],
    ['of another object than the permit names', deletion(MAP, options, '/ConfigMap/shop/other')],
    ['without a body', { ...deletion(), content: undefined } as unknown as Call],
    ['without a uid', deletion(MAP, { ...options, preconditions: { resourceVersion: '7' } })],
    ['without a version', deletion(MAP, { ...options, preconditions: { uid: 'u' } })],
    ['without preconditions', deletion(MAP, { ...options, preconditions: undefined })],
    ['with a grace period', deletion(MAP, { ...options, gracePeriodSeconds: 0 })],
    // An API server ignores the query where there is a body: this one would delete.
    ['that is a dry run in its query alone', deletion(`${MAP}?dryRun=All`)],
    ['that is a dry run in its body alone', deletion(MAP, { ...options, dryRun: ['All'] })],
  ])('Q18 %s is never sent', (_what, asked) => {
    expect(refusal(asked, io(leave))).toBeDefined();
  });

  test('Q18 a namespace and an object of a group are objects', () => {
    expect(refusal(deletion('/api/v1/namespaces/shop', options, '/Namespace//shop'), io(leave))).toBeUndefined();
    const role = '/apis/rbac.authorization.k8s.io/v1/clusterroles/Team%3AAdmin';
    const id = 'rbac.authorization.k8s.io/ClusterRole//Team:Admin';
    expect(refusal(deletion(role, options, id), io(leave))).toBeUndefined();
  });
});

describe('an apply', () => {
  const keep = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'old', namespace: 'shop', uid: 'u', annotations: { 'holystone/keep': 'always' } },
  };
  const whole = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'old', namespace: 'shop' }, data: { a: 'b' } };

  test('Q20 of the keep annotation needs the uid, and may have nothing else', () => {
    const query = 'fieldManager=holystone&force=true';
    expect(refusal(applying(query, keep), io({}))).toBeUndefined();
    const { uid: _uid, ...without } = keep.metadata;
    const others = [
      { ...keep, metadata: without },
      { ...keep, data: {} },
      { ...keep, metadata: { ...keep.metadata, finalizers: [] } },
      { ...keep, metadata: { ...keep.metadata, annotations: { other: 'a' } } },
      { ...keep, metadata: { ...keep.metadata, name: 'other' } },
    ];
    for (const other of others) expect(refusal(applying(query, other), io(leave))).toBe('no such request is known');
    expect(refusal(applying('fieldManager=kubectl', keep), io(leave))).toBe('no such request is known');
  });

  test('Q19 of a stored definition is for `restore` alone, and takes over no field of another', () => {
    const query = 'fieldManager=holystone-restore';
    expect(refusal(applying(query, whole), io({ mayRestore: true }))).toBeUndefined();
    expect(refusal(applying(query, whole), io(leave))).toContain('holystone restore --yes');
    expect(refusal(applying(`${query}&force=true`, whole), io({ mayRestore: true }))).toBe('no such request is known');
  });

  test('Q21 of an Event says that an object is marked, and nothing else', () => {
    const event = {
      ...{ apiVersion: 'v1', kind: 'Event', type: 'Normal', reason: 'HolystoneMarked', message: 'm', count: 1 },
      metadata: { name: 'holystone.u', namespace: 'shop' },
      involvedObject: { kind: 'ConfigMap', name: 'old', uid: 'u' },
      ...{ source: { component: 'holystone' }, reportingComponent: 'holystone', reportingInstance: 'holystone' },
      ...{ firstTimestamp: 't', lastTimestamp: 't' },
    };
    const query = 'fieldManager=holystone-events&force=true';
    const at = '/api/v1/namespaces/shop/events/holystone.u';
    expect(refusal(applying(query, event, at), io({}))).toBeUndefined();
    const no = 'no such request is known';
    expect(refusal(applying(query, event, '/api/v1/namespaces/shop/configmaps/holystone.u'), io(leave))).toBe(no);
    expect(refusal(applying(query, { ...event, reason: 'Killing' }, at), io(leave))).toBe(no);
    expect(refusal(applying(query, { ...event, action: 'a' }, at), io(leave))).toBe(no);
  });

  test.each(['application/merge-patch+json', 'application/json-patch+json'])(
    'Q18 a patch of type %s is never sent',
    (type) => {
      const asked = { ...applying('fieldManager=holystone', keep), content: { type, body: JSON.stringify(keep) } };
      expect(refusal(asked as unknown as Call, io({ ...leave, mayRestore: true }))).toBe('no such request is known');
    },
  );
});
