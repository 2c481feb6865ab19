import { address, lamports } from '@solana/kit'
import type { LiteSVM } from 'litesvm'

/** The feature account whose first byte says whether the cluster takes v1 transactions. */
const V1_GATE = address('txv1aq4pp281K9um3tnPgkfX8UqtFT6wcVW3hNezGLL')

/** Feature accounts are owned by the feature program: one tag byte, then the activation slot. */
const FEATURE_PROGRAM = address('Feature111111111111111111111111111111111111')

/** Makes the cluster say that v1 transactions are active since slot 1, or pending. */
export function setGateAccount(svm: LiteSVM, v1Active: boolean): void {
  const data = new Uint8Array(9)
  if (v1Active) data.set([1, 1])
  svm.setAccount({
    address: V1_GATE,
    data,
    executable: false,
    lamports: lamports(953_520n),
    programAddress: FEATURE_PROGRAM,
    space: BigInt(data.length),
  })
}
