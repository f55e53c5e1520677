import { CONTROL_PATH } from '../../sandbox/aws/controlHttp.ts';
import type { SandboxControl } from '../../sandbox/aws/index.ts';

type Wire<T> = T extends Date ? string : T extends object ? { [K in keyof T]: Wire<T[K]> } : T;

/** {@link SandboxControl} through HTTP. */
type RemoteControl = {
  [M in keyof SandboxControl]: (...args: Parameters<SandboxControl[M]>) => Promise<Wire<ReturnType<SandboxControl[M]>>>;
};

/** The controls of a sandbox in another process. */
export function connectSandbox(url: string): RemoteControl {
  const call = async (method: string, args: unknown[]) => {
    const response = await fetch(url + CONTROL_PATH + method, { method: 'POST', body: JSON.stringify(args) });
    const result = (await response.json()) as { error?: string };
    if (!response.ok) throw new Error(`sandbox control ${method}: ${result.error}`);
    return result;
  };
  return new Proxy({} as RemoteControl, {
    // With a member `then` the proxy would look like a promise to `await`.
    get: (_target, method) => (method === 'then' ? undefined : (...args: unknown[]) => call(String(method), args)),
  });
}
