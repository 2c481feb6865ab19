import { feeSharingConfigPda, PUMP_SDK } from '@pump-fun/pump-sdk'
import { NATIVE_MINT, TOKEN_PROGRAM_ID } from '@solana/spl-token'
import { Connection, Keypair, PublicKey, type TransactionInstruction } from '@solana/web3.js'
import { signV0 } from './launch-scene.ts'
import type { PumpScene } from './pump-scene.ts'

/** A stranger distributes what is in the vaults of these coins, in one transaction; gives its signature. */
export async function distributeTogether({ server }: Pick<PumpScene, 'server'>, mints: readonly string[]): Promise<string> {
  const connection = new Connection(server.url, 'confirmed')
  const stranger = Keypair.generate()
  server.chain.airdrop(stranger.publicKey.toBase58(), 1_000_000_000n)
  const instructions: TransactionInstruction[] = []
  for (const mint of mints.map((text) => new PublicKey(text))) {
    const sharingConfigAddress = feeSharingConfigPda(mint)
    const account = await connection.getAccountInfo(sharingConfigAddress)
    const sharingConfig = PUMP_SDK.decodeSharingConfig(account!)
    const wrapped = { quoteMint: NATIVE_MINT, quoteTokenProgram: TOKEN_PROGRAM_ID, shouldInitializeAta: false }
    instructions.push(
      await PUMP_SDK.distributeCreatorFeesV2({ mint, sharingConfig, sharingConfigAddress, payer: stranger.publicKey, ...wrapped }),
    )
  }
  const transaction = await signV0({ connection }, instructions, [stranger])
  const signature = await connection.sendRawTransaction(transaction.serialize())
  const { value } = await connection.getSignatureStatuses([signature])
  if (value[0]?.err !== null) throw new Error(`the distribution failed: ${JSON.stringify(value[0]?.err)}`)
  return signature
}
