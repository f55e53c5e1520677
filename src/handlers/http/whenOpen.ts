import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';

/** Calls back as soon as the socket is connected and, with TLS, both sides know each other: at once if it is kept. */
export function whenOpen(socket: Socket, open: () => void): void {
  const isTls = socket instanceof TLSSocket;
  // Node sets it on sockets of clients until the handshake is over; its types do not have it.
  const isOpening = isTls ? (socket as TLSSocket & { secureConnecting?: boolean }).secureConnecting : socket.connecting;
  if (!isOpening) open();
  else socket.once(isTls ? 'secureConnect' : 'connect', open);
}
