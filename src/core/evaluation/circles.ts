/**
 * The groups of at least two nodes in which each leads to all others (Tarjan's strongly connected components). Without
 * recursion, because a chain may be as long as a listing.
 * @param next only nodes of `nodes`
 */
export function circlesAmong(
  nodes: Iterable<string>,
  next: (node: string) => readonly string[],
): readonly (readonly string[])[] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const isOpen = new Set<string>();
  const circles: string[][] = [];
  const enter = (node: string) => {
    order.set(node, order.size);
    lowest.set(node, order.size - 1);
    open.push(node);
    isOpen.add(node);
    return { node, next: next(node)[Symbol.iterator]() };
  };
  const lower = (node: string, to: number | undefined) =>
    lowest.set(node, Math.min(lowest.get(node) as number, to as number));
  for (const start of nodes) {
    if (order.has(start)) continue;
    const path = [enter(start)];
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const { value, done } = top.next.next();
      if (!done) {
        if (!order.has(value)) path.push(enter(value));
        else if (isOpen.has(value)) lower(top.node, order.get(value));
        continue;
      }
      path.pop();
      const parent = path.at(-1);
      if (parent) lower(parent.node, lowest.get(top.node));
      if (lowest.get(top.node) !== order.get(top.node)) continue;
      const circle = open.splice(open.lastIndexOf(top.node));
      for (const member of circle) isOpen.delete(member);
      if (circle.length > 1) circles.push(circle);
    }
  }
  return circles;
}
