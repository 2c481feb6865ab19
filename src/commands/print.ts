/** Writes one line to standard output. */
export const print = (line: string): void => void process.stdout.write(`${line}\n`)
