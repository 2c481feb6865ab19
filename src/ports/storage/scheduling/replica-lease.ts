/** What the leases of replicas that run begin with: one each, beside that of the leader. */
export const REPLICA_LEASE = 'replica '
