import { AMM_GLOBAL_PDA, feeSharingConfigPda, GLOBAL_PDA, OnlinePumpSdk, PUMP_AMM_PROGRAM_ID } from '@pump-fun/pump-sdk'
import { Connection, Keypair, PublicKey } from '@solana/web3.js'
import type { Mint } from '../../../src/domain/brands.ts'
import type { ChainServer } from './chain-server.ts'
import { signV0 } from './launch-scene.ts'
import { sweepCurveInstruction } from './pump-instructions.ts'
import { SOL } from './pump-scene.ts'

/** Takes a coin's fees from its split, as pump's own team can. */
export type TakeOver = (mint: Mint, how: Parameters<OnlinePumpSdk['adminCtoInstructions']>[1]) => Promise<void>

/** Puts a key of ours in the place of the one that pump's team signs takeovers with. */
export async function nameTakeoverTeam({ url, chain }: ChainServer): Promise<TakeOver> {
  const connection = new Connection(url, 'confirmed')
  const sdk = new OnlinePumpSdk(connection)
  const team = Keypair.generate()
  chain.airdrop(team.publicKey.toBase58(), 10n * SOL)
  const { adminSetCreatorAuthority } = await sdk.fetchGlobal()
  const account = chain.svm.getAccount(GLOBAL_PDA.toBase58() as never)
  if (!account.exists) throw new Error('no such account')
  const data = Buffer.from(account.data)
  team.publicKey.toBuffer().copy(data, data.indexOf(adminSetCreatorAuthority.toBuffer()))
  chain.svm.setAccount({ ...account, data: Uint8Array.from(data) })

  return async (mint, how) => {
    const instructions = await sdk.adminCtoInstructions(new PublicKey(mint), { ...how, adminSetCreatorAuthority: team.publicKey })
    const takeover = instructions.at(-1)!
    // pump-sdk 2.0.0 names another account than the program wants.
    const [ammConfig] = PublicKey.findProgramAddressSync([Buffer.from('global_config')], PUMP_AMM_PROGRAM_ID)
    for (const key of takeover.keys) if (key.pubkey.equals(AMM_GLOBAL_PDA)) key.pubkey = ammConfig
    const sweep = sweepCurveInstruction(new PublicKey(mint), feeSharingConfigPda(new PublicKey(mint)), team.publicKey)
    const transaction = await signV0({ connection }, [sweep, takeover], [team])
    const signature = await connection.sendRawTransaction(transaction.serialize())
    const { value } = await connection.getSignatureStatuses([signature])
    if (value[0]?.err !== null) throw new Error(`takeover failed: ${JSON.stringify(value[0]?.err)}`)
    chain.advanceSlots(40)
  }
}
