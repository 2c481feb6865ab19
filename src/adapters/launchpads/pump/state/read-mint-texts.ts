import { TOKEN_2022_PROGRAM_ID } from '@solana/spl-token'
import type { ChainAccount } from '../../../chains/solana/solana-rpc.ts'

/** Token-2022: extensions follow the base account, which is padded to the size of a token account, and one byte of account type. */
const EXTENSIONS_OFFSET = 166
const TOKEN_METADATA = 19
/** Update authority and mint precede the texts. */
const TEXTS_OFFSET = 64

/** Name and ticker in the mint's own metadata; null where it has none. @see Token-2022 `TokenMetadata`: borsh, u32 lengths */
export function readMintTexts(account: ChainAccount | null | undefined): { name: string; ticker: string } | null {
  if (!account || account.owner !== TOKEN_2022_PROGRAM_ID.toBase58()) return null
  const { data } = account
  for (let at = EXTENSIONS_OFFSET; at + 4 <= data.length;) {
    const [type, bytes] = [data.readUInt16LE(at), data.readUInt16LE(at + 2)]
    if (type === TOKEN_METADATA) return textsOf(data.subarray(at + 4, at + 4 + bytes))
    at += 4 + bytes
  }
  return null
}

function textsOf(metadata: Buffer): { name: string; ticker: string } | null {
  const texts: string[] = []
  for (let at = TEXTS_OFFSET; texts.length < 2;) {
    if (at + 4 > metadata.length) return null
    const end = at + 4 + metadata.readUInt32LE(at)
    if (end > metadata.length) return null
    texts.push(metadata.toString('utf8', at + 4, end))
    at = end
  }
  return { name: texts[0]!, ticker: texts[1]! }
}
