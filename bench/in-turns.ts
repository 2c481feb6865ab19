import type { Figure } from './figure.ts'

/**
 * Runs `turn` for each of the contestants, again and again: A B A B …, so that whatever else the machine does meets all of
 * them. Answers what each measured, one value for each turn.
 */
export async function inTurns<Contestant, Value>(
  contestants: readonly Contestant[],
  rounds: number,
  turn: (contestant: Contestant, round: number) => Value | Promise<Value>,
): Promise<Value[][]> {
  const values: Value[][] = contestants.map(() => [])
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, contestant] of contestants.entries()) values[index]!.push(await turn(contestant, round))
  }
  return values
}

/** The columns of a figure, from the turns of contestants who stand in the order: this tree, the other commit (if any), the bare server. */
export function inColumns<Value>(turns: readonly Value[][], value: (turn: Value) => number): Pick<Figure, 'ours' | 'bare' | 'other'> {
  const columns = turns.map((values) => values.map(value))
  const [ours, bare] = [columns[0]!, columns.at(-1)!]
  return columns.length === 3 ? { ours, bare, other: columns[1]! } : { ours, bare }
}
