/** All that Redis uses, bytes. */
export async function usedMemory(client) {
  return Number(/used_memory:(\d+)/.exec(await client.info('memory'))?.[1]);
}

/** Of one key with its value. */
export async function bytesOf(client, key) {
  return Number(await client.memory('USAGE', key, 'SAMPLES', 0));
}
