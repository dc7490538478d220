/**
 * Edit distance of two words: insertion, deletion, substitution, or transposition of neighbors (optimal string
 * alignment).
 */
export function wordDistance(a: string, b: string): number {
  let [before, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, i) => i)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min((row[j - 1] ?? 0) + 1, (last[j] ?? 0) + 1, (last[j - 1] ?? 0) + same);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwap) best = Math.min(best, (before[j - 2] ?? 0) + 1);
      row.push(best);
    }
    [before, last] = [last, row];
  }
  return last[b.length] ?? 0;
}
