import { buildBill } from './build-bill.ts'
import { print } from '../print.ts'

/** Prints the bill of materials of the executable (CycloneDX 1.6, JSON); returns 1 from source, where bun.lock says it. */
export async function sbom(): Promise<number> {
  const bill = buildBill()
  if (bill === null) {
    process.stderr.write('From source: bun.lock names each package. The executable prints the bill of what it holds.\n')
    return 1
  }
  print(bill)
  return 0
}
