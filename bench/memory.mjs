/** All that Redis uses, bytes. */
export async function usedMemory(client) {
  return Number(/used_memory:(\d+)/.exec(await client.info('memory'))?.[1]);
}

/** Of one key with its value. */
export async function bytesOf(client, key) {
  return Number(await client.memory('USAGE', key, 'SAMPLES', 0));
}

/** CPU of Redis so far, ms. */
export async function redisCpu(client) {
  const info = await client.info('cpu');
  return ['user', 'sys'].reduce(
    (sum, kind) => sum + 1_000 * Number(new RegExp(`used_cpu_${kind}:([\\d.]+)`).exec(info)?.[1]),
    0,
  );
}
