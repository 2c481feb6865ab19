/** Rotations of the 25 lanes, row by row, and the 24 round constants. @see FIPS 202, 3.2; keccak-256 pads with 1 where SHA-3 pads with 6 */
const ROTATIONS = [0, 1, 62, 28, 27, 36, 44, 6, 55, 20, 3, 10, 43, 25, 39, 41, 45, 15, 21, 8, 18, 2, 61, 56, 14].map(BigInt)
const ROUNDS = [
  0x1n,
  0x8082n,
  0x800000000000808an,
  0x8000000080008000n,
  0x808bn,
  0x80000001n,
  0x8000000080008081n,
  0x8000000000008009n,
  0x8an,
  0x88n,
  0x80008009n,
  0x8000000an,
  0x8000808bn,
  0x800000000000008bn,
  0x8000000000008089n,
  0x8000000000008003n,
  0x8000000000008002n,
  0x8000000000000080n,
  0x800an,
  0x800000008000000an,
  0x8000000080008081n,
  0x8000000000008080n,
  0x80000001n,
  0x8000000080008008n,
]
const RATE_BYTES = 136
const MASK = (1n << 64n) - 1n

const rotate = (lane: bigint, by: bigint): bigint => ((lane << by) | (lane >> (64n - by))) & MASK

function permute(state: bigint[]): void {
  for (const constant of ROUNDS) {
    const columns = [0, 1, 2, 3, 4].map((x) => state[x]! ^ state[x + 5]! ^ state[x + 10]! ^ state[x + 15]! ^ state[x + 20]!)
    const mixed = state.map((lane, at) => lane ^ columns[(at + 4) % 5]! ^ rotate(columns[(at + 1) % 5]!, 1n))
    const moved = Array<bigint>(25)
    mixed.forEach((lane, at) => {
      const [x, y] = [at % 5, Math.floor(at / 5)]
      moved[y + 5 * ((2 * x + 3 * y) % 5)] = rotate(lane, ROTATIONS[at]!)
    })
    moved.forEach((lane, at) => {
      const row = at - (at % 5)
      state[at] = lane ^ (~moved[row + ((at + 1) % 5)]! & MASK & moved[row + ((at + 2) % 5)]!)
    })
    state[0] = state[0]! ^ constant
  }
}

/** Keccak-256 as hex, for text that is short: written to be read, not to be fast. */
export function keccak256Hex(text: string): string {
  const bytes = new TextEncoder().encode(text)
  const padded = new Uint8Array(Math.ceil((bytes.length + 1) / RATE_BYTES) * RATE_BYTES)
  padded.set(bytes)
  padded[bytes.length] = 1
  padded[padded.length - 1]! |= 0x80
  const state = Array<bigint>(25).fill(0n)
  const view = new DataView(padded.buffer)
  for (let block = 0; block < padded.length; block += RATE_BYTES) {
    for (let lane = 0; lane < RATE_BYTES / 8; lane += 1) state[lane] = state[lane]! ^ view.getBigUint64(block + lane * 8, true)
    permute(state)
  }
  const out = new DataView(new ArrayBuffer(32))
  for (let lane = 0; lane < 4; lane += 1) out.setBigUint64(lane * 8, state[lane]!, true)
  return Buffer.from(out.buffer).toString('hex')
}
