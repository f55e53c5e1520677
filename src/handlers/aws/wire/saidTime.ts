/**
 * Which answers say the time of AWS. Pure. An answer counts only if AWS sent it itself, because its clock is to be one
 * that no operator sets: over TLS, from a name that only AWS gets certificates for. An emulator may run on this machine.
 */
import type { HttpRequest, HttpResponse } from '@smithy/types';
import { isLoopbackHost } from '../../../core/text/loopback.ts';
import { httpDate } from '../../http/httpDate.ts';

/** The suffixes of all endpoints, in `partitions` of the SDK: https://docs.aws.amazon.com/general/latest/gr/rande.html */
const ENDPOINTS = [
  ...['amazonaws.com', 'api.aws', 'amazonaws.com.cn', 'api.amazonwebservices.com.cn'],
  ...['amazonaws.eu', 'api.amazonwebservices.eu', 'c2s.ic.gov', 'api.aws.ic.gov', 'sc2s.sgov.gov', 'api.aws.scloud'],
  ...['cloud.adc-e.uk', 'api.cloud-aws.adc-e.uk', 'csp.hci.ic.gov', 'api.aws.hci.ic.gov'],
];
/** The sandbox is all of AWS where it answers, and says that it is the sandbox (`server`): it has no real resources. */
const SANDBOX = 'holystone-sandbox';
/** Something between AWS and this machine, which may have kept the answer, or written its headers. */
const ON_THE_WAY = ['age', 'via'];

/** The part of Node's answer that shows who sent it; the SDK's own handler of requests gives it. */
type Sent = { readonly socket?: { readonly authorized?: boolean; readonly remoteAddress?: string | undefined } };

/** Who said the time, and what, ms since the epoch; `undefined`: the sender is not certain, or it says no time. */
export function saidTime(
  { protocol, hostname }: Pick<HttpRequest, 'protocol' | 'hostname'>,
  { headers, body }: Pick<HttpResponse, 'headers' | 'body'>,
): { readonly by: string; readonly at: number } | undefined {
  const given = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const at = httpDate(given.get('date'));
  if (at === undefined || ON_THE_WAY.some((name) => given.has(name))) return undefined;
  if (isLoopbackHost(hostname)) return given.get('server') === SANDBOX ? { by: 'the sandbox', at } : undefined;
  const isAws = ENDPOINTS.some((suffix) => hostname.toLowerCase().endsWith(`.${suffix}`));
  return protocol === 'https:' && isAws && isFromElsewhere(body) ? { by: 'AWS', at } : undefined;
}

/** Its certificate was checked, and it is another machine: a name may lead to this one. */
function isFromElsewhere(body: Sent | undefined): boolean {
  const { authorized, remoteAddress = '127.0.0.1' } = body?.socket ?? {};
  return authorized === true && !/^(::1$|(::ffff:)?127\.)/.test(remoteAddress);
}
