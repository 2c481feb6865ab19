import { type RawBuilder, sql } from 'kysely'
import type { Role } from '../../../domain/crew/role.ts'

/** True for rows whose `role` holds this one, alone or joined with others; spelled as the partial index of referred payments is. */
export const roleHolds = (role: Role): RawBuilder<boolean> => sql<boolean>`'+' || role || '+' LIKE ${sql.lit(`%+${role}+%`)}`
