/** One move that leads from a state of the model to another, or back to the same. */
export interface Edge {
  readonly from: string;
  readonly move: string;
  readonly to: string;
}

export interface Path {
  readonly start: string;
  readonly moves: readonly Edge[];
}

/**
 * A small set of paths that together take every edge. Each starts at a start and continues over untaken edges, by the
 * shortest way to the next one, until none is reachable.
 *
 * @throws when an edge can't be reached from any start.
 */
export function edgePaths(starts: readonly string[], edges: readonly Edge[]): readonly Path[] {
  const open = new Set(edges);
  const paths: Path[] = [];
  while (open.size > 0) {
    const path = starts.map((start) => longPath(start, edges, open)).find(({ moves }) => moves.length > 0);
    if (path === undefined) throw new Error(`unreachable: ${[...open].map(({ move }) => move).join(', ')}`);
    for (const edge of path.moves) open.delete(edge);
    paths.push(path);
  }
  return paths;
}

function longPath(start: string, edges: readonly Edge[], open: ReadonlySet<Edge>): Path {
  const left = new Set(open);
  const moves: Edge[] = [];
  for (let at = start; ; at = moves.at(-1)?.to ?? start) {
    const way = wayToOpen(at, edges, left);
    if (way === null) return { start, moves };
    for (const edge of way) left.delete(edge);
    moves.push(...way);
  }
}

/** The shortest way whose last edge has not been taken. `null`: there is none. */
function wayToOpen(from: string, edges: readonly Edge[], open: ReadonlySet<Edge>): readonly Edge[] | null {
  const known = new Set([from]);
  let ways: (readonly Edge[])[] = [[]];
  while (ways.length > 0) {
    const longer: (readonly Edge[])[] = [];
    for (const way of ways) {
      const at = way.at(-1)?.to ?? from;
      const outgoing = edges.filter((edge) => edge.from === at);
      const fresh = outgoing.find((edge) => open.has(edge));
      if (fresh) return [...way, fresh];
      for (const edge of outgoing.filter(({ to }) => !known.has(to))) {
        known.add(edge.to);
        longer.push([...way, edge]);
      }
    }
    ways = longer;
  }
  return null;
}
