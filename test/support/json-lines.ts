/** The lines of a program’s output that are JSON objects. */
export const jsonLines = (shown: string): any[] =>
  shown
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
