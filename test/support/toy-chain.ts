/** A third chain: of a launchpad that somebody added. */
export const TOY_CHAIN_ID = 'toy:1'
