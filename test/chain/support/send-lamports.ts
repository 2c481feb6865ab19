import { Connection, type Keypair, PublicKey, SystemProgram } from '@solana/web3.js'
import { signV0 } from './launch-scene.ts'

/** Sends lamports by hand, past the service; `feePayer` pays the fee where it is not the sender. Returns the signature. */
export async function sendLamports(
  url: string,
  { from, to, lamports, feePayer = from }: { from: Keypair; to: string; lamports: bigint; feePayer?: Keypair },
): Promise<string> {
  const connection = new Connection(url, 'confirmed')
  const instruction = SystemProgram.transfer({ fromPubkey: from.publicKey, toPubkey: new PublicKey(to), lamports })
  const signers = feePayer === from ? [from] : [feePayer, from]
  return connection.sendRawTransaction((await signV0({ connection }, [instruction], signers)).serialize())
}
