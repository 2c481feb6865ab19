/** `count` whole percentages that total 100, as equal as can be: by largest remainder, the first ones get the odd percent. */
export function equalShares(count: number): number[] {
  const base = Math.floor(100 / count)
  return Array.from({ length: count }, (_, index) => base + Number(index < 100 - base * count))
}
