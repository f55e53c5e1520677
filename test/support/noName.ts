/** A part of a host name that is too long: no such name has an address, and no server of the network is asked for one. */
export const NO_NAME = 'x'.repeat(64);
