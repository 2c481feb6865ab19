import { buildLicenses } from './build-licenses.ts'
import { print } from '../print.ts'

/** Prints the licences of everything that is in the executable; returns 1 from source, where they stand with the packages themselves. */
export async function licenses(): Promise<number> {
  const texts = buildLicenses()
  if (texts === null) {
    process.stderr.write('From source: each package has its licence in node_modules. The executable prints those of what it holds.\n')
    return 1
  }
  print(texts)
  return 0
}
