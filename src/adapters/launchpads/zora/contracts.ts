import { type Address, encodeAbiParameters, parseAbi, parseAbiParameters, zeroAddress } from 'viem'
import { openingWei } from '../opening-wei.ts'

/** @see https://docs.zora.co/coins/contracts/factory, ZoraFactory on Base */
export const ZORA_FACTORY: Address = '0x777777751622c0d3258f214F9DF38E35BF45baF3'

/** @see https://docs.uniswap.org/contracts/v4/deployments, PoolManager on Base */
export const POOL_MANAGER: Address = '0x498581fF718922c3f8e6A244956aF099B2652b2b'

/** The functions of Zora's factory that are called here. */
export const factoryAbi = parseAbi([
  'function deploy(address payoutRecipient, address[] owners, string uri, string name, string symbol, bytes poolConfig, address platformReferrer, address postDeployHook, bytes postDeployHookData, bytes32 coinSalt) payable returns (address coin, bytes hookData)',
  'function coinAddress(address msgSender, string name, string symbol, bytes poolConfig, address platformReferrer, bytes32 coinSalt) view returns (address)',
  'function getVersionForDeployedCoin(address coin) view returns (uint8)',
])

/** The functions of Zora's coins that are called here. */
export const coinAbi = parseAbi([
  'function payoutRecipient() view returns (address)',
  'function platformReferrer() view returns (address)',
  'function owners() view returns (address[])',
  'function currency() view returns (address)',
  'function name() view returns (string)',
  'function symbol() view returns (string)',
  'function balanceOf(address account) view returns (uint256)',
  'function setPayoutRecipient(address newPayoutRecipient)',
  'function revokeOwnership()',
])

/** The pool of a coin, and how much of the coin there is. */
export const poolAbi = parseAbi([
  'struct PoolKey { address currency0; address currency1; uint24 fee; int24 tickSpacing; address hooks; }',
  'function getPoolKey() view returns (PoolKey)',
  'function totalSupply() view returns (uint256)',
])

/** The function of the pool manager that is called here: a word of its storage. */
export const poolManagerAbi = parseAbi(['function extsload(bytes32) view returns (bytes32)'])

/** Errors of the factory and its coins that a launch can meet. */
export const revertAbi = parseAbi([
  'error InvalidConfig()',
  'error InvalidPoolVersion()',
  'error EthTransferInvalid()',
  'error FailedDeployment()',
  'error NameIsRequired()',
  'error OnlyOwner()',
  'error AddressZero()',
  'error InvalidCurrency()',
  'error ArrayLengthMismatch()',
  'error InvalidSplit()',
  'error Paused()',
  'error InvalidSplit_TotalAllocationMismatch()',
])

const POOL_VERSION = 4
/** The price of a coin in ETH at which its pool opens. */
const OPENING_TICK = -250_000
const SUPPLY_COINS = 1_000_000_000

/** What all coins are worth when the pool opens. */
export const OPENING_WEI = openingWei(OPENING_TICK, SUPPLY_COINS)

/**
 * The pool of a coin against ETH: one curve of eleven positions, as Zora's own client configures it. Its ticks assume a price of ETH, and
 * have to be adjusted when that changes a lot.
 */
export const POOL_CONFIG = encodeAbiParameters(parseAbiParameters('uint8, address, int24[], int24[], uint16[], uint256[]'), [
  POOL_VERSION,
  zeroAddress,
  [OPENING_TICK],
  [-195_000],
  [11],
  [50_000_000_000_000_000n],
])
