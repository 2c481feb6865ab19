// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

// Stand-ins for contracts that tests cannot have: written for this project alone, with the functions and events that the
// adapter uses and nothing of the real ones' code. What they show is that our calls are right, not that theirs are.

/// Stands in for a Zora coin: a `trade` pays the rewards of Zora's fee table, and hands out coins for the rest.
contract StandInCoin {
    string public name;
    string public symbol;
    string public tokenURI;
    address public payoutRecipient;
    address public platformReferrer;
    address public currency;
    address public immutable factory = msg.sender;
    mapping(address => uint256) public balanceOf;
    address[] private held;

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
    struct PoolKey {
        address currency0;
        address currency1;
        uint24 fee;
        int24 tickSpacing;
        address hooks;
    }

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
        PoolKey memory key = PoolKey(address(0), address(coin), 10_000, 200, address(0));
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

interface Coins {
    function balanceOf(address account) external view returns (uint256);

    function transfer(address to, uint256 value) external returns (bool);
}

/// Stands in for a PushSplit of 0xSplits without an owner: pays all it holds but one unit, and keeps only a hash of the shares.
contract StandInPushSplit {
    address private constant NATIVE = 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE;
    bytes32 public splitHash;

    event SplitDistributed(address indexed token, address indexed distributor, uint256 amount);

    error InvalidSplit();

    receive() external payable {}

    function initialize(bytes32 hash) external {
        require(splitHash == 0);
        splitHash = hash;
    }

    function distribute(Split calldata split, address token, address distributor) external {
        if (keccak256(abi.encode(split)) != splitHash) revert InvalidSplit();
        uint256 balance = token == NATIVE ? address(this).balance : Coins(token).balanceOf(address(this));
        uint256 amount = balance > 0 ? balance - 1 : 0;
        for (uint256 i = 0; i < split.recipients.length; i++) {
            uint256 part = (amount * split.allocations[i]) / split.totalAllocation;
            if (token != NATIVE) Coins(token).transfer(split.recipients[i], part);
            // The real one credits who takes no payment in its warehouse; this one lets the part be lost to the others.
            else split.recipients[i].call{value: part, gas: 100_000}("");
        }
        emit SplitDistributed(token, distributor, amount);
    }
}

/// Stands in for the factory of those splits.
contract StandInPushSplitFactory {
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
        fresh.initialize(keccak256(abi.encode(split)));
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
