import { parseAbi } from 'viem'

/** The fee of every trade that the wallets of the split share, in millionths; the static hook takes up to a tenth. */
export const TRADE_FEE_MILLIONTHS = 10_000

/** Clanker's part of that fee, taken beside it, in millionths. */
export const PROTOCOL_FEE_MILLIONTHS = 200_000n

/** The functions of Clanker's factory that are called here, and the event of a new coin. */
export const factoryAbi = parseAbi([
  'struct TokenConfig { address tokenAdmin; string name; string symbol; bytes32 salt; string image; string metadata; string context; uint256 originatingChainId; }',
  'struct PoolConfig { address hook; address pairedToken; int24 tickIfToken0IsClanker; int24 tickSpacing; bytes poolData; }',
  'struct LockerConfig { address locker; address[] rewardAdmins; address[] rewardRecipients; uint16[] rewardBps; int24[] tickLower; int24[] tickUpper; uint16[] positionBps; bytes lockerData; }',
  'struct MevModuleConfig { address mevModule; bytes mevModuleData; }',
  'struct ExtensionConfig { address extension; uint256 msgValue; uint16 extensionBps; bytes extensionData; }',
  'struct DeploymentConfig { TokenConfig tokenConfig; PoolConfig poolConfig; LockerConfig lockerConfig; MevModuleConfig mevModuleConfig; ExtensionConfig[] extensionConfigs; }',
  'function deployToken(DeploymentConfig deploymentConfig) payable returns (address tokenAddress)',
  'function deprecated() view returns (bool)',
  'function enabledLockers(address locker, address hook) view returns (bool)',
  'event TokenCreated(address msgSender, address indexed tokenAddress, address indexed tokenAdmin, string tokenImage, string tokenName, string tokenSymbol, string tokenMetadata, string tokenContext, int24 startingTick, address poolHook, bytes32 poolId, address pairedToken, address locker, address mevModule, uint256 extensionsSupply, address[] extensions)',
])

/** The function of the hook that is called here: the protocol's part of a fee, in millionths. */
export const hookAbi = parseAbi(['function PROTOCOL_FEE_NUMERATOR() view returns (uint256)'])

/** The functions of the locker that are called here, and the event of a collection: per row, what it got of each token of the pool. */
export const lockerAbi = parseAbi([
  'struct PoolKey { address currency0; address currency1; uint24 fee; int24 tickSpacing; address hooks; }',
  'struct TokenRewardInfo { address token; PoolKey poolKey; uint256 positionId; uint256 numPositions; uint16[] rewardBps; address[] rewardAdmins; address[] rewardRecipients; }',
  'function tokenRewards(address token) view returns (TokenRewardInfo)',
  'function feePreferences(address token, uint256 index) view returns (uint8)',
  'function collectRewards(address token)',
  'event ClaimedRewards(address indexed token, uint256 amount0, uint256 amount1, uint256[] rewards0, uint256[] rewards1)',
])

/** The functions of the fee locker that are called here, and the event of a payment. */
export const feeLockerAbi = parseAbi([
  'function availableFees(address feeOwner, address token) view returns (uint256)',
  'function claim(address feeOwner, address token)',
  'event ClaimTokens(address indexed feeOwner, address indexed token, uint256 amountClaimed)',
])

/** The functions of a coin that are called here. */
export const coinAbi = parseAbi(['function name() view returns (string)', 'function symbol() view returns (string)'])

/** Errors of these contracts that a launch or a distribution can meet. */
export const revertAbi = parseAbi([
  'error Deprecated()',
  'error OnlyOriginatingChain()',
  'error HookNotEnabled()',
  'error LockerNotEnabled()',
  'error MevModuleNotEnabled()',
  'error ExtensionMsgValueMismatch()',
  'error ETHPoolNotAllowed()',
  'error ClankerFeeTooHigh()',
  'error PairedFeeTooHigh()',
  'error MismatchedRewardArrays()',
  'error InvalidRewardBps()',
  'error ZeroRewardAddress()',
  'error ZeroRewardAmount()',
  'error TooManyRewardParticipants()',
  'error NoRewardRecipients()',
  'error TokenAlreadyHasRewards()',
  'error NoFeesToClaim()',
  'error Unauthorized()',
])
