/** Where a page of marks ended: the last id and its score, so that the next begins right behind it. */
interface PageCursor {
  readonly score: string;
  readonly id: string;
}

export function encodeCursor({ score, id }: PageCursor): string {
  return Buffer.from(JSON.stringify([score, id])).toString('base64url');
}

/** `undefined`, the start, for no cursor and for one we did not make. */
export function decodeCursor(cursor: string | undefined): PageCursor | undefined {
  if (cursor === undefined) return undefined;
  try {
    const [score, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    if (typeof score !== 'string' || typeof id !== 'string' || !Number.isFinite(Number(score))) return undefined;
    return { score, id };
  } catch {
    return undefined;
  }
}
