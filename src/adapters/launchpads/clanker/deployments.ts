import { type Address, getAddress } from 'viem'
import { BASE_CHAIN_ID, BASE_SEPOLIA_CHAIN_ID } from '../../../domain/chain.ts'

/** The contracts of Clanker v4 on one chain. */
export interface ClankerDeployment {
  readonly factory: Address
  /** Keeps what each wallet may claim. */
  readonly feeLocker: Address
  /** ClankerLpLockerFeeConversion: holds the liquidity and the rows of the split, and sells the coin's side of the fees. */
  readonly locker: Address
  /** ClankerHookStaticFeeV2: takes the fee of each trade. */
  readonly hook: Address
  /** ClankerMevBlockDelay: lets nobody trade in the first blocks. */
  readonly mevModule: Address
  /** The token that coins trade against, in which fees are paid. */
  readonly weth: Address
}

const OP_STACK_WETH: Address = '0x4200000000000000000000000000000000000006'

/** By chain id; a chain of which there is no entry has no launches. @see README of clanker-devco/v4-contracts at b004c2e */
const DEPLOYMENTS: Readonly<Record<number, ClankerDeployment>> = {
  [BASE_CHAIN_ID]: {
    factory: getAddress('0xE85A59c628F7d27878ACeB4bf3b35733630083a9'),
    feeLocker: getAddress('0xF3622742b1E446D92e45E22923Ef11C2fcD55D68'),
    locker: getAddress('0x63D2DfEA64b3433F4071A98665bcD7Ca14d93496'),
    hook: getAddress('0xb429d62f8f3bFFb98CdB9569533eA23bF0Ba28CC'),
    mevModule: getAddress('0xE143f9872A33c955F23cF442BB4B1EFB3A7402A2'),
    weth: OP_STACK_WETH,
  },
  [BASE_SEPOLIA_CHAIN_ID]: {
    factory: getAddress('0xE85A59c628F7d27878ACeB4bf3b35733630083a9'),
    feeLocker: getAddress('0x42A95190B4088C88Dd904d930c79deC1158bF09D'),
    locker: getAddress('0x824bB048a5EC6e06a09aEd115E9eEA4618DC2c8f'),
    hook: getAddress('0x11b51DBC2f7F683b81CeDa83DC0078D57bA328cc'),
    mevModule: getAddress('0x71DB365E93e170ba3B053339A917c11024e7a9d4'),
    weth: OP_STACK_WETH,
  },
}

/** Clanker's contracts on this chain. @throws Error for a chain on which they are not known */
export function deploymentOn(chainId: number): ClankerDeployment {
  const deployment = DEPLOYMENTS[chainId]
  if (!deployment) throw new Error(`Clanker's contracts on chain ${chainId} are not known`)
  return deployment
}
