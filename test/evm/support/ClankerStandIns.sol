// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

// Stand-ins for the contracts of Clanker v4 on Base: written for this project alone, with the functions, events and errors that the
// adapter uses and nothing of the real ones' code. What they show is that our calls are right, not that theirs are. A trade's price,
// its pool and its liquidity are not here: what is, is who gets how much of its fee, when, and what is said of it.

address constant FACTORY = 0xE85A59c628F7d27878ACeB4bf3b35733630083a9;
address constant FEE_LOCKER = 0xF3622742b1E446D92e45E22923Ef11C2fcD55D68;
address constant LOCKER = 0x63D2DfEA64b3433F4071A98665bcD7Ca14d93496;
address constant HOOK = 0xb429d62f8f3bFFb98CdB9569533eA23bF0Ba28CC;
address constant WETH = 0x4200000000000000000000000000000000000006;

/// Stands in for wrapped ETH.
contract StandInWeth {
    mapping(address => uint256) public balanceOf;

    event Transfer(address indexed from, address indexed to, uint256 value);

    function deposit() external payable {
        balanceOf[msg.sender] += msg.value;
    }

    function withdraw(uint256 value) external {
        balanceOf[msg.sender] -= value;
        (bool done, ) = msg.sender.call{value: value}("");
        require(done, "the recipient takes no ETH");
    }

    function transfer(address to, uint256 value) external returns (bool) {
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
        return true;
    }
}

/// Stands in for a Clanker coin.
contract StandInClankerCoin {
    string public name;
    string public symbol;
    string public imageUrl;
    string public metadata;
    string public context;
    address public admin;
    mapping(address => uint256) public balanceOf;

    error NotAdmin();

    constructor(
        string memory name_,
        string memory symbol_,
        uint256 supply,
        address admin_,
        string memory image_,
        string memory metadata_,
        string memory context_
    ) {
        (name, symbol, admin, imageUrl, metadata, context) = (name_, symbol_, admin_, image_, metadata_, context_);
        balanceOf[LOCKER] = supply;
    }

    function updateAdmin(address admin_) external {
        if (msg.sender != admin) revert NotAdmin();
        admin = admin_;
    }

    function updateImage(string calldata image_) external {
        if (msg.sender != admin) revert NotAdmin();
        imageUrl = image_;
    }
}

struct TokenConfig {
    address tokenAdmin;
    string name;
    string symbol;
    bytes32 salt;
    string image;
    string metadata;
    string context;
    uint256 originatingChainId;
}

struct PoolConfig {
    address hook;
    address pairedToken;
    int24 tickIfToken0IsClanker;
    int24 tickSpacing;
    bytes poolData;
}

struct LockerConfig {
    address locker;
    address[] rewardAdmins;
    address[] rewardRecipients;
    uint16[] rewardBps;
    int24[] tickLower;
    int24[] tickUpper;
    uint16[] positionBps;
    bytes lockerData;
}

struct MevModuleConfig {
    address mevModule;
    bytes mevModuleData;
}

struct ExtensionConfig {
    address extension;
    uint256 msgValue;
    uint16 extensionBps;
    bytes extensionData;
}

struct DeploymentConfig {
    TokenConfig tokenConfig;
    PoolConfig poolConfig;
    LockerConfig lockerConfig;
    MevModuleConfig mevModuleConfig;
    ExtensionConfig[] extensionConfigs;
}

struct PoolKey {
    address currency0;
    address currency1;
    uint24 fee;
    int24 tickSpacing;
    address hooks;
}

/// Stands in for Clanker's factory. What its owner switches anybody does here.
contract StandInClanker {
    uint256 private constant SUPPLY = 100_000_000_000e18;

    bool public deprecated;
    mapping(address => mapping(address => bool)) public enabledLockers;
    mapping(address => bool) private enabledHooks;
    mapping(address => bool) private enabledMevModules;

    event TokenCreated(
        address msgSender,
        address indexed tokenAddress,
        address indexed tokenAdmin,
        string tokenImage,
        string tokenName,
        string tokenSymbol,
        string tokenMetadata,
        string tokenContext,
        int24 startingTick,
        address poolHook,
        bytes32 poolId,
        address pairedToken,
        address locker,
        address mevModule,
        uint256 extensionsSupply,
        address[] extensions
    );

    error Deprecated();
    error OnlyOriginatingChain();
    error HookNotEnabled();
    error LockerNotEnabled();
    error MevModuleNotEnabled();
    error ExtensionNotEnabled();

    function setDeprecated(bool deprecated_) external {
        deprecated = deprecated_;
    }

    function setLocker(address locker, address hook, bool enabled) external {
        enabledLockers[locker][hook] = enabled;
    }

    function setHook(address hook, bool enabled) external {
        enabledHooks[hook] = enabled;
    }

    function setMevModule(address mevModule, bool enabled) external {
        enabledMevModules[mevModule] = enabled;
    }

    function deployToken(DeploymentConfig memory config) external payable returns (address made) {
        if (deprecated) revert Deprecated();
        if (block.chainid != config.tokenConfig.originatingChainId) revert OnlyOriginatingChain();
        if (config.extensionConfigs.length > 0) revert ExtensionNotEnabled();
        made = create(config.tokenConfig);
        PoolConfig memory pool = config.poolConfig;
        if (!enabledHooks[pool.hook]) revert HookNotEnabled();
        StandInClankerHook(pool.hook).initializePool(made, pool.poolData);
        if (!enabledLockers[config.lockerConfig.locker][pool.hook]) revert LockerNotEnabled();
        bool first = made < pool.pairedToken;
        PoolKey memory key = PoolKey(
            first ? made : pool.pairedToken,
            first ? pool.pairedToken : made,
            0x800000,
            pool.tickSpacing,
            pool.hook
        );
        StandInClankerLocker(config.lockerConfig.locker).placeLiquidity(config.lockerConfig, pool, key, made);
        if (!enabledMevModules[config.mevModuleConfig.mevModule]) revert MevModuleNotEnabled();
        tell(config, made, keccak256(abi.encode(key)));
    }

    /// The address follows from the texts, the admin and the salt alone, as the real one's does.
    function create(TokenConfig memory config) private returns (address) {
        bytes32 salt = keccak256(abi.encode(config.tokenAdmin, config.salt));
        return
            address(
                new StandInClankerCoin{salt: salt}(
                    config.name,
                    config.symbol,
                    SUPPLY,
                    config.tokenAdmin,
                    config.image,
                    config.metadata,
                    config.context
                )
            );
    }

    function tell(DeploymentConfig memory config, address made, bytes32 poolId) private {
        emit TokenCreated(
            msg.sender,
            made,
            config.tokenConfig.tokenAdmin,
            config.tokenConfig.image,
            config.tokenConfig.name,
            config.tokenConfig.symbol,
            config.tokenConfig.metadata,
            config.tokenConfig.context,
            config.poolConfig.tickIfToken0IsClanker,
            config.poolConfig.hook,
            poolId,
            config.poolConfig.pairedToken,
            config.lockerConfig.locker,
            config.mevModuleConfig.mevModule,
            0,
            new address[](0)
        );
    }
}

/// Stands in for the static hook, and for the pool: a trade leaves its fee with the locker, and the protocol's beside it.
contract StandInClankerHook {
    uint256 public constant PROTOCOL_FEE_NUMERATOR = 200_000;

    struct Fees {
        uint24 clankerFee;
        uint24 pairedFee;
    }

    mapping(address => Fees) public feesOf;

    error ClankerFeeTooHigh();
    error PairedFeeTooHigh();
    error OnlyFactory();

    struct PoolInitializationData {
        address extension;
        bytes extensionData;
        bytes feeData;
    }

    function initializePool(address coin, bytes calldata poolData) external {
        if (msg.sender != FACTORY) revert OnlyFactory();
        Fees memory fees = abi.decode(abi.decode(poolData, (PoolInitializationData)).feeData, (Fees));
        if (fees.clankerFee > 100_000) revert ClankerFeeTooHigh();
        if (fees.pairedFee > 100_000) revert PairedFeeTooHigh();
        feesOf[coin] = fees;
    }

    /// Stands for a swap of the value for coins: its fee is in WETH.
    function buy(address coin) external payable {
        trade(coin, feesOf[coin].pairedFee, false);
    }

    /// Stands for a swap of coins that are worth the value: its fee is in the coin, and is sold for WETH when it is collected.
    function sell(address coin) external payable {
        trade(coin, feesOf[coin].clankerFee, true);
    }

    /// Every swap collects first what earlier ones left.
    function trade(address coin, uint256 feeMillionths, bool inCoin) private {
        StandInClankerLocker(LOCKER).collectRewardsWithoutUnlock(coin);
        uint256 fee = (msg.value * feeMillionths) / 1_000_000;
        uint256 protocols = (fee * PROTOCOL_FEE_NUMERATOR) / 1_000_000;
        StandInWeth(WETH).deposit{value: msg.value}();
        StandInWeth(WETH).transfer(FACTORY, protocols);
        StandInWeth(WETH).transfer(LOCKER, fee);
        StandInClankerLocker(LOCKER).leave(coin, fee, inCoin);
    }
}

/// Stands in for the locker that sells the coin's side of the fees.
contract StandInClankerLocker {
    uint256 private constant MAX_REWARD_PARTICIPANTS = 7;

    struct TokenRewardInfo {
        address token;
        PoolKey poolKey;
        uint256 positionId;
        uint256 numPositions;
        uint16[] rewardBps;
        address[] rewardAdmins;
        address[] rewardRecipients;
    }

    struct LpFeeConversionInfo {
        uint8[] feePreference;
    }

    uint256 private positions;
    mapping(address => TokenRewardInfo) private infos;
    mapping(address => uint8[]) public feePreferences;
    /// What trades left: fees in WETH, and what the fees in the coin will be sold for.
    mapping(address => uint256[2]) private left;
    /// Fees in the coin that would be sold for nothing.
    mapping(address => bool) private isDust;

    event ClaimedRewards(address indexed token, uint256 amount0, uint256 amount1, uint256[] rewards0, uint256[] rewards1);
    event RewardRecipientUpdated(address indexed token, uint256 indexed rewardIndex, address oldRecipient, address newRecipient);
    event RewardAdminUpdated(address indexed token, uint256 indexed rewardIndex, address oldAdmin, address newAdmin);

    error Unauthorized();
    error MismatchedRewardArrays();
    error InvalidRewardBps();
    error ZeroRewardAddress();
    error ZeroRewardAmount();
    error TooManyRewardParticipants();
    error NoRewardRecipients();
    error TicksBackwards();
    error TicksNotMultipleOfTickSpacing();
    error TickRangeLowerThanStartingTick();
    error InvalidPositionBps();
    error V4TooLittleReceived(uint256 minAmountOutReceived, uint256 amountReceived);

    function tokenRewards(address token) external view returns (TokenRewardInfo memory) {
        return infos[token];
    }

    function placeLiquidity(LockerConfig memory config, PoolConfig memory pool, PoolKey memory key, address token) external {
        if (msg.sender != FACTORY) revert Unauthorized();
        uint8[] memory preferences = abi.decode(config.lockerData, (LpFeeConversionInfo)).feePreference;
        uint256 rows = config.rewardBps.length;
        if (rows != config.rewardAdmins.length || rows != config.rewardRecipients.length || rows != preferences.length)
            revert MismatchedRewardArrays();
        if (rows > MAX_REWARD_PARTICIPANTS) revert TooManyRewardParticipants();
        if (rows == 0) revert NoRewardRecipients();
        uint256 total;
        for (uint256 i = 0; i < rows; i++) {
            total += config.rewardBps[i];
            if (config.rewardBps[i] == 0) revert ZeroRewardAmount();
            if (config.rewardAdmins[i] == address(0) || config.rewardRecipients[i] == address(0)) revert ZeroRewardAddress();
        }
        if (total != 10_000) revert InvalidRewardBps();
        checkPositions(config, pool);
        TokenRewardInfo storage info = infos[token];
        (info.token, info.poolKey, info.positionId, info.numPositions) = (token, key, ++positions, config.tickLower.length);
        (info.rewardBps, info.rewardAdmins, info.rewardRecipients) = (
            config.rewardBps,
            config.rewardAdmins,
            config.rewardRecipients
        );
        feePreferences[token] = preferences;
    }

    function checkPositions(LockerConfig memory config, PoolConfig memory pool) private pure {
        uint256 total;
        for (uint256 i = 0; i < config.tickLower.length; i++) {
            if (config.tickLower[i] > config.tickUpper[i]) revert TicksBackwards();
            if (config.tickLower[i] % pool.tickSpacing != 0 || config.tickUpper[i] % pool.tickSpacing != 0)
                revert TicksNotMultipleOfTickSpacing();
            if (config.tickLower[i] < pool.tickIfToken0IsClanker) revert TickRangeLowerThanStartingTick();
            total += config.positionBps[i];
        }
        if (total != 10_000) revert InvalidPositionBps();
    }

    function leave(address token, uint256 fee, bool inCoin) external {
        if (msg.sender != HOOK) revert Unauthorized();
        left[token][inCoin ? 1 : 0] += fee;
        if (inCoin) isDust[token] = fee == 0;
    }

    /// As the router does it: what is sold has to bring something.
    function collectRewards(address token) external {
        if (isDust[token]) revert V4TooLittleReceived(1, 0);
        collect(token);
    }

    /// As a swap does it, which asks for no least amount.
    function collectRewardsWithoutUnlock(address token) external {
        isDust[token] = false;
        collect(token);
    }

    /// Each part is divided by itself: rounded down for every row but the last one, which gets the rest.
    function collect(address token) private {
        TokenRewardInfo storage info = infos[token];
        uint256[] memory rewards = new uint256[](info.rewardBps.length);
        uint256 amount;
        for (uint256 side = 0; side < 2; side++) {
            uint256 part = left[token][side];
            left[token][side] = 0;
            uint256 rest = part;
            for (uint256 i = 0; i < rewards.length; i++) {
                uint256 share = i == rewards.length - 1 ? rest : (info.rewardBps[i] * part) / 10_000;
                if (share == 0) continue;
                rest -= share;
                rewards[i] += share;
                StandInWeth(WETH).transfer(FEE_LOCKER, share);
                StandInFeeLocker(FEE_LOCKER).storeFees(info.rewardRecipients[i], WETH, share);
            }
            amount += part;
        }
        uint256[] memory none = new uint256[](rewards.length);
        if (info.poolKey.currency0 == WETH) emit ClaimedRewards(token, amount, 0, rewards, none);
        else emit ClaimedRewards(token, 0, amount, none, rewards);
    }

    function updateRewardRecipient(address token, uint256 index, address recipient) external {
        if (msg.sender != infos[token].rewardAdmins[index]) revert Unauthorized();
        emit RewardRecipientUpdated(token, index, infos[token].rewardRecipients[index], recipient);
        infos[token].rewardRecipients[index] = recipient;
    }

    function updateRewardAdmin(address token, uint256 index, address admin) external {
        if (msg.sender != infos[token].rewardAdmins[index]) revert Unauthorized();
        emit RewardAdminUpdated(token, index, infos[token].rewardAdmins[index], admin);
        infos[token].rewardAdmins[index] = admin;
    }

    function updateFeePreference(address token, uint256 index, uint8 preference) external {
        if (msg.sender != infos[token].rewardAdmins[index]) revert Unauthorized();
        feePreferences[token][index] = preference;
    }
}

/// Stands in for the fee locker: what waits for a wallet is one sum, whichever coins it comes from.
contract StandInFeeLocker {
    mapping(address => mapping(address => uint256)) public availableFees;

    event StoreTokens(address indexed sender, address indexed feeOwner, address indexed token, uint256 balance, uint256 amount);
    event ClaimTokens(address indexed feeOwner, address indexed token, uint256 amountClaimed);

    error NoFeesToClaim();
    error Unauthorized();

    function storeFees(address feeOwner, address token, uint256 amount) external {
        if (msg.sender != LOCKER) revert Unauthorized();
        availableFees[feeOwner][token] += amount;
        emit StoreTokens(msg.sender, feeOwner, token, availableFees[feeOwner][token], amount);
    }

    function claim(address feeOwner, address token) external {
        uint256 balance = availableFees[feeOwner][token];
        if (balance == 0) revert NoFeesToClaim();
        availableFees[feeOwner][token] = 0;
        StandInWeth(token).transfer(feeOwner, balance);
        emit ClaimTokens(feeOwner, token, balance);
    }
}
