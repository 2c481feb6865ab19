// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

// Stand-ins for contracts that tests cannot have: written for this project alone, with the functions and events that the
// adapter uses and nothing of the real ones' code. What they show is that our calls are right, not that theirs are.

struct PoolKey {
    address currency0;
    address currency1;
    uint24 fee;
    int24 tickSpacing;
    address hooks;
}

/// Stands in for the pool manager of Uniswap v4: its pools are in the seventh slot, the price in the lower bits of the first word.
contract StandInPoolManager {
    struct Pool {
        uint256 slot0;
    }

    uint256[6] private before;
    mapping(bytes32 => Pool) private pools;

    uint256 private constant LIQUIDITY = 1e23;
    uint256 private constant FEE = 10_000 << 208;

    function initialize(PoolKey calldata key, uint160 sqrtPriceX96) external {
        pools[keccak256(abi.encode(key))].slot0 = FEE | sqrtPriceX96;
    }

    /// The price after so much of the first currency came in.
    function swap(PoolKey calldata key, uint256 amount0) external {
        Pool storage pool = pools[keccak256(abi.encode(key))];
        uint256 sqrtPriceX96 = uint160(pool.slot0);
        pool.slot0 = FEE | ((sqrtPriceX96 * LIQUIDITY) / (LIQUIDITY + ((amount0 * sqrtPriceX96) >> 96)));
    }

    function extsload(bytes32 slot) external view returns (bytes32 value) {
        assembly {
            value := sload(slot)
        }
    }
}

StandInPoolManager constant POOL_MANAGER = StandInPoolManager(0x498581fF718922c3f8e6A244956aF099B2652b2b);

/// Stands in for a Zora coin: a `trade` pays the rewards of Zora's fee table, and hands out coins for the rest.
contract StandInCoin {
    string public name;
    string public symbol;
    string public tokenURI;
    address public payoutRecipient;
    address public platformReferrer;
    address public currency;
    address public immutable factory = msg.sender;
    uint256 public constant totalSupply = 1_000_000_000e18;
    mapping(address => uint256) public balanceOf;
    address[] private held;

    /// The price at tick 250,000, where the pool of the launch opens.
    uint160 private constant OPENING = 21246587762933397357449903968194328;

    event Transfer(address indexed from, address indexed to, uint256 value);

    error OnlyOwner();
    error EthTransferFailed();

    modifier onlyOwner() {
        if (!isOwner(msg.sender)) revert OnlyOwner();
        _;
    }

    function initialize(
        address payout,
        address[] calldata owners_,
        string calldata uri,
        string calldata name_,
        string calldata symbol_,
        address referrer
    ) external {
        require(msg.sender == factory);
        (payoutRecipient, held, tokenURI, name, symbol, platformReferrer) = (payout, owners_, uri, name_, symbol_, referrer);
        give(payout, 10_000_000e18);
        POOL_MANAGER.initialize(getPoolKey(), OPENING);
    }

    function getPoolKey() public view returns (PoolKey memory) {
        return PoolKey(currency, address(this), 10_000, 200, address(0));
    }

    function owners() external view returns (address[] memory) {
        return held;
    }

    function isOwner(address account) public view returns (bool) {
        for (uint256 i = 0; i < held.length; i++) if (held[i] == account) return true;
        return false;
    }

    function addOwner(address account) external onlyOwner {
        held.push(account);
    }

    function setPayoutRecipient(address account) external onlyOwner {
        payoutRecipient = account;
    }

    function revokeOwnership() external onlyOwner {
        for (uint256 i = 0; i < held.length; i++) {
            if (held[i] != msg.sender) continue;
            held[i] = held[held.length - 1];
            held.pop();
        }
    }

    /// Stands for a swap of the value in the coin's pool.
    function trade() external payable {
        pay(payoutRecipient, (msg.value * 50) / 10_000);
        pay(platformReferrer, (msg.value * 20) / 10_000);
        give(msg.sender, msg.value * 1_000);
        POOL_MANAGER.swap(getPoolKey(), msg.value);
    }

    function transfer(address to, uint256 value) external returns (bool) {
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
        return true;
    }

    function give(address to, uint256 value) private {
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function pay(address to, uint256 value) private {
        (bool done, ) = to.call{value: value}("");
        if (!done) revert EthTransferFailed();
    }
}

/// Stands in for Zora's factory.
contract StandInFactory {
    mapping(address => uint8) public getVersionForDeployedCoin;

    event CoinCreatedV4(
        address indexed caller,
        address indexed payoutRecipient,
        address indexed platformReferrer,
        address currency,
        string uri,
        string name,
        string symbol,
        address coin,
        PoolKey poolKey,
        bytes32 poolKeyHash,
        string version
    );

    error InvalidPoolVersion();
    error NameIsRequired();

    function deploy(
        address payoutRecipient,
        address[] calldata owners,
        string calldata uri,
        string calldata name,
        string calldata symbol,
        bytes calldata poolConfig,
        address platformReferrer,
        address,
        bytes calldata,
        bytes32 coinSalt
    ) external payable returns (address, bytes memory) {
        if (abi.decode(poolConfig[:32], (uint8)) != 4) revert InvalidPoolVersion();
        if (bytes(name).length == 0) revert NameIsRequired();
        StandInCoin coin = new StandInCoin{salt: saltOf(msg.sender, name, symbol, poolConfig, platformReferrer, coinSalt)}();
        coin.initialize(payoutRecipient, owners, uri, name, symbol, platformReferrer);
        getVersionForDeployedCoin[address(coin)] = 4;
        tell(coin, payoutRecipient, platformReferrer, uri);
        return (address(coin), "");
    }

    function coinAddress(
        address msgSender,
        string calldata name,
        string calldata symbol,
        bytes calldata poolConfig,
        address platformReferrer,
        bytes32 coinSalt
    ) external view returns (address) {
        bytes32 salt = saltOf(msgSender, name, symbol, poolConfig, platformReferrer, coinSalt);
        return addressOf(salt, type(StandInCoin).creationCode);
    }

    function tell(StandInCoin coin, address payoutRecipient, address platformReferrer, string calldata uri) private {
        PoolKey memory key = coin.getPoolKey();
        emit CoinCreatedV4(
            msg.sender,
            payoutRecipient,
            platformReferrer,
            address(0),
            uri,
            coin.name(),
            coin.symbol(),
            address(coin),
            key,
            keccak256(abi.encode(key)),
            "stand-in"
        );
    }

    function saltOf(
        address sender,
        string calldata name,
        string calldata symbol,
        bytes calldata poolConfig,
        address platformReferrer,
        bytes32 coinSalt
    ) private pure returns (bytes32) {
        return keccak256(abi.encode(sender, name, symbol, poolConfig, platformReferrer, coinSalt));
    }

    function addressOf(bytes32 salt, bytes memory code) private view returns (address) {
        return address(uint160(uint256(keccak256(abi.encodePacked(bytes1(0xff), address(this), salt, keccak256(code))))));
    }
}

struct Split {
    address[] recipients;
    uint256[] allocations;
    uint256 totalAllocation;
    uint16 distributionIncentive;
}

/// Stands in for the warehouse of 0xSplits: what a split could not pay is credited here, and anyone has it paid to whom it is.
contract StandInWarehouse {
    address private constant NATIVE = 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE;
    mapping(address => mapping(uint256 => uint256)) public balanceOf;

    event Transfer(address caller, address indexed sender, address indexed receiver, uint256 indexed id, uint256 amount);
    event Withdraw(address indexed owner, address indexed token, address indexed withdrawer, uint256 amount, uint256 reward);

    error InvalidAmount();

    function deposit(address owner, address token, uint256 amount) external payable {
        if (token != NATIVE || amount != msg.value) revert InvalidAmount();
        balanceOf[owner][uint256(uint160(token))] += amount;
        emit Transfer(msg.sender, address(0), owner, uint256(uint160(token)), amount);
    }

    function withdraw(address owner, address token, uint256 amount, address withdrawer) external {
        balanceOf[owner][uint256(uint160(token))] -= amount;
        emit Transfer(msg.sender, owner, address(0), uint256(uint160(token)), amount);
        (bool done, ) = owner.call{value: amount}("");
        require(done);
        emit Withdraw(owner, token, withdrawer, amount, 0);
    }
}

interface Coins {
    function balanceOf(address account) external view returns (uint256);

    function transfer(address to, uint256 value) external returns (bool);
}

/// Stands in for a PushSplit of 0xSplits without an owner: pays all it holds but one unit, and keeps only a hash of the shares.
contract StandInPushSplit {
    address private constant NATIVE = 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE;
    StandInWarehouse private constant WAREHOUSE = StandInWarehouse(0x8fb66F38cF86A3d5e8768f8F1754A24A6c661Fb8);
    bytes32 public splitHash;
    bool private stuck;

    event SplitDistributed(address indexed token, address indexed distributor, uint256 amount);

    error InvalidSplit();
    error Paused();

    receive() external payable {}

    function initialize(bytes32 hash, bool isStuck) external {
        require(splitHash == 0);
        (splitHash, stuck) = (hash, isStuck);
    }

    function distribute(Split calldata split, address token, address distributor) external {
        if (keccak256(abi.encode(split)) != splitHash) revert InvalidSplit();
        if (stuck) revert Paused();
        uint256 balance = token == NATIVE ? address(this).balance : Coins(token).balanceOf(address(this));
        uint256 amount = balance > 0 ? balance - 1 : 0;
        for (uint256 i = 0; i < split.recipients.length; i++) {
            uint256 part = (amount * split.allocations[i]) / split.totalAllocation;
            if (token != NATIVE) {
                Coins(token).transfer(split.recipients[i], part);
                continue;
            }
            (bool done, ) = split.recipients[i].call{value: part, gas: 100_000}("");
            if (!done) WAREHOUSE.deposit{value: part}(split.recipients[i], NATIVE, part);
        }
        emit SplitDistributed(token, distributor, amount);
    }
}

/// Stands in for the factory of those splits.
contract StandInPushSplitFactory {
    /// Splits that are made while this is set pay nobody.
    bool private stuck;

    error InvalidSplit();

    function createSplitDeterministic(
        Split calldata split,
        address owner,
        address,
        bytes32 salt
    ) external returns (address made) {
        if (owner != address(0) || split.recipients.length != split.allocations.length) revert InvalidSplit();
        made = predictDeterministicAddress(split, owner, salt);
        if (made.code.length > 0) return made;
        StandInPushSplit fresh = new StandInPushSplit{salt: saltOf(split, owner, salt)}();
        fresh.initialize(keccak256(abi.encode(split)), stuck);
    }

    function predictDeterministicAddress(Split calldata split, address owner, bytes32 salt) public view returns (address) {
        bytes32 code = keccak256(type(StandInPushSplit).creationCode);
        bytes32 whole = keccak256(abi.encodePacked(bytes1(0xff), address(this), saltOf(split, owner, salt), code));
        return address(uint160(uint256(whole)));
    }

    function saltOf(Split calldata split, address owner, bytes32 salt) private pure returns (bytes32) {
        return keccak256(abi.encode(split, owner, salt));
    }
}

/// Stands in for Multicall3.
contract StandInMulticall {
    struct Call3 {
        address target;
        bool allowFailure;
        bytes callData;
    }

    struct Result {
        bool success;
        bytes returnData;
    }

    function aggregate3(Call3[] calldata calls) external payable returns (Result[] memory results) {
        results = new Result[](calls.length);
        for (uint256 i = 0; i < calls.length; i++) {
            (results[i].success, results[i].returnData) = calls[i].target.call(calls[i].callData);
            require(results[i].success || calls[i].allowFailure, "Multicall3: call failed");
        }
    }

    function getEthBalance(address account) external view returns (uint256) {
        return account.balance;
    }
}

/// Takes no payment: what a shareholder must not be.
contract RefusesPayment {
    receive() external payable {
        revert();
    }
}

/// Stands in for the registry of agents (ERC-8004): agents are numbered from 0, and each names a document.
contract StandInAgentRegistry {
    uint256 private agents;
    mapping(uint256 => address) private holder;
    mapping(uint256 => string) private uris;
    mapping(address => uint256) public balanceOf;

    event Registered(uint256 indexed agentId, string agentURI, address indexed owner);
    event URIUpdated(uint256 indexed agentId, string newURI, address indexed updatedBy);

    error ERC721NonexistentToken(uint256 tokenId);

    function register(string calldata agentURI) external returns (uint256 agentId) {
        agentId = agents++;
        (holder[agentId], uris[agentId]) = (msg.sender, agentURI);
        balanceOf[msg.sender] += 1;
        emit Registered(agentId, agentURI, msg.sender);
    }

    function setAgentURI(uint256 agentId, string calldata newURI) external {
        require(ownerOf(agentId) == msg.sender, "Not authorized");
        uris[agentId] = newURI;
        emit URIUpdated(agentId, newURI, msg.sender);
    }

    function ownerOf(uint256 tokenId) public view returns (address) {
        if (holder[tokenId] == address(0)) revert ERC721NonexistentToken(tokenId);
        return holder[tokenId];
    }

    function tokenURI(uint256 tokenId) external view returns (string memory) {
        ownerOf(tokenId);
        return uris[tokenId];
    }
}

/// Stands in for USDC: anyone mints.
contract StandInUsdc {
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    function mint(address to, uint256 amount) external {
        balanceOf[to] += amount;
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        return true;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        (balanceOf[msg.sender], balanceOf[to]) = (balanceOf[msg.sender] - amount, balanceOf[to] + amount);
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        allowance[from][msg.sender] -= amount;
        (balanceOf[from], balanceOf[to]) = (balanceOf[from] - amount, balanceOf[to] + amount);
        return true;
    }
}

/// Stands in for the contract of jobs that agents pay each other for (the deployed form of ERC-8183): 5% are the platform's.
contract StandInJobs {
    enum Status { Open, Funded, Submitted, Completed, Rejected, Expired }

    struct Job {
        address client;
        Status status;
        address provider;
        uint48 expiredAt;
        address evaluator;
        address hook;
        uint256 budget;
        string description;
    }

    StandInUsdc private constant USDC = StandInUsdc(0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913);
    address private constant PLATFORM = address(0xbeef);

    uint256 public jobCounter;
    mapping(uint256 => Job) private jobs;

    event JobCreated(uint256 indexed jobId, address indexed client, address indexed provider, address evaluator, uint256 expiredAt, address hook);
    event BudgetSet(uint256 indexed jobId, uint256 amount);
    event JobFunded(uint256 indexed jobId, address indexed client, uint256 amount);
    event JobSubmitted(uint256 indexed jobId, address indexed provider, bytes32 deliverable);
    event JobCompleted(uint256 indexed jobId, address indexed evaluator, bytes32 reason);
    event JobRejected(uint256 indexed jobId, address indexed rejector, bytes32 reason);

    error BudgetMismatch();
    error InvalidJob();
    error Unauthorized();
    error WrongStatus();

    function paymentToken() external pure returns (address) {
        return address(USDC);
    }

    function createJob(address provider, address evaluator, uint256 expiredAt, string calldata description, address hook)
        external
        returns (uint256 jobId)
    {
        jobId = ++jobCounter;
        jobs[jobId] = Job(msg.sender, Status.Open, provider, uint48(expiredAt), evaluator, hook, 0, description);
        emit JobCreated(jobId, msg.sender, provider, evaluator, expiredAt, hook);
    }

    function getJob(uint256 jobId) external view returns (Job memory) {
        return jobs[jobId];
    }

    function setBudget(uint256 jobId, uint256 amount, bytes calldata) external {
        Job storage job = at(jobId, Status.Open, jobs[jobId].provider);
        job.budget = amount;
        emit BudgetSet(jobId, amount);
    }

    function fund(uint256 jobId, uint256 expectedBudget, bytes calldata) external {
        Job storage job = at(jobId, Status.Open, jobs[jobId].client);
        if (job.budget != expectedBudget) revert BudgetMismatch();
        if (block.timestamp >= job.expiredAt) revert WrongStatus();
        job.status = Status.Funded;
        USDC.transferFrom(msg.sender, address(this), job.budget);
        emit JobFunded(jobId, msg.sender, job.budget);
    }

    function submit(uint256 jobId, bytes32 deliverable, bytes calldata) external {
        Job storage job = at(jobId, Status.Funded, jobs[jobId].provider);
        if (block.timestamp >= job.expiredAt) revert WrongStatus();
        job.status = Status.Submitted;
        emit JobSubmitted(jobId, msg.sender, deliverable);
    }

    function complete(uint256 jobId, bytes32 reason, bytes calldata) external {
        Job storage job = at(jobId, Status.Submitted, jobs[jobId].evaluator);
        job.status = Status.Completed;
        uint256 fee = job.budget * 500 / 10_000;
        USDC.transfer(PLATFORM, fee);
        USDC.transfer(job.provider, job.budget - fee);
        emit JobCompleted(jobId, msg.sender, reason);
    }

    function reject(uint256 jobId, bytes32 reason, bytes calldata) external {
        Job storage job = jobs[jobId];
        if (msg.sender != job.evaluator && msg.sender != job.provider) revert Unauthorized();
        if (job.status != Status.Open && job.status != Status.Funded && job.status != Status.Submitted) revert WrongStatus();
        if (job.status != Status.Open) USDC.transfer(job.client, job.budget);
        job.status = Status.Rejected;
        emit JobRejected(jobId, msg.sender, reason);
    }

    function at(uint256 jobId, Status status, address who) private view returns (Job storage job) {
        job = jobs[jobId];
        if (job.client == address(0)) revert InvalidJob();
        if (msg.sender != who) revert Unauthorized();
        if (job.status != status) revert WrongStatus();
    }
}
