import { sha256Hex } from '../lib/bytes.ts'

/** Wallets that a simulated service has where its settings name none. */
type SampleWallet = 'approver' | 'crank payer' | 'referrer'

/** The seed of a sample wallet’s ed25519 key, in hex. Everybody can compute it: nothing of value may ever belong to one. */
export const sampleSeedHex = (name: SampleWallet): string => sha256Hex(`agent-launch sample ${name}`)

/** The referral code of the sample referrer. */
export const SAMPLE_REFERRAL_CODE = 'SAMPLE'
